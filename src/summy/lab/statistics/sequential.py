"""The sequential test: go on until the pairs say which of two hypotheses holds.

Generalised sequential probability ratio test on the five results of a pair, hypotheses in normalised Elo, as fishtest
has used it for Stockfish since 2021. Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a multinomial distribution" and "Normalized Elo in practice", section 4.1; A. Wald, "Sequential
Analysis" (1947), for the bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from summy.errors import SummyError
from summy.lab.statistics.pairs import HALF_POINTS, NORMALISED_UNIT, mean_and_variance

_UNSEEN = 1e-3
"""Pairs assumed for a result that has not been seen: no estimate may rest on its being impossible."""

_ROUNDS = 50
_CLOSE = 1e-10

_HALVINGS = 52
"""As many as a floating-point number has binary digits."""


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The generalised log likelihood ratio of `normalised Elo = elo1` to `normalised Elo = elo0`.

    With t = (mean - 1/2) / (standard deviation of a pair's score), which is sqrt(2) x normalised Elo / (800 / ln 10),
    the ratio is N x sum p_i ln(p1_i / p0_i), where p are the parts of the five results seen and p0, p1 the most
    likely distributions with exactly the t of each hypothesis.

    >>> round(log_likelihood_ratio((352, 579, 1264, 743, 464), 9, 16), 2)
    4.6
    """
    seen = [count or _UNSEEN for count in counts]
    pairs = sum(seen)
    parts = [count / pairs for count in seen]
    least, most = (_most_likely(parts, math.sqrt(2) * elo / NORMALISED_UNIT) for elo in (elo0, elo1))
    return pairs * sum(part * math.log(one / other) for part, one, other in zip(parts, most, least, strict=True))


def _most_likely(parts: Sequence[float], t: float) -> list[float]:
    """The distribution over the five results that makes `parts` most likely among those with this t.

    At the maximum, p_i = part_i / (1 + x a_i) with a_i = s_i - 1/2 - t sigma (1 + ((mean - s_i) / sigma)^2) / 2, where
    mean and sigma are those of p itself, and x makes sum p_i a_i = 0. Found by going round.
    """
    chances = [1 / len(parts)] * len(parts)
    for _ in range(_ROUNDS):
        mean, variance = mean_and_variance(chances)
        sigma = math.sqrt(variance)
        scores = [index / HALF_POINTS for index in range(len(parts))]
        weights = [score - 0.5 - t * sigma * (1 + ((mean - score) / sigma) ** 2) / 2 for score in scores]
        x = _root(parts, weights)
        before, chances = chances, [part / (1 + x * weight) for part, weight in zip(parts, weights, strict=True)]
        if max(abs(one - other) for one, other in zip(before, chances, strict=True)) < _CLOSE:
            break
    return chances


def _root(parts: Sequence[float], weights: Sequence[float]) -> float:
    """The x between the poles with sum part_i a_i / (1 + x a_i) = 0: falling throughout, so halving finds it."""
    low, high = -1 / max(weights), -1 / min(weights)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if sum(part * weight / (1 + middle * weight) for part, weight in zip(parts, weights, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


class Verdict(StrEnum):
    """What the pairs so far say."""

    GO_ON = "go on"
    ACCEPT_0 = "H0"
    """The difference is elo0 or less."""
    ACCEPT_1 = "H1"
    """The difference is elo1 or more."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Two hypotheses about the normalised Elo of the first player, and how often either may be wrongly accepted."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    """Chance to accept H1 though H0 holds."""

    beta: float = 0.05
    """Chance to accept H0 though H1 holds."""

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SummyError("bad_test", "a sequential test needs ELO0 below ELO1, and error rates between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log likelihood ratios at which H0 and H1 are accepted (Wald).

        >>> [round(bound, 3) for bound in SequentialTest().bounds]
        [-2.944, 2.944]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, counts: Sequence[int]) -> tuple[Verdict, float]:
        """What to believe after these pair counts, and the log likelihood ratio."""
        ratio = log_likelihood_ratio(counts, self.elo0, self.elo1)
        low, high = self.bounds
        if ratio >= high:
            return Verdict.ACCEPT_1, ratio
        return (Verdict.ACCEPT_0 if ratio <= low else Verdict.GO_ON), ratio
