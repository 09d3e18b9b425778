"""Which candidate to try next: best-arm identification with the top two candidates.

After a minimum of samples for all, either the leader or its closest rival is tried further, whichever has fewer
samples, until the leader is ahead of every rival with the wanted confidence or the budget is spent. Samples of equal
iterations are compared in pairs: they met the same hands and stock, which takes most of the luck out.

Sources: top-two sampling (Russo 2020), the cost of a challenger with the logarithm of its samples (Honda and Takemura
2015), and the union bound over rivals as used in word game engines.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from summy.engine.kernel.rollout import paired

BLOCK = 16
"""Samples taken at once."""


@dataclass(slots=True)
class Arm:
    """Outcomes of one candidate, one entry an iteration, from iteration 0 on."""

    index: int
    points: array[int] = field(default_factory=lambda: array("i"))
    """Lead in hundredths of a point."""

    wins: array[int] = field(default_factory=lambda: array("i"))
    """Chances in millionths."""

    utilities: array[int] = field(default_factory=lambda: array("i"))

    @property
    def samples(self) -> int:
        """Number of iterations."""
        return len(self.utilities)

    @property
    def utility(self) -> float:
        """Mean of what is maximised."""
        return sum(self.utilities) / max(1, len(self.utilities))


def ahead(leader: Arm, rival: Arm) -> float:
    """By how many standard errors the leader is ahead, over the iterations that both have.

    Infinity for candidates that never differ: trying them further would tell nothing.
    """
    count, total, squares = paired(leader.utilities, rival.utilities)
    variance = (squares - total * total / count) / max(1, count - 1)
    if variance <= 0:
        return math.inf if total >= 0 else -math.inf
    return total / math.sqrt(count * variance)


def threshold(arms: int, confidence: float) -> float:
    """Standard errors by which a leader must be ahead of each of the other arms to be the best with some confidence."""
    return math.sqrt(2 * math.log(max(1, arms - 1) / (1 - confidence))) if arms > 1 else 0.0


def allocate(
    arms: Sequence[Arm],
    sample: Callable[[Arm, int], None],
    *,
    minimum: int,
    budget: int,
    confidence: float,
    out_of_time: Callable[[], bool],
) -> None:
    """Sample the arms until the best is known, or the budget or the time is spent.

    Args:
        sample: adds so many samples to an arm.
        minimum: samples of every arm before any is preferred; taken whatever the budget.
        budget: samples of all arms together.
        confidence: probability with which the leader is to be the best.
        out_of_time: asked between blocks.
    """
    for arm in arms:
        sample(arm, minimum)
        if out_of_time() and all(other.samples for other in arms):
            return
    enough = threshold(len(arms), confidence)
    spent = sum(arm.samples for arm in arms)
    while len(arms) > 1 and spent < budget and not out_of_time():
        leader = best_of(arms)
        rivals = [(ahead(leader, arm), arm) for arm in arms if arm is not leader]
        closest, rival = min(rivals, key=lambda pair: (_cost(*pair), pair[1].index))
        if closest >= enough:
            return
        sample(leader if leader.samples <= rival.samples else rival, BLOCK)
        spent += BLOCK


def _cost(lead: float, arm: Arm) -> float:
    """What makes a rival worth trying: closeness, and few samples."""
    return lead * abs(lead) / 2 + math.log(max(1, arm.samples))


def best_of(arms: Sequence[Arm]) -> Arm:
    """The arm with the highest mean; of equal ones the first."""
    return max(arms, key=lambda arm: (arm.utility, -arm.index))
