"""Tiles that a member has put on the table without playing them yet.

They are no event: kept in the cache for ten minutes so that they survive a reload, shown to the member's own side
only. The board they were put on may have changed since; `fitting` keeps those that can still lie there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from django.core.cache import cache

from summy.board import Square
from summy.position import Position

KEEP_S: Final = 600

Tile = dict[str, Any]
"""`{"x": 1, "y": 0, "tile": "?", "face": "7"}`, `face` only where it was chosen."""


def _key(game_id: str, member: str) -> str:
    return f"tentative:{game_id}:{member}"


def keep(game_id: str, member: str, tiles: list[Tile]) -> None:
    """Remember the member's tentative tiles, in place of those before."""
    if tiles:
        cache.set(_key(game_id, member), tiles, KEEP_S)
    else:
        cache.delete(_key(game_id, member))


def of_member(game_id: str, member: str) -> list[Tile]:
    """The member's tentative tiles."""
    found: list[Tile] = cache.get(_key(game_id, member), [])
    return found


def fitting(tiles: Iterable[Tile], position: Position, hand: Iterable[str]) -> list[Tile]:
    """Those that can still lie where they are: the square is free and not closed, the tile is in the hand."""
    left = Counter(hand)
    kept: list[Tile] = []
    for tile in tiles:
        square = Square(tile["x"], tile["y"])
        if left[tile["tile"]] > 0 and position.board.get(square) is None and square not in position.board.reserved:
            left[tile["tile"]] -= 1
            kept.append(tile)
    return kept
