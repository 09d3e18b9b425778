"""What a side sees, as arrays. Hidden tiles are in none of them (docs/envs.md lists shapes and meanings)."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from summy.board import Square
from summy.envs.table import Settings, Table
from summy.envs.window import Window, window_over
from summy.position import Position, hand_count
from summy.tiles import FACES, has_own_face

MOST_POINTS = 10**9
"""Scores are shown as at most so many points either way; a ruleset that scores results has no limit of its own."""

Array = NDArray[np.integer[Any]]
Arrays = dict[str, Array]


class Piece(NamedTuple):
    """One array of an observation."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    private: bool
    """Whether it holds what only the observing side knows."""

    @property
    def dtype(self) -> type[np.integer[Any]]:
        """Marks are bytes, numbers have 32 bits."""
        return np.int8 if self.high == 1 else np.int32


PHASES = ("choosing", "across", "down", "discard", "exchange")
"""What the side to move is doing: about to choose, laying across or down, giving tiles away."""


class Layout:
    """The arrays of a game's observations."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The faces that tiles of the set can show, in canonical order: one plane each."""
        rules = self.settings.ruleset.tiles
        shown = {face for name in rules.counts for face in rules.faces(name)}
        return tuple(face for face in FACES if face in shown)

    @cached_property
    def unfixed(self) -> tuple[str, ...]:
        """Choice tiles and the blank: one plane each for the squares where they lie."""
        return tuple(name for name in self.settings.ruleset.tiles.counts if not has_own_face(name))

    @cached_property
    def premiums(self) -> tuple[str, ...]:
        """The kinds of premium squares: one plane each."""
        rows = self.settings.ruleset.board.premium_rows
        return tuple(sorted({kind for row in rows for kind in row if kind}))

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """Names of the planes of `board`."""
        return (*self.faces, *self.unfixed, "closed", *self.premiums)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The arrays, in the order of the flat tensor."""
        settings, space = self.settings, self.settings.space
        kinds, total, sides = len(space.names), settings.ruleset.tiles.total, settings.sides
        area = (space.height, space.width)
        return (
            Piece("board", (len(self.planes), *area), 0, 1, False),
            Piece("draft", (2, *area), 0, 1, True),
            Piece("hand", (kinds,), 0, total, True),
            Piece("taken", (kinds,), 0, total, True),
            Piece("unseen", (kinds,), 0, total, True),
            Piece("hand_sizes", (sides,), 0, total, False),
            Piece("discarded", (sides,), 0, total, False),
            Piece("stock", (1,), 0, total, False),
            Piece("scores", (sides,), -MOST_POINTS, MOST_POINTS, False),
            Piece("scoreless", (1,), 0, settings.turn_limit, False),
            Piece("phase", (len(PHASES),), 0, 1, True),
        )


def observe(table: Table, side: int, *, private: bool = True) -> Arrays:
    """What a side sees: the public arrays, and with `private` those that only this side knows.

    Sides are counted from the observing one: index 0 is its own, 1 the next in order of play.
    """
    layout = layout_of(table.settings)
    position = table.position
    window = window_over(position.board, table.settings.ruleset, table.settings.window)
    order = [(side + step) % position.sides for step in range(position.sides)]
    arrays = {
        "board": _board(layout, position, window),
        "hand_sizes": _numbers([hand_count(position.hands[other]) or 0 for other in order]),
        "discarded": _numbers([hand_count(position.discarded[other]) or 0 for other in order]),
        "stock": _numbers([position.stock_count or 0]),
        "scores": _numbers([max(-MOST_POINTS, min(MOST_POINTS, position.scores[other])) for other in order]),
        "scoreless": _numbers([min(position.scoreless, table.settings.turn_limit)]),
    }
    if private:
        choosing = side == position.to_move and not table.over
        arrays |= _held(table, side, choosing) | _draft(layout, table, window, choosing)
        if choosing:
            _lay(layout, arrays["board"], table, window)
    return arrays


def unseen(position: Position, side: int) -> Counter[str]:
    """The tiles a side has not seen: of the stock, other hands and others' discards, all together."""
    hidden = Counter(position.ruleset.tiles.counts)
    hidden.subtract(token.tile for token in position.board.tokens.values())
    for known in (position.hands[side], position.discarded[side]):
        assert isinstance(known, tuple)
        hidden.subtract(known)
    return hidden


