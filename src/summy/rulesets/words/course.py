"""The course of a game in words: aim, material, turn, end, and what a table may choose."""

from __future__ import annotations

from itertools import groupby

from summy.language import marked
from summy.rulesets.model import Ruleset
from summy.rulesets.words.choices import options_in_words
from summy.rulesets.words.sentence import Rule, Section, Sentence, say
from summy.tiles import BLANK, CHOICES


def _section(key: str, title: Sentence, sentences: list[Sentence]) -> Section:
    return Section(key, title, tuple(Rule(sentence) for sentence in sentences))


def aim_section(ruleset: Ruleset) -> Section:
    """What a player wants."""
    sentences = [
        say("Lay true sums and score their tiles. The highest score wins."),
        say("Equal scores are a draw."),
    ]
    if ruleset.sides.minimum == 1:
        sentences.append(say("Playing alone, your score is the result; the computer plays the same tiles to compare."))
    return _section("aim", say("Aim"), sentences)


_START = {
    "random": marked("Chance decides who begins."),
    "lowest": marked(
        "The side whose lowest digit is lowest begins. If they are equal, the next lowest is compared, and "
        "so "
        "on; a side without another digit loses the comparison; if all are equal, chance decides."
    ),
    "draw": marked(
        "Each side draws one tile: a blank comes first, then 20 down to 0, then every sign. The highest "
        "begins, equal tiles draw again, and the tiles go back."
    ),
}


def material_section(ruleset: Ruleset) -> Section:
    """Tiles, table, sides, hands, who begins."""
    tiles, sides = ruleset.tiles, ruleset.sides
    sentences = [
        say("There are {total} tiles: {groups}.", total=tiles.total, groups=_tile_groups(ruleset)),
        *_table(ruleset),
    ]
    if BLANK in tiles.counts:
        sentences.append(say("A blank stands for what you choose when you lay it, for good."))
    sentences += [
        say("With {tile} you choose one of its two signs when you lay it, for good.", tile=name)
        for name in CHOICES
        if name in tiles.counts
    ]
    if sides.minimum == sides.maximum:
        sentences.append(say("There are {count} sides.", count=sides.minimum))
    else:
        sentences.append(
            say(
                "There are {fewest} to {most} sides, {usual} as a rule.",
                fewest=sides.minimum,
                most=sides.maximum,
                usual=sides.default,
            )
        )
    sentences += [
        say("A side is one person, or a team that shares one hand."),
        say("Each side draws {size} tiles; the rest is the stock.", size=ruleset.hand_size),
        Sentence(_START[ruleset.first_side]),
    ]
    return _section("material", say("Tiles and table"), sentences)


