"""What the referee says: lines, verdicts, outcomes."""

from __future__ import annotations

from dataclasses import dataclass

from summy.board import Direction, Square
from summy.refusals import Refusal
from summy.tiles import Token, format_faces


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a play forms or completes."""

    start: Square
    direction: Direction
    tokens: tuple[Token, ...]
    score: int
    """Points of this line alone."""

    closes: tuple[Square, ...] = ()
    """The squares that are closed from then on."""

    @property
    def text(self) -> str:
        """The line in faces, e.g. `8x15=120`."""
        return format_faces(token.face for token in self.tokens)

    def squares(self) -> tuple[Square, ...]:
        """Its squares, in reading order."""
        return tuple(self.start.moved(self.direction, step) for step in range(len(self.tokens)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of a move."""

    legal: bool
    score: int = 0
    lines: tuple[Line, ...] = ()
    """The played line first, then crossing lines by row and column (those that count)."""

    refusal: Refusal | None = None
    """Why not, when it is not legal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    scores: tuple[int, ...]
    winner: int | None
    """The winning side counted from 0; None for a draw (and for a game with one side)."""

    reason: str
    """`finished` by the rules, else `resigned`, `abandoned`, `timeout` or `agreed`."""
