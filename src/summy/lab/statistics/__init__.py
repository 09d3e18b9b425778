"""The statistics of comparing players: pure functions, no clock, no files, no randomness but from seeds.

The unit is the *mirrored pair*: two games on one deal, sides swapped. The two games of a pair are not independent (the
better hand of one is the worse hand of the other), so nothing here counts single games.
"""

from summy.lab.statistics.pairs import (
    HALF_POINTS,
    NormalisedElo,
    PairStatistics,
    elo_of_score,
    normalised_elo,
    pentanomial,
    score_of_elo,
)
from summy.lab.statistics.ratings import Meeting, Ratings, bradley_terry
from summy.lab.statistics.resampling import Interval, bootstrap_interval, sign_flip_test
from summy.lab.statistics.sequential import SequentialTest, Verdict, log_likelihood_ratio

__all__ = [
    "HALF_POINTS",
    "Interval",
    "Meeting",
    "NormalisedElo",
    "PairStatistics",
    "Ratings",
    "SequentialTest",
    "Verdict",
    "bootstrap_interval",
    "bradley_terry",
    "elo_of_score",
    "log_likelihood_ratio",
    "normalised_elo",
    "pentanomial",
    "score_of_elo",
    "sign_flip_test",
]