def _numbers(values: list[int]) -> Array:
    return np.array(values, np.int32)


def _counts(names: tuple[str, ...], counts: Counter[str]) -> Array:
    return _numbers([max(counts[name], 0) for name in names])


def _board(layout: Layout, position: Position, window: Window) -> Array:
    planes = _empty_board(layout, window.width, window.height).copy()
    plane_of = _planes_by_name(layout)
    for square, token in position.board.tokens.items():
        if window.contains(square):
            _put(planes, plane_of, window, square, token.tile, token.face)
    closed = plane_of["closed"]
    for x, y in position.board.reserved:
        if window.contains((x, y)):
            planes[closed, y - window.top, x - window.left] = 1
    return planes


def _put(planes: Array, plane_of: dict[str, int], window: Window, square: Square, tile: str, face: str) -> None:
    row, column = square.y - window.top, square.x - window.left
    planes[plane_of[face], row, column] = 1
    if not has_own_face(tile):
        planes[plane_of[tile], row, column] = 1


@lru_cache(maxsize=64)
def _empty_board(layout: Layout, width: int, height: int) -> Array:
    """The planes of a table without tiles: nothing but premium squares."""
    planes = np.zeros((len(layout.planes), height, width), np.int8)
    plane_of = _planes_by_name(layout)
    for y, row in enumerate(layout.settings.ruleset.board.premium_rows):
        for x, kind in enumerate(row):
            if kind:
                planes[plane_of[kind], y, x] = 1
    return planes


@lru_cache(maxsize=64)
def _planes_by_name(layout: Layout) -> dict[str, int]:
    return {name: index for index, name in enumerate(layout.planes)}


def _held(table: Table, side: int, choosing: bool) -> Arrays:
    """Tiles that the side knows of, by kind."""
    names = table.settings.space.names
    hand = table.position.hands[side]
    assert isinstance(hand, tuple)
    taken = Counter(table.turn.taken) if choosing else Counter[str]()
    return {
        "hand": _counts(names, Counter(hand) - taken),
        "taken": _counts(names, taken),
        "unseen": _counts(names, unseen(table.position, side)),
    }


def _draft(layout: Layout, table: Table, window: Window, choosing: bool) -> Arrays:
    """Where the tiles of the turn lie that is being chosen, where the next one would go, and what is being done."""
    marks = np.zeros((2, window.height, window.width), np.int8)
    phase = np.zeros(len(PHASES), np.int8)
    if choosing:
        turn = table.turn
        squares = [placement.square for placement in turn.laid]
        for plane, square in [(0, square) for square in squares] + [(1, turn.next_square)]:
            if square is not None and window.contains(square):
                marks[plane, square.y - window.top, square.x - window.left] = 1
        phase[_phase(table)] = 1
    return {"draft": marks, "phase": phase}


def _phase(table: Table) -> int:
    turn = table.turn
    if not turn.actions:
        return PHASES.index("choosing")
    if turn.direction is not None:
        return PHASES.index(str(turn.direction))
    return PHASES.index(table.settings.space.text(turn.actions[0], turn.options.window))


def _lay(layout: Layout, planes: Array, table: Table, window: Window) -> None:
    plane_of = _planes_by_name(layout)
    for placement in table.turn.laid:
        _put(planes, plane_of, window, placement.square, placement.tile, placement.token.face)


@lru_cache(maxsize=64)
def layout_of(settings: Settings) -> Layout:
    """The arrays of a game, made once."""
    return Layout(settings)


def empty(settings: Settings) -> Arrays:
    """All arrays, filled with zeros."""
    return {piece.name: np.zeros(piece.shape, piece.dtype) for piece in layout_of(settings).pieces}
