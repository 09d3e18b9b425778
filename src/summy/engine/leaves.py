"""What the tiles kept in hand are worth: a plain estimate by balance.

A hand makes many lines when it holds digits, operators and equals signs in about the proportion in which the tile set
has them, and few when one kind is missing or crowds out the others. So a set of kept tiles is valued by how far the
hand it is *expected to become* (kept tiles + tiles drawn in the set's proportions) lies from that proportion, and by
how many equal tiles it holds. Everything comes from the ruleset's tile set; no game is named.

This is the seam for measured values: whoever has better ones replaces `leave_value`, whose meaning (points that
these tiles are worth more or less than an average hand) stays the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from summy.rulesets import Ruleset
from summy.tiles import BLANK, CHOICES, EQUALS, OPERATORS

BALANCE_POINTS = 2.5
"""Points lost for each unit of imbalance (squared distance from the expected number of a kind, over that number)."""

TWIN_POINTS = 0.6
"""Points lost for each tile that the hand holds already, wild tiles aside."""

WILD_POINTS = 4.0
"""Points a tile is worth that may stand for anything."""

_NUMBER, _OPERATOR, _EQUALS, _WILD = "number", "operator", "equals", "wild"


def kind_of(name: str) -> str:
    """`number`, `operator`, `equals` or `wild`."""
    if name == EQUALS:
        return _EQUALS
    if name == BLANK:
        return _WILD
    return _OPERATOR if name in OPERATORS or name in CHOICES else _NUMBER


@lru_cache(maxsize=16)
def shares(ruleset: Ruleset) -> Mapping[str, float]:
    """The part of each kind in the ruleset's tiles, wild tiles left out."""
    counts: Counter[str] = Counter()
    for name, count in ruleset.tiles.counts.items():
        counts[kind_of(name)] += count
    del counts[_WILD]
    return {kind: count / counts.total() for kind, count in counts.items()}


def leave_value(kept: Iterable[str], ruleset: Ruleset, drawn: int) -> float:
    """Points that the kept tiles are worth compared with a hand of perfect balance (which is worth 0).

    Args:
        kept: names of the tiles that stay in hand.
        ruleset: whose tile set and hand size count.
        drawn: how many tiles will be drawn to them.
    """
    tiles = Counter(kept)
    kinds = Counter(dict.fromkeys(shares(ruleset), 0))
    for name, count in tiles.items():
        kinds[kind_of(name)] += count
    wild = kinds.pop(_WILD, 0)
    size = kinds.total() + drawn
    value = WILD_POINTS * wild
    if size == 0:
        return value
    for kind, share in shares(ruleset).items():
        wanted = share * size
        value -= BALANCE_POINTS * (kinds[kind] + share * drawn - wanted) ** 2 / wanted
    twins = sum(count - 1 for name, count in tiles.items() if name != BLANK)
    return value - TWIN_POINTS * twins
