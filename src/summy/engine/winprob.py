"""How likely a side is to win, by the points that it is ahead and the tiles that it does not see.

Rulesets that come with the package have tables fitted to games that the program played against itself
(docs/winning-chances.md, `summy lab winprob fit`); others have a plain rule. Two sides. A draw counts as half a win.

The table is for the side *to move*, whose turn is worth something: at equal points its chance is above a half. Seen
from the other side the same position has the rest, so chances of both sides add up to one:
`win_probability(r, d, u) + win_probability(r, -d, u, to_move=False) == 1`.
"""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from importlib import resources

from summy.engine.balance import HUNDREDTHS
from summy.engine.kernel.win_table import CERTAIN, WinTable
from summy.engine.leave_file import fingerprint
from summy.engine.win_file import Chances, read_chances
from summy.rulesets import Ruleset

PLAIN_SPAN = 300
"""Points of the largest lead in a table by the plain rule."""

SPREAD = 0.6
"""Standard deviation of what one more hand of tiles brings, in hands of average tiles."""


@lru_cache(maxsize=64)
def win_table(ruleset: Ruleset) -> WinTable:
    """The chances of a ruleset: fitted where games were played under its rules, else those of the plain rule."""
    file = resources.files("summy.engine") / "data" / f"{ruleset.id}.winprob"
    if file.is_file():
        chances = read_chances(file.read_bytes(), f"{ruleset.id}.winprob")
        # A ruleset of somebody's own may have the name of one of ours.
        if chances.fingerprint == fingerprint(ruleset):
            return table_of(chances)
    return plain_table(ruleset)


def table_of(chances: Chances) -> WinTable:
    """Fitted chances in the form that the kernel reads."""
    return WinTable(chances.span, chances.most_unseen, chances.entries.tobytes(), chances.measured)


def plain_table(ruleset: Ruleset) -> WinTable:
    """Chances by rule of thumb, for rulesets without fitted ones.

    The points still to come are taken as normally distributed around an even outcome. Their spread grows with the
    square root of the tiles still unseen and with what a hand of average tiles is worth.
    """
    tiles = ruleset.tiles
    hand = ruleset.hand_size * sum(count * tiles.points[name] for name, count in tiles.counts.items()) / tiles.total
    entries = array("H")
    for unseen in range(tiles.total + 1):
        spread = SPREAD * hand * math.sqrt(max(1, unseen) / ruleset.hand_size)
        for lead in range(-PLAIN_SPAN, PLAIN_SPAN + 1):
            entries.append(round(CERTAIN * (1 + math.erf(lead / max(spread, 1.0) / math.sqrt(2))) / 2))
    return WinTable(PLAIN_SPAN, tiles.total, entries.tobytes())


def win_probability(ruleset: Ruleset, difference: float, unseen: int, *, to_move: bool = True) -> float:
    """The chance of a side to win, 0 to 1.

    Args:
        ruleset: whose table counts.
        difference: points that this side is ahead (negative: behind); worth of kept tiles may be counted in.
        unseen: tiles that the side to move does not see: the stock and the other hand.
        to_move: whether it is this side's turn.

    >>> from summy.rulesets import load_ruleset
    >>> ahead = win_probability(load_ruleset("summy"), 30, 40)
    >>> 0.5 < ahead < 1 and win_probability(load_ruleset("summy"), -30, 40, to_move=False) == 1 - ahead
    True
    """
    lead = round(HUNDREDTHS * difference)
    table = win_table(ruleset)
    return table.chance(lead, unseen) if to_move else 1 - table.chance(-lead, unseen)
