"""Squares, directions and the table: which tiles lie where, which squares are closed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from summy.errors import FormatError
from summy.rulesets.model import LIMIT, BoardSpec
from summy.tiles import Token, shown


class Square(NamedTuple):
    """A square: `x` to the right, `y` down. On a bounded board (0, 0) is the top left."""

    x: int
    y: int

    def moved(self, direction: Direction, steps: int = 1) -> Square:
        """The square so many steps along a direction."""
        if direction is Direction.ACROSS:
            return Square(self.x + steps, self.y)
        return Square(self.x, self.y + steps)

    def neighbours(self) -> tuple[Square, Square, Square, Square]:
        """The four squares that share an edge with this one."""
        x, y = self
        return (Square(x - 1, y), Square(x + 1, y), Square(x, y - 1), Square(x, y + 1))


def reading_order(square: tuple[int, int]) -> tuple[int, int]:
    """Sort key: by row, then by column."""
    return (square[1], square[0])


class Direction(StrEnum):
    """How a line is read."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> Direction:
        """The crossing direction."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def mark(self) -> str:
        """Its sign in move texts: `>` across, `v` down."""
        return ">" if self is Direction.ACROSS else "v"


class Run(NamedTuple):
    """A maximal unbroken row of tiles."""

    start: Square
    direction: Direction
    tokens: tuple[Token, ...]

    def squares(self) -> tuple[Square, ...]:
        """The squares of the run, in reading order."""
        return tuple(self.start.moved(self.direction, step) for step in range(len(self.tokens)))

    def ends(self) -> tuple[Square, Square]:
        """The squares directly before and after the run."""
        return self.start.moved(self.direction, -1), self.start.moved(self.direction, len(self.tokens))


class Board:
    """The tiles on the table and the closed squares. Immutable; `placing` gives a new one."""

    __slots__ = ("_reserved", "_tokens")

    def __init__(self, tokens: Mapping[Square, Token] | None = None, reserved: Iterable[Square] = ()) -> None:
        self._tokens: dict[Square, Token] = dict(tokens or {})
        self._reserved: frozenset[Square] = frozenset(reserved)

    @property
    def tokens(self) -> Mapping[Square, Token]:
        """Laid tiles by square."""
        return MappingProxyType(self._tokens)

    @property
    def reserved(self) -> frozenset[Square]:
        """Squares on which nothing may ever be placed."""
        return self._reserved

    def get(self, square: Square) -> Token | None:
        """The tile on a square."""
        return self._tokens.get(square)

    def __contains__(self, square: object) -> bool:
        return square in self._tokens

    def __len__(self) -> int:
        return len(self._tokens)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._tokens == other._tokens and self._reserved == other._reserved

    def __hash__(self) -> int:
        return hash((frozenset(self._tokens.items()), self._reserved))

    def __repr__(self) -> str:
        return f"<Board with {len(self._tokens)} tiles, {len(self._reserved)} closed squares>"

    def sorted_tokens(self) -> Iterator[tuple[Square, Token]]:
        """Tiles by row, then by column."""
        for square in sorted(self._tokens, key=reading_order):
            yield square, self._tokens[square]

    def run(self, square: Square, direction: Direction) -> Run:
        """The maximal run through an occupied square."""
        tokens = self._tokens
        start = square
        while (before := start.moved(direction, -1)) in tokens:
            start = before
        line = []
        here = start
        while (token := tokens.get(here)) is not None:
            line.append(token)
            here = here.moved(direction)
        return Run(start, direction, tuple(line))

    def placing(self, placed: Mapping[Square, Token], reserved: Iterable[Square] = ()) -> Board:
        """The board after more tiles and more closed squares."""
        board = Board.__new__(Board)
        board._tokens = {**self._tokens, **placed}
        board._reserved = self._reserved.union(reserved) if reserved else self._reserved
        return board

    def without(self, squares: Iterable[Square]) -> Board:
        """The board after tiles are taken back."""
        gone = set(squares)
        return Board({square: token for square, token in self._tokens.items() if square not in gone}, self._reserved)


def empty_board(spec: BoardSpec) -> Board:
    """The table before the first turn: the first tile where the game has one."""
    if spec.first is None:
        return Board()
    token, xy = spec.first
    return Board({Square(*xy): token})


_OPEN_SQUARE = re.compile(r"(0|-?[1-9][0-9]{0,6}),(0|-?[1-9][0-9]{0,6})")
_BOARD_SQUARE = re.compile(r"([A-Z])([1-9][0-9]?)")


def format_square(square: tuple[int, int], *, bounded: bool) -> str:
    """`-3,0` on the unlimited table, `H8` (column letter, row number) on a bounded board.

    >>> format_square((7, 7), bounded=True), format_square((-3, 0), bounded=False)
    ('H8', '-3,0')

    Squares off a bounded board have no such name and are written like those of the unlimited table.
    """
    x, y = square
    if bounded and 0 <= x < 26 and 0 <= y < 99:
        return f"{chr(ord('A') + x)}{y + 1}"
    return f"{x},{y}"


def parse_square(text: str, *, key: str = "", bounded: bool | None = None) -> Square:
    """A square from its text; `bounded` tells which of the two forms is expected (None takes both)."""
    if match := _OPEN_SQUARE.fullmatch(text):
        if bounded is not True:
            square = Square(int(match[1]), int(match[2]))
            if abs(square.x) <= LIMIT and abs(square.y) <= LIMIT:
                return square
            raise FormatError(f"{text} is too far away", key=key)
    elif (match := _BOARD_SQUARE.fullmatch(text)) and bounded is not False:
        return Square(ord(match[1]) - ord("A"), int(match[2]) - 1)
    form = {True: "a square like H8", False: "a square like -3,0", None: "a square like -3,0 or H8"}[bounded]
    raise FormatError(f"{shown(text)} is not {form}", key=key)
