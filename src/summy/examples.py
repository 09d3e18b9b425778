"""Worked examples for the rules in words, each judged by the referee: they cannot be wrong.

A line is judged as if it were laid through one tile of an otherwise empty table; examples of the table are
plays from the start of a game or soon after it, each with the verdict on it.
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


Laid = tuple[int, int, str, str]
"""A play in steps from the first tile or the centre, see `laid_tiles`."""


@lru_cache(maxsize=32)
def table_examples(ruleset: Ruleset) -> tuple[TableExample, ...]:
    """Plays that show where tiles may go, legal ones first."""
    examples = _crossword_examples(ruleset) if ruleset.placement == "crossword" else _line_examples(ruleset)
    return tuple(_judged(title, position, laid_tiles(position, *laid)) for title, position, laid in examples)


def _line_examples(ruleset: Ruleset) -> list[tuple[Sentence, Position, Laid]]:
    if ruleset.board.first is None:
        return []
    start = table_after(ruleset, (-3, 0, "across", "1+2.3"))
    crossed = table_after(ruleset, (-3, 0, "across", "1+2.3"), (1, -2, "down", "9-.=6"))
    return [
        (say("Across a tile of the table"), start, (1, -2, "down", "9-.=6")),
        (say("Touching other tiles from the side"), crossed, (0, -3, "down", "5-5.0")),
        (say("Making a finished sum longer"), start, (2, 0, "across", "0")),
        (say("With a gap"), start, (1, -2, "down", "9_.=6")),
        (say("Without a tile of the table"), start, (-3, 2, "across", "2+2=4")),
    ]


def _crossword_examples(ruleset: Ruleset) -> list[tuple[Sentence, Position, Laid]]:
    if ruleset.board.first is not None:
        return []
    empty = table_after(ruleset)
    first = table_after(ruleset, (-2, 0, "across", "4+5=9"))
    zero = table_after(ruleset, (-2, 0, "across", "5x0=0"))
    examples = [
        (say("The first play covers the middle"), empty, (-2, 0, "across", "4+5=9")),
        (say("Across a line of the table"), first, (2, -4, "down", "8+1=.")),
        (say("Two lines at once: both are true, both score"), zero, (-3, -2, "down", "7+1=8")),
    ]
    if ruleset.tiles.blank_faces and {"12", "+/-"} <= ruleset.tiles.counts.keys():
        examples.append((say("A blank as 3, and a choice tile as -"), first, (2, -4, "down", "[12][+/->-][?>3]=.")))
    if ruleset.scoring.full_hand_bonus and ruleset.hand_size == len(_FULL_HAND):
        examples.append((say("{size} tiles in one turn", size=ruleset.hand_size), empty, (-3, 0, "across", _FULL_HAND)))
    return [
        *examples,
        (say("Beside other tiles without a true line"), first, (-1, 1, "across", "2+1=3")),
        (say("Without touching a tile"), first, (-2, 3, "across", "2+2=4")),
        (say("The first play beside the middle"), empty, (-2, 1, "across", "4+5=9")),
    ]


_FULL_HAND = "18+25=43"


def _judged(title: Sentence, before: Position, play: Play) -> TableExample:
    position = with_hand_for(before, play)
    return TableExample(title, position, play, judge_play(position, play))


def table_after(ruleset: Ruleset, *laid: Laid) -> Position:
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
    """A play in steps from the first tile of the table, or from the centre where there is none.

    In `text` a full stop stands for a tile that lies there already, an underscore for a square left empty.
    """
    ruleset = position.ruleset
    origin = ruleset.board.first[1] if ruleset.board.first else ruleset.board.centre
    way = Direction(direction)
    start = Square(origin[0] + x, origin[1] + y)
    laid = [
        (start.moved(way, step), _in_set(ruleset, parse_token(symbol, key="line")))
        for step, symbol in enumerate(split_line_text(text, key="line"))
        if symbol not in "._"
    ]
    return _play(laid, way)


def _play(laid: list[tuple[Square, Token]], direction: Direction) -> Play:
    return Play(tuple(Placement(square, token.tile, token.face) for square, token in laid), direction)
