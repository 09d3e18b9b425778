"""Moves in small steps: the numbers of the actions.

A turn is a row of actions. Either `pass`; or `discard` / `exchange`, then tiles in canonical order, then `stop`; or an
anchor (the square of the first laid tile and the direction of the line), then tiles from there on in line order, free
square by free square, each with the face it shows, then `stop`.

| numbers | action |
|---|---|
| 0 | stop |
| 1 | pass |
| 2 | discard |
| 3 | exchange |
| then | one a tile and face, in canonical order; after them tiles that need a face, without one (to swap them) |
| then | anchors across, square by square of the window; then anchors down |
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from summy.board import Direction, format_square
from summy.envs.window import DEFAULT_WINDOW, Window, window_shape
from summy.rulesets import Ruleset
from summy.tiles import face_text, has_own_face

STOP, PASS, DISCARD, EXCHANGE = range(4)
FIRST_TILE = 4

KIND_NAMES = ("stop", "pass", "discard", "exchange")


class TileAction(NamedTuple):
    """A tile to lay or to give away."""

    name: str
    face: str | None
    """None for a choice tile or blank that is given away."""

    @property
    def text(self) -> str:
        """As in move texts: `7`, `[12]`, `[?>7]`."""
        return face_text(self.name) if self.face in (None, self.name) else f"[{self.name}>{self.face}]"


class ActionSpace:
    """The actions of a ruleset with a window of some size. Equal arguments give equal numbers."""

    def __init__(self, ruleset: Ruleset, window: int = DEFAULT_WINDOW) -> None:
        self.ruleset = ruleset
        self.window = window
        self.width, self.height = window_shape(ruleset, window)

    def __reduce__(self) -> tuple[Any, ...]:
        return action_space, (self.ruleset, self.window)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tile names of the set, in canonical order."""
        return tuple(self.ruleset.tiles.counts)

    @cached_property
    def tiles(self) -> tuple[TileAction, ...]:
        """The tile actions, by number from `FIRST_TILE` on."""
        shown = [TileAction(name, face) for name in self.names for face in self.ruleset.tiles.faces(name)]
        return (*shown, *(TileAction(name, None) for name in self.names if not has_own_face(name)))

    @cached_property
    def number_of(self) -> dict[TileAction, int]:
        """The number of each tile action."""
        return {tile: FIRST_TILE + index for index, tile in enumerate(self.tiles)}

    @property
    def first_anchor(self) -> int:
        """Number of the first anchor."""
        return FIRST_TILE + len(self.tiles)

    @property
    def squares(self) -> int:
        """Squares of the window."""
        return self.width * self.height

    @property
    def size(self) -> int:
        """How many actions there are."""
        return self.first_anchor + 2 * self.squares

    def tile(self, action: int) -> TileAction:
        """The tile of an action."""
        return self.tiles[action - FIRST_TILE]

    def swapped(self, name: str) -> int:
        """The action that gives a tile away."""
        return self.number_of[TileAction(name, name if has_own_face(name) else None)]

    def anchor(self, action: int) -> tuple[int, Direction]:
        """The number of the square in the window, and the direction, of an anchor."""
        down, index = divmod(action - self.first_anchor, self.squares)
        return index, Direction.DOWN if down else Direction.ACROSS

    def text(self, action: int, window: Window) -> str:
        """An action for people: `stop`, `7`, `[?>7]`, `H8>`."""
        if action < FIRST_TILE:
            return KIND_NAMES[action]
        if action < self.first_anchor:
            tile = self.tile(action)
            return tile.text if tile.face is not None else f"{tile.text} away"
        index, direction = self.anchor(action)
        return format_square(window.square(index), bounded=self.ruleset.board.bounded) + direction.mark


@lru_cache(maxsize=64)
def action_space(ruleset: Ruleset, window: int = DEFAULT_WINDOW) -> ActionSpace:
    """The actions of a ruleset, made once."""
    return ActionSpace(ruleset, window)
