"""The chances of winning from a lead, as a table that the kernel reads.

A lead decides more the fewer tiles are still to come: the final lead is taken as the lead now plus luck whose spread
grows with the square root of the unseen tiles. How large it is differs between games, so it is measured: from whole
games of simple policies on fixed deals.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from dataclasses import dataclass
from functools import lru_cache

from summy.deal import Deal
from summy.engine.rollouts import Policy, play_policies
from summy.rulesets import Ruleset

MEASURED_GAMES = 60
"""Games from which the luck of a ruleset is estimated: its spread is then known to within a tenth."""

SPAN = 600
"""Leads beyond so many points are taken as this large."""

LOGISTIC = math.pi / math.sqrt(3)
"""Standard deviation of the standard logistic distribution."""


@dataclass(frozen=True, slots=True)
class ChanceTable:
    """Chances in millionths by number of unseen tiles and lead."""

    numbers: array[int]
    rows: int
    span: int

    def chance(self, lead: int, unseen: int) -> float:
        """The probability of winning with a lead of so many points (a tie counts half)."""
        row = min(max(unseen, 0), self.rows - 1)
        return self.numbers[row * (2 * self.span + 1) + max(-self.span, min(self.span, lead)) + self.span] / 1e6


@lru_cache(maxsize=16)
def chance_table(ruleset: Ruleset) -> ChanceTable:
    """The table of a ruleset."""
    rows = ruleset.tiles.total + 1
    luck = luck_of_a_tile(ruleset)
    numbers = array("i")
    for unseen in range(rows):
        spread = max(0.25, luck * math.sqrt(unseen)) / LOGISTIC
        for lead in range(-SPAN, SPAN + 1):
            numbers.append(round(1e6 / (1 + math.exp(max(-50.0, min(50.0, -lead / spread))))))
    return ChanceTable(numbers, rows, SPAN)


@lru_cache(maxsize=16)
def luck_of_a_tile(ruleset: Ruleset) -> float:
    """Standard deviation, in points, that the lead between two sides gains with each unseen tile (times its root)."""
    if not ruleset.sides.minimum <= 2 <= ruleset.sides.maximum:
        return 1.0
    squares = 0
    for number in range(MEASURED_GAMES):
        deal = Deal(ruleset, hashlib.sha256(f"chances {number}".encode()).digest(), 2)
        one, other = play_policies(deal, (Policy(),))[0]
        squares += (one - other) ** 2
    return math.sqrt(squares / MEASURED_GAMES / max(1, ruleset.tiles.total - ruleset.hand_size))
