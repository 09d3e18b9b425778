"""What mirrored pairs say: counts of pair results, share of the points to be won, Elo."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

HALF_POINTS = 4
"""Half points that a pair has to give: two games, a win 2, a draw 1."""

ELO_PER_NATURAL_UNIT = 400 / math.log(10)
"""Elo is 400 times the decimal logarithm of the odds."""

NORMALISED_UNIT = 800 / math.log(10)
"""Normalised Elo of a mean one standard deviation of a game above a half (Van den Bergh, "Normalized Elo", 2021)."""

Z_95 = 1.959963984540054
"""Standard deviations on each side that hold 95 % of a normal distribution."""


def pentanomial(half_points: Iterable[int]) -> tuple[int, int, int, int, int]:
    """How many pairs brought 0, 1, 2, 3 and 4 half points.

    >>> pentanomial([4, 2, 2, 3, 0])
    (1, 0, 2, 1, 1)
    """
    counts = [0] * (HALF_POINTS + 1)
    for result in half_points:
        counts[result] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the score of a pair, counted from 0 (both games lost) to 1 (both won).

    >>> mean_and_variance((1, 0, 0, 0, 1))
    (0.5, 0.25)
    """
    pairs = sum(counts)
    scores = [index / HALF_POINTS for index in range(len(counts))]
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / pairs
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, scores, strict=True)) / pairs
    return mean, variance


def elo_of_score(score: float) -> float:
    """The Elo difference at which this score is expected; infinite for 0 and 1.

    >>> round(elo_of_score(0.75), 1), elo_of_score(0.5), elo_of_score(1)
    (190.8, 0.0, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_NATURAL_UNIT * math.log(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The score expected at an Elo difference.

    >>> round(score_of_elo(190.8), 3)
    0.75
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class NormalisedElo:
    """Elo in units of the noise: how fast a difference shows, whatever the draws and the luck of the deals."""

    value: float
    error: float
    """Half of the width of its 95 % interval."""


def normalised_elo(counts: Sequence[float]) -> NormalisedElo:
    """Normalised Elo of pair counts: (mean - 1/2) over the standard deviation of a game, times 800 / ln 10.

    The standard deviation of a game is taken from pairs, sqrt(2) times that of the pair's score, so that what the games
    of a pair have in common is not counted as noise. 0 where all pairs are tied, infinite where all have one other
    result. Source: M. Van den Bergh, "Normalized Elo" and "Normalized Elo in practice" (2021), as in fishtest.

    >>> normalised_elo((352, 579, 1264, 743, 464))
    NormalisedElo(value=24.25..., error=8.25...)
    """
    mean, variance = mean_and_variance(counts)
    error = Z_95 * NORMALISED_UNIT / math.sqrt(2 * sum(counts))
    if variance == 0:
        return NormalisedElo(0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5), error)
    return NormalisedElo(NORMALISED_UNIT * (mean - 0.5) / math.sqrt(2 * variance), error)


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """What a match of mirrored pairs has shown about its first player."""

    counts: tuple[int, int, int, int, int]
    """Pairs with 0, 1, 2, 3, 4 half points."""

    margins: tuple[int, ...]
    """Points of the first player less those of the second, both games of a pair together, pair by pair."""

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return len(self.margins)

    @property
    def score(self) -> float:
        """Share of the half points, 0 to 1."""
        return mean_and_variance(self.counts)[0]

    @property
    def score_error(self) -> float:
        """Half of the width of the 95 % interval of the score, pairs being the sample."""
        return Z_95 * math.sqrt(mean_and_variance(self.counts)[1] / self.pairs)

    @property
    def margin(self) -> float:
        """Mean margin in points a game."""
        return sum(self.margins) / self.pairs / 2

    @property
    def margin_error(self) -> float:
        """Half of the width of the 95 % interval of the margin a game, pairs being the sample; 0 for one pair."""
        if self.pairs < 2:
            return 0.0
        mean = sum(self.margins) / self.pairs
        variance = sum((margin - mean) ** 2 for margin in self.margins) / (self.pairs - 1)
        return Z_95 * math.sqrt(variance / self.pairs) / 2

    @property
    def elo(self) -> tuple[float, float, float]:
        """Elo difference with the ends of its 95 % interval; infinite ends where the score reaches 0 or 1."""
        score, error = self.score, self.score_error
        return elo_of_score(score), elo_of_score(score - error), elo_of_score(score + error)

    @property
    def won_drawn_lost(self) -> tuple[int, int, int]:
        """Pairs won, tied and lost by half points."""
        return self.counts[3] + self.counts[4], self.counts[2], self.counts[0] + self.counts[1]
