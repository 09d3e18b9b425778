"""What the tiles kept in hand are worth where nobody has measured it: a plain rule by balance.

A hand makes many lines when it holds digits, operators and equals signs in about the proportion in which the tile set
has them, and few when one kind is missing or crowds out the others. So a set of kept tiles is valued by how far the
hand it is *expected to become* (kept tiles + tiles drawn in the set's proportions) lies from that proportion, and by
how many equal tiles it holds. Everything comes from the ruleset's tile set; no game is named.

The squares of the rule come apart into a summand for each tile and one for each pair of tiles, which is the form in
which a `LeaveTable` composes values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement

from summy.rulesets import Ruleset
from summy.tiles import BLANK, CHOICES, EQUALS, MAX_HAND, OPERATORS

BALANCE_POINTS = 2.5
"""Points lost for each unit of imbalance (squared distance from the expected number of a kind, over that number)."""

TWIN_POINTS = 0.6
"""Points lost for each pair of equal tiles, wild tiles aside."""

WILD_POINTS = 4.0
"""Points a tile is worth that may stand for anything."""

HUNDREDTHS = 100
"""Parts of a point in which leaves are valued."""

_NUMBER, _OPERATOR, _EQUALS, _WILD = "number", "operator", "equals", "wild"


def kind_of(name: str) -> str:
    """`number`, `operator`, `equals` or `wild`."""
    if name == EQUALS:
        return _EQUALS
    if name == BLANK:
        return _WILD
    return _OPERATOR if name in OPERATORS or name in CHOICES else _NUMBER


def shares(ruleset: Ruleset) -> Mapping[str, float]:
    """The part of each kind in the ruleset's tiles, wild tiles left out."""
    counts: Counter[str] = Counter()
    for name, count in ruleset.tiles.counts.items():
        counts[kind_of(name)] += count
    del counts[_WILD]
    return {kind: count / counts.total() for kind, count in counts.items()}


def balance_model(ruleset: Ruleset) -> list[int]:
    """The rule as the model of a `LeaveTable`, in hundredths of a point."""
    names = list(ruleset.tiles.counts)
    parts = shares(ruleset)

    def imbalance(one: str, other: str) -> float:
        """Points lost for the product of two tiles' distances from what a hand should hold of each kind."""
        lost = 0.0
        for kind, share in parts.items():
            distances = [(kind_of(name) == kind) - share for name in (one, other)]
            lost += BALANCE_POINTS * distances[0] * distances[1] / (share * ruleset.hand_size)
        return lost

    def alone(name: str) -> float:
        return WILD_POINTS if kind_of(name) == _WILD else -imbalance(name, name)

    def together(one: str, other: str) -> float:
        if _WILD in (kind_of(one), kind_of(other)):
            return 0.0
        return -2 * imbalance(one, other) - (TWIN_POINTS if one == other else 0.0)

    summands = [
        0.0,
        *(alone(name) for name in names),
        *(together(one, other) for one, other in combinations_with_replacement(names, 2)),
    ]
    return [round(HUNDREDTHS * value) for value in summands] * (MAX_HAND + 1)
