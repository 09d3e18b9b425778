"""The end game by trying everything: every play and every pass of both sides until the game is over.

Written from the rules text a second time, like everything here; a value is kept for each position, nothing is cut.
"""

from typing import Any

from .generating import walked_plays
from .rulebook import AMATH_POINTS
from .table import Table, read_position, table_after

# In how many turns in a row without a play of both sides together the game ends, and what then happens to the hands.
ENDINGS: dict[str, dict[str, Any]] = {
    "summy": {"passes": 2, "lose_hand": False, "out": False, "out_times": 0, "stuck": False},
    "summy-127": {"passes": 2, "lose_hand": False, "out": False, "out_times": 0, "stuck": False},
    "summy-draft": {"passes": 4, "lose_hand": False, "out": True, "out_times": 0, "stuck": True},
    "amath": {"passes": 6, "lose_hand": True, "out": True, "out_times": 2, "stuck": False},
    "amath-70": {"passes": 6, "lose_hand": True, "out": True, "out_times": 2, "stuck": False},
}


def hand_points(hand: tuple[str, ...]) -> int:
    """Points of the tiles in a hand, in the games where they count at the end."""
    return sum(AMATH_POINTS[tile] for tile in hand)


class EndGame:
    """One end game: what the side to move gains on the other under best play of both, from each position on."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.table = read_position(position)
        self.ending = ENDINGS[position["rules"]]
        self.known: dict[Any, int] = {}
        self.listed: dict[Any, list[dict[str, Any]]] = {}

    def plays(self, table: Table) -> list[dict[str, Any]]:
        key = (frozenset(table.tiles.items()), table.reserved, tuple(sorted(table.hand)))
        if key not in self.listed:
            self.listed[key] = walked_plays(table) if table.hand else []
        return self.listed[key]

    def value(self, table: Table, other: tuple[str, ...], passes: int) -> int:
        """What the side to move, who holds the table's hand, gains on the other."""
        key = (frozenset(table.tiles.items()), table.reserved, tuple(sorted(table.hand)), tuple(sorted(other)), passes)
        if key not in self.known:
            self.known[key] = self.found(table, other, passes)
        return self.known[key]

    def found(self, table: Table, other: tuple[str, ...], passes: int) -> int:
        ending = self.ending
        if ending["out"] and (not table.hand or not other):
            mine = ending["out_times"] and not table.hand and ending["out_times"] * hand_points(other)
            theirs = ending["out_times"] and not other and ending["out_times"] * hand_points(table.hand)
            return int(mine) - int(theirs)
        if passes == ending["passes"]:
            return hand_points(other) - hand_points(table.hand) if ending["lose_hand"] else 0
        plays = self.plays(table)
        turned = table._replace(hand=other)
        if ending["stuck"] and not plays and not self.plays(turned):
            return 0
        best = -self.value(turned, table.hand, passes + 1)
        for play in plays:
            after = table_after(table, play["tiles"], play["direction"])
            best = max(best, play["score"] - self.value(after._replace(hand=other), after.hand, 0))
        return best


def endgame_value(position: dict[str, Any]) -> int:
    """What the side to move gains on the other from here to the end, both hands known and the stock empty."""
    mover = position.get("to_move", 0)
    other: tuple[str, ...] = tuple(position["hands"][1 - mover])
    game = EndGame(position)
    return game.value(game.table, other, position.get("scoreless", 0))