def _tile_groups(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Tiles with the same number of copies together, in canonical order: `0–9, 6 each`."""
    groups = []
    for count, entries in groupby(ruleset.tiles.counts.items(), key=lambda entry: entry[1]):
        names = [name for name, _count in entries]
        tiles = f"{names[0]}–{names[-1]}" if len(names) > 2 and _consecutive(names) else " ".join(names)
        if count == 1:
            groups.append(say("{tiles}, one each", tiles=tiles) if len(names) > 1 else say("one {tiles}", tiles=tiles))
        elif len(names) > 1:
            groups.append(say("{tiles}, {count} each", tiles=tiles, count=count))
        else:
            groups.append(say("{tiles}, {count} of them", tiles=tiles, count=count))
    return tuple(groups)


def _consecutive(names: list[str]) -> bool:
    if not all(name.isdigit() for name in names):
        return False
    numbers = [int(name) for name in names]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _table(ruleset: Ruleset) -> list[Sentence]:
    board = ruleset.board
    if board.width is None or board.height is None:
        sentences = [say("The table has no edge.")]
    else:
        sentences = [say("The board has {width} by {height} squares.", width=board.width, height=board.height)]
    if board.first is not None:
        sentences.append(say("One {tile} lies in the middle from the start.", tile=board.first[0].face))
    if board.premium_rows:
        sentences.append(
            say(
                "Bonus squares count for tiles laid there this turn: 2P and 3P for one tile, 2E and 3E for "
                "the "
                "whole equation."
            )
        )
    return sentences


_PASS = {
    "always": marked("Pass: at any time."),
    "stock_empty": marked("Pass: only when the stock is empty."),
    "never": marked("You may not pass."),
}


def turn_section(ruleset: Ruleset) -> Section:
    """What a side may do in its turn."""
    turn = ruleset.turn
    sentences = [say("When it is your turn you do exactly one of these things.")]
    if ruleset.placement == "crossword":
        sentences.append(
            say("Play: lay 1 to all tiles of your hand in one row or column, and score every line you make or change.")
        )
    else:
        sentences.append(say("Play: lay one line with 1 to all tiles of your hand, and score it."))
    if turn.discard:
        sentences.append(
            say(
                "Discard: while the stock is not empty you may put away 1 to all tiles of your hand, also "
                "when "
                "you could play. They leave the game; nobody else sees which until it is over."
            )
        )
    if turn.exchange and turn.exchange_min_stock > 1:
        sentences.append(
            say(
                "Exchange: while the stock holds at least {least} tiles you may exchange 1 or more. You draw "
                "first, then yours go back.",
                least=turn.exchange_min_stock,
            )
        )
    elif turn.exchange:
        sentences.append(
            say("Exchange: you may exchange as many tiles as the stock holds. You draw first, then yours go back.")
        )
    sentences.append(Sentence(_PASS[turn.pass_]))
    size = ruleset.hand_size
    if turn.discard:
        sentences.append(
            say(
                "After a play or a discard you fill your hand up to {size} tiles, as far as the stock reaches.",
                size=size,
            )
        )
    else:
        sentences.append(
            say("After a play you fill your hand up to {size} tiles, as far as the stock reaches.", size=size)
        )
    return _section("turn", say("Your turn"), [*sentences, *_untrue(ruleset)])


def _untrue(ruleset: Ruleset) -> list[Sentence]:
    """What happens to a play that is not true."""
    if ruleset.turn.challenge != "challenge":
        return [say("A play that is not true is refused with the reason; you lose nothing and try again.")]
    return [
        say("A play may be untrue: it stands until the other side plays, exchanges, passes or challenges it."),
        say("If the challenge is right, the tiles go back and the play scores nothing."),
        say("If the challenge is wrong, the challenger’s turn is lost."),
    ]


def end_section(ruleset: Ruleset) -> Section:
    """When the game is over, and what is settled."""
    end = ruleset.end
    sentences = []
    if end.out:
        sentences.append(say("The game ends when the stock is empty and a side has laid its last tile."))
    if end.out and end.out_bonus == 1:
        sentences.append(say("That side gains the points left in the other hands."))
    elif end.out and end.out_bonus > 1:
        sentences.append(say("That side gains {times} times the points left in the other hands.", times=end.out_bonus))
    if end.no_play:
        sentences.append(say("The game ends when the stock is empty and no side has a legal play."))
    sentences.append(_scoreless(ruleset))
    if end.scoreless_deduct:
        sentences.append(say("Each side then loses the points left in its own hand, once."))
    elif not end.out_bonus:
        sentences.append(say("Tiles left in a hand cost nothing."))
    if ruleset.turn.pass_ == "stock_empty":
        sentences.append(say("A side without tiles passes by itself when the stock is empty."))
    return _section("end", say("End"), sentences)


def _scoreless(ruleset: Ruleset) -> Sentence:
    end = ruleset.end
    if end.scoreless_counts == "stock_empty" and end.scoreless_per_side == 1:
        return say(
            "The game ends when every side in turn has laid no sum, counting only turns that began with an "
            "empty stock. The discard that empties the stock does not count."
        )
    if end.scoreless_counts == "stock_empty":
        return say(
            "The game ends when every side has had {turns} turns in a row without a play that began with an "
            "empty stock.",
            turns=end.scoreless_per_side,
        )
    if end.scoreless_per_side == 1:
        return say("The game ends when every side in turn has not played.")
    return say(
        "The game also ends when every side has had {turns} turns in a row without a play; exchanging and "
        "passing count.",
        turns=end.scoreless_per_side,
    )


def options_section(ruleset: Ruleset) -> Section:
    """What a table may set differently."""
    sentences = [
        say(
            "{title}: {choices}.",
            title=option.title,
            choices=tuple(words for _value, words in option.choices),
        )
        for option in options_in_words(ruleset)
    ]
    return _section("options", say("What a table may choose"), sentences)
