"""The legal plays of a turn as rows of actions, looked at by the part of the turn that is chosen already.

A position can have millions of plays (A-Math with blanks). They stay packed in the kernel, and are turned into arrays
stretch by stretch: once to see which anchors have a play at all, and once more for the plays of the anchor chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from summy.engine import movegen
from summy.envs.actions import STOP, ActionSpace
from summy.envs.window import Window
from summy.position import Position
from summy.tiles import FACES, MAX_HAND, ORDER

STRETCH = 1 << 16
"""Plays that are looked at together: 2.6 MB of rows."""

ROW = np.dtype(
    [
        ("x", "=i4"),
        ("y", "=i4"),
        ("last", "=i4"),
        ("down", "u1"),
        ("count", "u1"),
        ("names", "u1", (MAX_HAND,)),
        ("faces", "u1", (MAX_HAND,)),
        ("padding", "u1", (2,)),
    ]
)
"""`PlayRow` of `engine/kernel/rows.pxd`."""

Rows = NDArray[np.void]
Codes = NDArray[np.int16]
"""One play a row: its tile actions in line order, `STOP` behind the last of them, up to the end of the row."""


class PlaysOfTurn:
    """The legal plays of the side to move that lie in the window."""

    def __init__(self, space: ActionSpace, position: Position, window: Window) -> None:
        self._space = space
        self._window = window
        self._found = movegen.generate(position)
        self._only_stretch: Rows | None = None

    @cached_property
    def anchors(self) -> tuple[int, ...]:
        """The anchors that have a play, in ascending order."""
        seen = np.zeros(self._space.size, bool)
        for rows in self._stretches():
            seen[self._anchors_of(rows)] = True
        return tuple(np.flatnonzero(seen).tolist())

    def at(self, anchor: int) -> Codes:
        """The plays of an anchor."""
        codes = _codes_of(self._space)
        parts = []
        for rows in self._stretches():
            chosen = rows[self._anchors_of(rows) == anchor]
            actions = codes[chosen["names"], chosen["faces"]]
            parts.append(np.pad(actions, ((0, 0), (0, 1)), constant_values=STOP))
        return np.concatenate(parts) if parts else np.empty((0, MAX_HAND + 1), np.int16)

    def _stretches(self) -> Iterator[Rows]:
        """The plays in the window, so many at a time."""
        if self._only_stretch is not None:
            yield self._only_stretch
            return
        for first in range(0, len(self._found), STRETCH):
            rows = self._inside(np.frombuffer(self._found.rows(first, STRETCH), ROW))
            if len(self._found) <= STRETCH:
                self._only_stretch = rows
            yield rows

    def _inside(self, rows: Rows) -> Rows:
        if self._space.ruleset.board.bounded:
            return rows
        window = self._window
        right, bottom = window.left + window.width, window.top + window.height
        inside = (rows["x"] >= window.left) & (rows["y"] >= window.top) & (rows["x"] < right) & (rows["y"] < bottom)
        return rows[inside & (rows["last"] < np.where(rows["down"] == 1, bottom, right))]

    def _anchors_of(self, rows: Rows) -> NDArray[np.int32]:
        window, space = self._window, self._space
        square = (rows["y"] - window.top) * window.width + (rows["x"] - window.left)
        anchors: NDArray[np.int32] = space.first_anchor + rows["down"].astype(np.int32) * space.squares + square
        return anchors


@lru_cache(maxsize=64)
def _codes_of(space: ActionSpace) -> Codes:
    """The tile action of each name and face, by their places in canonical order; `STOP` where there is no tile."""
    codes = np.full((256, 256), STOP, np.int16)
    for tile, number in space.number_of.items():
        if tile.face is not None:
            codes[ORDER.index(tile.name), FACES.index(tile.face)] = number
    return codes
