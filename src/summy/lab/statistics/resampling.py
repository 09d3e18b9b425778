"""Tests that assume nothing about the shape of a distribution: flipping signs, drawing pairs again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

EXACT_WORK = 2_000_000_000
"""Additions up to which the exact distribution is computed; some seconds."""

RESAMPLES = 10_000
"""How often pairs are drawn again, or signs flipped where the exact distribution would take too long."""

_CHUNK_CELLS = 4_000_000
"""Random numbers held at once."""


def sign_flip_test(margins: Sequence[int], *, seed: int = 0) -> float:
    """Two-sided p-value of the mean margin if either player could have had each pair's margin: 1 for no difference.

    If both players are equal, a pair's margin is as likely to be d as -d (the pair is symmetric: the players change
    seats on the same deal). The p-value is the part of all 2^n choices of signs whose sum is at least as far from 0 as
    the sum seen. Margins are whole numbers, so the distribution of the sum is computed exactly, without random numbers,
    by adding one pair after another; pairs of margin 0 change nothing but stay in the match. Only where that would take
    more than `EXACT_WORK` additions, signs are drawn from the seed, and the seen choice counts as one of them.

    Source: R. A. Fisher, "The Design of Experiments" (1935), section 21; E. Edgington, "Randomization Tests".

    >>> sign_flip_test([3, 5, -1])
    0.5
    >>> sign_flip_test([0, 0, 0])
    1.0
    """
    sizes = [abs(margin) for margin in margins if margin]
    seen = abs(sum(margins))
    if not sizes or seen == 0:
        return 1.0
    if len(sizes) * sum(sizes) <= EXACT_WORK:
        return _exact(sizes, seen)
    return _sampled(np.array(sizes, dtype=np.int64), seen, seed)


def _exact(sizes: Sequence[int], seen: int) -> float:
    """The sum is total - 2 x (sizes of the pairs that are negative): the distribution of the latter."""
    total = sum(sizes)
    chances = np.zeros(total + 1)
    chances[0] = 1.0
    reached = 0
    for size in sizes:
        reached += size
        before = chances[: reached - size + 1].copy()
        chances[: reached + 1] *= 0.5
        chances[size : reached + 1] += 0.5 * before
    # |total - 2 negative| >= seen
    tail = chances[: (total - seen) // 2 + 1].sum()
    return float(min(1.0, 2 * tail))


def _sampled(sizes: np.ndarray, seen: int, seed: int) -> float:
    random = np.random.RandomState(seed)
    at_least = 1
    left = RESAMPLES - 1
    while left:
        rows = min(left, max(1, _CHUNK_CELLS // len(sizes)))
        signs = random.randint(0, 2, size=(rows, len(sizes))) * 2 - 1
        at_least += int((np.abs(signs @ sizes) >= seen).sum())
        left -= rows
    return at_least / RESAMPLES


class Interval(NamedTuple):
    """Both ends of an interval."""

    low: float
    high: float


def bootstrap_interval(
    values: Sequence[float], *, seed: int = 0, confidence: float = 0.95, resamples: int = RESAMPLES
) -> Interval:
    """The interval of the mean of `values` by drawing them again with replacement (percentile bootstrap).

    Args:
        values: one a pair; the pair, not the game, is what is drawn.
        seed: the same seed gives the same interval with any version of numpy (`RandomState` is frozen, NEP 19).
        confidence: part of the drawn means inside the interval.
        resamples: how often all values are drawn.

    Source: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap" (1993), section 13.3.

    >>> bootstrap_interval([2.0, 2.0, 2.0])
    Interval(low=2.0, high=2.0)
    """
    sample = np.asarray(values, dtype=np.float64)
    random = np.random.RandomState(seed)
    means = np.empty(resamples)
    done = 0
    while done < resamples:
        rows = min(resamples - done, max(1, _CHUNK_CELLS // len(sample)))
        drawn = random.randint(0, len(sample), size=(rows, len(sample)))
        means[done : done + rows] = sample[drawn].mean(axis=1)
        done += rows
    outside = (1 - confidence) / 2
    low, high = np.quantile(means, [outside, 1 - outside])
    return Interval(float(low), float(high))
