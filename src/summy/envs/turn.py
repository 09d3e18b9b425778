"""One turn chosen action by action. Only what can be completed to a legal move is ever offered."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from summy.board import Direction, Square
from summy.envs.actions import DISCARD, EXCHANGE, PASS, STOP, ActionSpace
from summy.envs.plays import Codes, PlaysOfTurn
from summy.envs.window import Window, window_over
from summy.move import Discard, Exchange, Move, Pass, Placement, Play, line_direction
from summy.position import Position
from summy.referee import ends_when_accepted, refusal_of_pass


class Options:
    """What the side to move may do: made once a turn, shared by all steps of it."""

    def __init__(self, space: ActionSpace, position: Position) -> None:
        self.space = space
        self.position = position
        self.window: Window = window_over(position.board, space.ruleset, space.window)

    def __reduce__(self) -> tuple[Any, ...]:
        return Options, (self.space, self.position)

    @cached_property
    def plays(self) -> PlaysOfTurn | None:
        """The legal plays; None where a play that went out only waits to be accepted."""
        if ends_when_accepted(self.position):
            return None
        return PlaysOfTurn(self.space, self.position, self.window)

    @cached_property
    def most_swapped(self) -> dict[int, int]:
        """The kinds of swap that are legal, each with the most tiles it may take."""
        position, turn, stock = self.position, self.space.ruleset.turn, self.position.stock_count or 0
        held = len(position.hand)
        if self.plays is None or not held:
            return {}
        swaps = {}
        if turn.discard and stock:
            swaps[DISCARD] = held
        if turn.exchange and min(stock, held) and stock >= turn.exchange_min_stock:
            swaps[EXCHANGE] = min(stock, held)
        return swaps

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The actions that may begin the turn, in ascending order; never none.

        Where the rules leave a side without any move, it may still let its turn run out, which is `PASS` too.
        """
        anchors = self.plays.anchors if self.plays is not None else ()
        moves = (*self.most_swapped, *anchors)
        may_pass = refusal_of_pass(self.position) is None
        return (PASS, *moves) if may_pass or not moves else moves


class Turn:
    """A turn as far as it is chosen. Immutable: `after` gives a new one."""

    def __init__(self, options: Options, actions: tuple[int, ...] = (), codes: Codes | None = None) -> None:
        self.options = options
        self.actions = actions
        """What was chosen so far."""

        self._codes = codes if codes is not None or not self.is_play else self._recovered()

    @classmethod
    def of(cls, space: ActionSpace, position: Position) -> Turn:
        """A turn of which nothing is chosen."""
        return cls(Options(space, position))

    def __reduce__(self) -> tuple[Any, ...]:
        return Turn, (self.options, self.actions)

    def _recovered(self) -> Codes:
        """The plays that begin like this, found again."""
        assert self.options.plays is not None
        codes = self.options.plays.at(self.actions[0])
        for place, action in enumerate(self.actions[1:]):
            codes = codes[codes[:, place] == action]
        return codes

    @property
    def is_play(self) -> bool:
        """Whether tiles are being laid."""
        return bool(self.actions) and self.actions[0] >= self.options.space.first_anchor

    @property
    def complete(self) -> bool:
        """Whether the whole move is chosen."""
        return bool(self.actions) and (self.actions[0] == PASS or self.actions[-1] == STOP)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The actions that may follow, in ascending order; none once the move is complete."""
        if self.complete:
            return ()
        if not self.actions:
            return self.options.first
        if self.is_play:
            assert self._codes is not None
            return tuple(np.unique(self._codes[:, len(self.actions) - 1]).tolist())
        return self._swaps()

    def _swaps(self) -> tuple[int, ...]:
        """Tiles in canonical order, so that each multiset can be chosen in one way; `STOP` from the first tile on."""
        kind, *chosen = self.actions
        stop = (STOP,) if chosen else ()
        if len(chosen) == self.options.most_swapped[kind]:
            return stop
        left = Counter(self.options.position.hand) - Counter(self.taken)
        least = chosen[-1] if chosen else 0
        space = self.options.space
        return (*stop, *sorted(number for name in left if (number := space.swapped(name)) >= least))

    @cached_property
    def mask(self) -> NDArray[np.int8]:
        """One a legal action, zero for all others."""
        mask = np.zeros(self.options.space.size, np.int8)
        mask[list(self.legal)] = 1
        return mask

    def after(self, action: int) -> Turn:
        """The turn with one more action; ValueError when it is not legal."""
        if action not in self.legal:
            raise ValueError(f"action {action} is not legal here")
        codes = self._codes
        if codes is not None:
            codes = codes[codes[:, len(self.actions) - 1] == action]
        return Turn(self.options, (*self.actions, action), codes)

    @property
    def taken(self) -> tuple[str, ...]:
        """Names of the tiles taken out of the hand so far."""
        space = self.options.space
        return tuple(space.tile(action).name for action in self.actions[1:] if action != STOP)

    @cached_property
    def direction(self) -> Direction | None:
        """The direction of the line that is being laid."""
        return self.options.space.anchor(self.actions[0])[1] if self.is_play else None

    @cached_property
    def laid(self) -> tuple[Placement, ...]:
        """The tiles laid so far, in line order."""
        if not self.is_play:
            return ()
        space = self.options.space
        tiles = [space.tile(action) for action in self.actions[1:] if action != STOP]
        squares = self._free_squares(len(tiles))
        return tuple(Placement(at, tile.name, tile.face) for at, tile in zip(squares, tiles, strict=True))

    @property
    def next_square(self) -> Square | None:
        """Where the next tile would go; None when no line is being laid."""
        return self._free_squares(len(self.taken) + 1)[-1] if self.is_play else None

    def _free_squares(self, count: int) -> list[Square]:
        """The first free squares of the line, from the anchor on."""
        index, direction = self.options.space.anchor(self.actions[0])
        square, board = self.options.window.square(index), self.options.position.board
        found: list[Square] = []
        while len(found) < count:
            if square not in board:
                found.append(square)
            square = square.moved(direction)
        return found

    @property
    def move(self) -> Move:
        """The move of a complete turn. `Pass` where the turn runs out, too."""
        assert self.complete
        if self.is_play:
            in_line = self.options.space.ruleset.placement == "line"
            return Play(self.laid, self.direction if in_line else None)
        if self.actions[0] == PASS:
            return Pass()
        return Discard(self.taken) if self.actions[0] == DISCARD else Exchange(self.taken)

    @property
    def text(self) -> str:
        """The actions chosen so far, for people."""
        return " ".join(self.options.space.text(action, self.options.window) for action in self.actions)


def actions_of(move: Move, space: ActionSpace, position: Position) -> tuple[int, ...]:
    """The actions that make a legal move, so that a player who thinks in moves can use an environment.

    Raises ValueError for a play that leaves the window and for moves that no actions make.
    """
    if isinstance(move, Pass):
        return (PASS,)
    if isinstance(move, Discard | Exchange):
        kind = DISCARD if isinstance(move, Discard) else EXCHANGE
        return (kind, *sorted(space.swapped(name) for name in move.tiles), STOP)
    window = window_over(position.board, space.ruleset, space.window)
    if not isinstance(move, Play) or not all(window.contains(square) for square in move.squares):
        raise ValueError("no actions of this environment make that move")
    down = line_direction(move, position.board) is Direction.DOWN
    anchor = space.first_anchor + down * space.squares + window.index(move.squares[0])
    numbers = {(tile.name, tile.face): number for tile, number in space.number_of.items()}
    return (anchor, *(numbers[placement.tile, placement.face] for placement in move.tiles), STOP)
