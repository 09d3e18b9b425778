"""The puzzle on the first page: one square is open, three tiles are offered, the referee decides.

All puzzles lie on the same table, which five real plays have made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.translation import gettext

from summy.board import Direction, Square
from summy.examples import laid_tiles, table_after, with_hand_for
from summy.move import Placement, Play
from summy.position import Position
from summy.referee import Verdict, judge_play
from summy.rulesets import load_ruleset

from .pictures import Picture, picture
from .rule_pages import verdict_words
from .table_form import spoken

_TABLE: Final = (
    (0, -3, "down", "5x3.15"),
    (0, -1, "across", ".+6=9"),
    (4, -5, "down", "4+5=."),
    (-4, 1, "across", "9-8=."),
    (-4, -3, "down", "7+2=."),
)
"""Plays in steps from the first tile, see `summy.examples.laid_tiles`."""

OPEN: Final = "?"


@dataclass(frozen=True)
class Puzzle:
    """A line with one open square, and the tiles to choose from."""

    x: int
    y: int
    direction: str
    text: str
    """The line: a full stop for a tile of the table, a question mark for the open square."""
    offered: tuple[str, ...]


PUZZLES: Final = (
    Puzzle(-4, -3, "across", ".x8=.?", ("4", "6", "9")),
    Puzzle(2, -4, "down", "48?.=8", ("+", "x", ":")),
    Puzzle(-1, -5, "across", "3?:9=.", ("2", "6", "8")),
    Puzzle(-2, -5, "down", "2+3?2=.", ("+", "x", "-")),
    Puzzle(0, 2, "across", ".?9=45", ("x", "+", ":")),
)


@dataclass(frozen=True)
class Answer:
    """One of the tiles on offer, with what the referee says of it."""

    tile: str
    verdict: Verdict
    message: str


@dataclass(frozen=True)
class Asked:
    """A puzzle as the page shows it."""

    number: int
    picture: Picture
    answers: tuple[Answer, ...]
    following: int
    """Number of the next puzzle; the last is followed by the first."""


@cache
def table() -> Position:
    """The table of all puzzles."""
    return table_after(load_ruleset("summy"), *_TABLE)


def ask(number: int) -> Asked:
    """The puzzle with this number, counted from 0 and around."""
    number %= len(PUZZLES)
    line, square, verdicts = _judged(number)
    return Asked(
        number=number,
        picture=picture(table(), line, ask=square),
        answers=tuple(
            Answer(tile, verdict, _message(verdict))
            for tile, verdict in zip(PUZZLES[number].offered, verdicts, strict=True)
        ),
        following=(number + 1) % len(PUZZLES),
    )


@cache
def _judged(number: int) -> tuple[Play, Square, tuple[Verdict, ...]]:
    """The tiles that lie already, the open square, and the verdict on each tile on offer."""
    puzzle = PUZZLES[number]
    line = laid_tiles(table(), puzzle.x, puzzle.y, puzzle.direction, puzzle.text.replace(OPEN, "_"))
    origin = Square(*table().ruleset.board.centre)
    start = Square(origin.x + puzzle.x, origin.y + puzzle.y)
    square = start.moved(Direction(puzzle.direction), puzzle.text.index(OPEN))
    plays = [Play((*line.tiles, Placement(square, tile, tile)), line.direction) for tile in puzzle.offered]
    return line, square, tuple(judge_play(with_hand_for(table(), play), play) for play in plays)


def _message(verdict: Verdict) -> str:
    if verdict.refusal is not None:
        return verdict_words(verdict, spoken(), table().ruleset)
    return gettext("True: %(sum)s. It scores %(points)d.") % {
        "sum": verdict.lines[0].text,
        "points": verdict.score,
    }
