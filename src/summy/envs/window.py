"""The part of the table that actions and observations speak of, always of the same size for one environment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from summy.board import Board, Square
from summy.rulesets import Ruleset

DEFAULT_WINDOW = 41
"""Squares a side of the window where the table has no edge: none of 183,507 plays measured lays a tile outside
(docs/envs.md)."""


@dataclass(frozen=True)
class Window:
    """A rectangle of squares, numbered by row, then by column."""

    left: int
    """Smallest x."""

    top: int
    """Smallest y."""

    width: int
    height: int

    @property
    def size(self) -> int:
        """How many squares there are."""
        return self.width * self.height

    def contains(self, square: tuple[int, int]) -> bool:
        """Whether a square is in the window."""
        return 0 <= square[0] - self.left < self.width and 0 <= square[1] - self.top < self.height

    def index(self, square: tuple[int, int]) -> int:
        """The number of a square."""
        return (square[1] - self.top) * self.width + square[0] - self.left

    def square(self, index: int) -> Square:
        """The square of a number."""
        down, across = divmod(index, self.width)
        return Square(self.left + across, self.top + down)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares, by their numbers."""
        return tuple(self.square(index) for index in range(self.size))


def window_shape(ruleset: Ruleset, across: int = DEFAULT_WINDOW) -> tuple[int, int]:
    """Width and height of the window: the whole board, or a square where the table has no edge."""
    board = ruleset.board
    return (board.width or across, board.height or across)


def window_over(board: Board, ruleset: Ruleset, across: int = DEFAULT_WINDOW) -> Window:
    """The window over a table: the whole board, or as many squares round the middle of the tiles that lie there."""
    width, height = window_shape(ruleset, across)
    if ruleset.board.bounded:
        return Window(0, 0, width, height)
    xs = [square.x for square in board.tokens] or [0]
    ys = [square.y for square in board.tokens] or [0]
    return Window((min(xs) + max(xs)) // 2 - width // 2, (min(ys) + max(ys)) // 2 - height // 2, width, height)
