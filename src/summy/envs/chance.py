"""Tiles drawn one at a time, as chance decides: for games whose chance must be seen (OpenSpiel).

A state that waits for a tile is a `Dealing` before the first turn and a `Drawing` after a move. The stock is a
multiset: its order is settled only as tiles are drawn, so a history of actions and drawn tiles is the whole game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from summy.board import empty_board
from summy.deal import low_digits
from summy.envs.table import Settings, Table
from summy.move import Discard, Exchange, Move, Play
from summy.position import Position
from summy.tiles import sort_tiles


@dataclass(frozen=True)
class OpenStock:
    """Draws for all sides from the top, where the tiles that chance chose are put; tiles go back in any order."""

    def draws_from_bottom(self, side: int) -> bool:
        """No side does."""
        return False

    def reshuffled(self, stock: tuple[str, ...], returned: tuple[str, ...], count: int) -> tuple[str, ...]:
        """The stock with the returned tiles."""
        return sort_tiles(stock + returned)


class _Waiting:
    """Something that waits for a tile out of a stock."""

    table: Table
    stock: tuple[str, ...]

    def outcomes(self) -> list[tuple[int, float]]:
        """The tiles that may come, as places in the set's names, each with its probability."""
        left = Counter(self.stock)
        names = self.table.settings.space.names
        return [(index, left[name] / len(self.stock)) for index, name in enumerate(names) if left[name]]

    def _drawn(self, outcome: int) -> tuple[str, tuple[str, ...]]:
        """The tile, and the stock without it; ValueError when there is none."""
        name = self.table.settings.space.names[outcome]
        place = self.stock.index(name)
        return name, self.stock[:place] + self.stock[place + 1 :]

    def __deepcopy__(self, memo: dict[int, Any]) -> _Waiting:
        return self


@dataclass(frozen=True)
class Dealing(_Waiting):
    """Hands being dealt, the first side's whole hand first."""

    table: Table
    """The table with the hands as far as they are dealt."""

    stock: tuple[str, ...]
    dealt: tuple[str, ...] = ()

    __deepcopy__ = _Waiting.__deepcopy__

    @classmethod
    def of(cls, settings: Settings) -> Dealing:
        """Before the first tile."""
        rules = settings.ruleset
        tiles = list(rules.tiles.all_tiles())
        if rules.board.first is not None:
            tiles.remove(rules.board.first[0].tile)
        empty = Position(rules, empty_board(rules.board), ((),) * settings.sides, (0,) * settings.sides, stock=())
        return cls(Table.at(settings, replace(empty, stock=tuple(tiles)), OpenStock()), tuple(tiles))

    def after(self, outcome: int) -> Dealing | Table:
        """The state after one tile."""
        name, stock = self._drawn(outcome)
        dealt = (*self.dealt, name)
        settings = self.table.settings
        size = settings.ruleset.hand_size
        hands = [dealt[place : place + size] for place in range(0, size * settings.sides, size)]
        whole = len(dealt) == size * settings.sides or not stock
        if settings.ruleset.first_side == "lowest":
            # Sides are named in order of play, and the lowest hand starts: before all are dealt no hand has a side.
            # Hands that tie are equally likely either way round, so nothing is left to draw lots for.
            first = min(range(len(hands)), key=lambda place: low_digits(hands[place]))
            hands = hands[first:] + hands[:first] if whole else [()] * settings.sides
        position = replace(self.table.position, hands=tuple(hands), stock=stock)
        table = Table.at(settings, position, OpenStock())
        return table if whole else Dealing(table, stock, dealt)


@dataclass(frozen=True)
class Drawing(_Waiting):
    """A move that is chosen, and the tiles its side has drawn for it so far."""

    table: Table
    move: Move
    stock: tuple[str, ...]
    missing: int
    """Tiles still to be drawn."""

    drawn: tuple[str, ...] = ()

    __deepcopy__ = _Waiting.__deepcopy__

    def after(self, outcome: int) -> Drawing | Table:
        """The state after one tile; after the last one, the move is made."""
        name, stock = self._drawn(outcome)
        drawn = (*self.drawn, name)
        if self.missing > 1:
            return replace(self, stock=stock, missing=self.missing - 1, drawn=drawn)
        state = self.table.state
        state = replace(state, position=replace(state.position, stock=drawn + stock))
        return Table(self.table.settings, state, self.table.events).moved(self.move)


Node = Dealing | Drawing | Table


def following(table: Table, action: int) -> Drawing | Table:
    """The state after an action of the side to move: it waits for tiles where the move draws some."""
    chosen = table.chosen(action)
    if not chosen.turn.complete:
        return chosen
    move, position = chosen.turn.move, table.position
    stock = position.stock
    assert isinstance(stock, tuple)
    given = len(move.tiles) if isinstance(move, Play | Discard | Exchange) else 0
    room = position.ruleset.hand_size - (len(position.hand) - given)
    missing = min(max(room, 0), len(stock)) if given else 0
    if not missing:
        return table.moved(move)
    return Drawing(chosen, move, stock, missing)


def resampled(table: Table, side: int, uniform: Callable[[], float]) -> Table:
    """The same state as a side sees it, with the tiles it has not seen dealt anew.

    Every way to deal them that fits the sizes of hands, stock and discards is equally likely; what others' moves
    say about their hands is not weighed.

    Args:
        table: a state in which a side is to move, or a finished one.
        side: what this side knows stays.
        uniform: gives numbers from 0 up to, but not including, 1.
    """
    position = table.position
    order = _shuffled([*_hidden(position, side)], uniform)
    hands, discarded = list(position.hands), list(position.discarded)
    for other in range(position.sides):
        if other == side:
            continue
        for parts in (hands, discarded):
            part = parts[other]
            assert isinstance(part, tuple)
            parts[other] = tuple(order[: len(part)])
            order = order[len(part) :]
    renewed = replace(position, hands=tuple(hands), discarded=tuple(discarded), stock=sort_tiles(order))
    # What its own side has chosen of a turn stays chosen; nobody else has begun one.
    turn = table.turn if side == position.to_move and not table.over else None
    return Table(table.settings, replace(table.state, position=renewed), table.events, turn)


def _hidden(position: Position, side: int) -> tuple[str, ...]:
    """The tiles of the stock, the other hands and the others' discards, in canonical order."""
    parts = [position.stock]
    for other in range(position.sides):
        if other != side:
            parts += [position.hands[other], position.discarded[other]]
    return sort_tiles(name for part in parts if isinstance(part, tuple) for name in part)


def _shuffled(tiles: list[str], uniform: Callable[[], float]) -> list[str]:
    """Fisher-Yates from the last index down."""
    for index in range(len(tiles) - 1, 0, -1):
        other = int(uniform() * (index + 1))
        tiles[index], tiles[other] = tiles[other], tiles[index]
    return tiles
