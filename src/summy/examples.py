"""Worked examples for the rules in words, each judged by the referee: they cannot be wrong.

A line is judged as if it were laid through one tile of an otherwise empty table; examples of the table are a
few plays from the start of a game, each with the verdict on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from summy.board import Board, Direction, Square, empty_board
from summy.move import Placement, Play
from summy.position import Position
from summy.referee import Verdict, judge_play, place
from summy.rulesets import Ruleset
from summy.rulesets.words import Sentence
from summy.rulesets.words.sentence import say
from summy.tiles import EQUALS, Token, parse_token, split_line_text


def judge_line(ruleset: Ruleset, text: str) -> Verdict:
    """What the referee says of a line such as `8x15=120`, of any length, laid on squares without a bonus.

    Raises FormatError for a text that is no line of tiles.

    >>> from summy.rulesets import load_ruleset
    >>> judge_line(load_ruleset("summy"), "8x15=120").score
    17
    >>> judge_line(load_ruleset("summy"), "8x15=121").refusal.message()
    '8x15 is 120, not 121'
    """
    tokens = [_in_set(ruleset, parse_token(symbol, key="line")) for symbol in split_line_text(text, key="line")]
    plain = replace(
        ruleset,
        board=replace(ruleset.board, width=None, height=None, premium_rows=()),
        scoring=replace(ruleset.scoring, full_hand_bonus=0),
    )
    on_table = next((index for index, token in enumerate(tokens) if token.face == EQUALS), 0)
    start = Square(*ruleset.board.centre).moved(Direction.ACROSS, -(len(tokens) // 2))
    squares = [start.moved(Direction.ACROSS, step) for step in range(len(tokens))]
    laid = list(zip(squares, tokens, strict=True))
    square, token = laid.pop(on_table)
    sides = ruleset.sides.default
    hand = tuple(token.tile for _square, token in laid)
    position = Position(plain, Board({square: token}), (hand,) * sides, (0,) * sides)
    verdict = judge_play(position, _play(laid, Direction.ACROSS))
    if verdict.refusal is None:
        return verdict
    # There is only one line: a sentence need not say that it is the one across.
    return replace(verdict, refusal=replace(verdict.refusal, line=""))


def _in_set(ruleset: Ruleset, token: Token) -> Token:
    """The token as the ruleset's tiles can show it: `x` by a choice tile where there is no plain one."""
    if token.tile in ruleset.tiles.counts:
        return token
    shown_by = next((name for name in ruleset.tiles.counts if token.face in ruleset.tiles.faces(name)), token.tile)
    return Token(shown_by, token.face)


@dataclass(frozen=True)
class TableExample:
    """A play on a small table, with the verdict on it."""

    title: Sentence
    position: Position
    play: Play
    verdict: Verdict


@lru_cache(maxsize=32)
def table_examples(ruleset: Ruleset) -> tuple[TableExample, ...]:
    """Plays that show where tiles may go; none for crossword placement, whose rule needs no picture."""
    if ruleset.placement != "line" or ruleset.board.first is None:
        return ()
    start = table_after(ruleset, (-3, 0, "across", "1+2.3"))
    crossed = table_after(ruleset, (-3, 0, "across", "1+2.3"), (1, -2, "down", "9-.=6"))
    examples = [
        (say("Across a tile of the table"), start, (1, -2, "down", "9-.=6")),
        (say("Touching other tiles from the side"), crossed, (0, -3, "down", "5-5.0")),
        (say("Making a finished sum longer"), start, (2, 0, "across", "0")),
        (say("With a gap"), start, (1, -2, "down", "9_.=6")),
        (say("Without a tile of the table"), start, (-3, 2, "across", "2+2=4")),
    ]
    return tuple(_judged(title, position, laid_tiles(position, *laid)) for title, position, laid in examples)


def _judged(title: Sentence, before: Position, play: Play) -> TableExample:
    position = with_hand_for(before, play)
    return TableExample(title, position, play, judge_play(position, play))


def table_after(ruleset: Ruleset, *laid: tuple[int, int, str, str]) -> Position:
    """The table after some plays of one side that happens to have the right tiles; see `laid_tiles`."""
    sides = ruleset.sides.default
    position = Position(ruleset, empty_board(ruleset.board), (0,) * sides, (0,) * sides)
    for entry in laid:
        play = laid_tiles(position, *entry)
        position = place(with_hand_for(position, play), play)
    return position


def with_hand_for(position: Position, play: Play) -> Position:
    """The same position with just the tiles of the play in the hand of the side to move."""
    hand = tuple(placement.tile for placement in play.tiles)
    return replace(position, hands=(hand, *position.hands[1:]))


def laid_tiles(position: Position, x: int, y: int, direction: str, text: str) -> Play:
    """A play of one-character tiles, in steps from the first tile of the table.

    In `text` a full stop stands for a tile that lies there already, an underscore for a square left empty.
    """
    origin = position.ruleset.board.first[1] if position.ruleset.board.first else position.ruleset.board.centre
    way = Direction(direction)
    start = Square(origin[0] + x, origin[1] + y)
    laid = [(start.moved(way, step), Token(tile, tile)) for step, tile in enumerate(text) if tile not in "._"]
    return _play(laid, way)


def _play(laid: list[tuple[Square, Token]], direction: Direction) -> Play:
    return Play(tuple(Placement(square, token.tile, token.face) for square, token in laid), direction)
