"""The chances of winning that simulation reckons with.

Fitted tables (`winprob`) where there are any. Else a lead decides more the fewer tiles are to come: the final lead
is taken as the lead now plus luck whose spread grows with the square root of the unseen tiles. How large it is differs
between games (premium squares, bonuses), so it is measured: from whole games of simple policies on fixed deals.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from functools import lru_cache

from summy.deal import Deal
from summy.engine.kernel.win_table import CERTAIN, WinTable
from summy.engine.rollouts import Policy, play_policies
from summy.engine.winprob import win_table
from summy.rulesets import Ruleset

MEASURED_GAMES = 60
"""Games from which the luck of a ruleset is estimated: its spread is then known to within a tenth."""

SPAN = 600
"""Leads beyond so many points are taken as this large."""

LOGISTIC = math.pi / math.sqrt(3)
"""Standard deviation of the standard logistic distribution."""

LEAST_SPREAD = 0.25
"""Points: with nothing unseen a lead is as good as won."""


@lru_cache(maxsize=16)
def chances_of(ruleset: Ruleset) -> WinTable:
    """The table of a ruleset."""
    fitted = win_table(ruleset)
    return fitted if fitted.header is not None else _measured(ruleset)


def _measured(ruleset: Ruleset) -> WinTable:
    luck = luck_of_a_tile(ruleset)
    entries = array("H")
    for unseen in range(ruleset.tiles.total + 1):
        spread = max(LEAST_SPREAD, luck * math.sqrt(unseen)) / LOGISTIC
        for lead in range(-SPAN, SPAN + 1):
            entries.append(round(CERTAIN / (1 + math.exp(max(-50.0, min(50.0, -lead / spread))))))
    return WinTable(SPAN, ruleset.tiles.total, entries.tobytes())


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
