"""From tallies to leave values: means, a model of single tiles and pairs, and shrinking towards it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from summy.engine.kernel.census import Tally, feature_count
from summy.engine.kernel.multisets import every_multiset, how_many
from summy.tiles import MAX_HAND

Whole = NDArray[np.int64]
Real = NDArray[np.float64]

RIDGE = 1e-6
"""Share of the mean diagonal that is added to normal equations: summands that always occur together are told apart."""

LARGEST_VALUE = 32_000
"""Hundredths of a point beyond which an entry is cut."""


@dataclass
class CensusSums:
    """What tables that were gone through whole have shown."""

    sums: Whole
    """By entry: values in 1/100 of a hundredth of a point, over the tables on which the leave can occur."""

    counts: Whole
    """How many tables these are."""

    @classmethod
    def empty(cls, entries: int) -> CensusSums:
        """Nothing measured yet."""
        return cls(np.zeros(entries, dtype=np.int64), np.zeros(entries, dtype=np.int64))

    def add_board(self, values: NDArray[np.int32], unknown: int) -> None:
        """Count one table."""
        known = values != unknown
        self.sums[known] += values[known]
        self.counts += known

    def add(self, other: CensusSums) -> None:
        """Count what others have measured."""
        self.sums += other.sums
        self.counts += other.counts


@dataclass
class SampleSums:
    """What sampled hands have shown (`kernel.census.Tally`)."""

    hands: int
    squares: int
    sums: Whole
    counts: Whole
    products: Whole
    moments: Whole
    totals: Whole

    @classmethod
    def of(cls, tally: Tally, features: int) -> SampleSums:
        """A tally as arrays."""

        def whole(content: bytearray) -> Whole:
            return np.frombuffer(content, dtype=np.int64)

        return cls(
            tally.hands,
            tally.squares,
            whole(tally.sums),
            whole(tally.counts),
            whole(tally.products).reshape(-1, features, features),
            whole(tally.moments).reshape(-1, features),
            whole(tally.totals).reshape(-1, features),
        )

    def add(self, other: SampleSums) -> None:
        """Count what others have measured."""
        self.hands += other.hands
        self.squares += other.squares
        for mine, theirs in (
            (self.sums, other.sums),
            (self.counts, other.counts),
            (self.products, other.products),
            (self.moments, other.moments),
            (self.totals, other.totals),
        ):
            mine += theirs


def from_census(total: CensusSums, kinds: int, exact_size: int, parts: int) -> tuple[list[int], list[int]]:
    """Entries and model, in hundredths of a point, from exact values on some tables.

    Leaves that occur on no table get what the model says. Its size for larger leaves is that of the largest.
    """
    means = np.divide(total.sums, total.counts * parts, out=np.zeros(len(total.sums)), where=total.counts > 0)
    models = []
    first = 0
    for size in range(exact_size + 1):
        rows = slice(first, first + how_many(kinds, size))
        first = rows.stop
        leaves = _features(kinds, size)
        model = _fitted(leaves, means[rows], total.counts[rows].astype(float))
        models.append(model)
        unseen = total.counts[rows] == 0
        means[rows][unseen] = _predicted(leaves, model)[unseen]
    return _rounded_entries(means), _rounded_models(models, kinds)


def from_sample(total: SampleSums, kinds: int, exact_size: int) -> tuple[list[int], list[int]]:
    """Entries and model, in hundredths of a point, from sampled hands.

    Each entry is the mean of its n hands drawn towards the model as if the model were worth `weight` hands. The weight
    is the variance of single hands over that of what the model misses, which is estimated, size by size, from how far
    means lie from the model beyond what their own noise explains.
    """
    noise = total.squares / total.hands
    models: list[Real] = [np.zeros(feature_count(kinds))]
    for size in range(1, len(total.moments) + 1):
        products = total.products[size - 1]
        whole = (products + products.T - np.diag(total.totals[size - 1])).astype(float)
        models.append(_solved(whole, total.moments[size - 1].astype(float)))
    counts = total.counts.astype(float)
    means = np.divide(total.sums, counts, out=np.zeros(len(counts)), where=counts > 0)
    first = 0
    for size in range(exact_size + 1):
        rows = slice(first, first + how_many(kinds, size))
        first = rows.stop
        if size == 0:
            continue
        expected = _predicted(_features(kinds, size), models[size])
        weight = _model_weight(means[rows] - expected, counts[rows], noise)
        means[rows] = (counts[rows] * means[rows] + weight * expected) / (counts[rows] + weight)
    means[0] = 0.0
    return _rounded_entries(means), _rounded_models(models, kinds)


def _model_weight(misses: Real, counts: Real, noise: float) -> float:
    """How many hands the model is worth against the mean of an entry."""
    seen = counts > 0
    beyond = float((counts[seen] * misses[seen] ** 2).sum() - noise * seen.sum()) / float(counts[seen].sum())
    return noise / max(beyond, noise / 1e6)


def _features(kinds: int, size: int) -> NDArray[np.int32]:
    """The summands of every leave of a size, as indices that may repeat: constant, tiles, pairs of tiles."""
    leaves = np.frombuffer(every_multiset(range(kinds), size, [size] * kinds), dtype=np.uint8)
    tiles = leaves.reshape(how_many(kinds, size), size).astype(np.int32)
    columns = [np.zeros(len(tiles), dtype=np.int32), *(1 + tiles[:, at] for at in range(size))]
    for at in range(size):
        for other in range(at + 1, size):
            one, two = tiles[:, at], tiles[:, other]
            columns.append(1 + kinds + one * kinds - one * (one - 1) // 2 + two - one)
    return np.stack(columns, axis=1)


def _predicted(features: NDArray[np.int32], model: Real) -> Real:
    predicted: Real = model[features].sum(axis=1)
    return predicted


def _fitted(features: NDArray[np.int32], values: Real, weights: Real) -> Real:
    """The model of one size by weighted least squares."""
    count = int(features.max(initial=0)) + 1
    products: Real = np.zeros(count * count)
    moments: Real = np.zeros(count)
    for column in features.T:
        moments = moments + np.bincount(column, weights * values, minlength=count)
        for other in features.T:
            products = products + np.bincount(column * count + other, weights, minlength=count * count)
    return _solved(products.reshape(count, count), moments)


def _solved(products: Real, moments: Real) -> Real:
    """Normal equations with a small ridge; summands that never occur get 0."""
    ridge = RIDGE * float(np.trace(products)) / len(products)
    return np.asarray(np.linalg.solve(products + ridge * np.eye(len(products)), moments), dtype=np.float64)


def _rounded_entries(values: Real) -> list[int]:
    return [int(value) for value in np.clip(np.rint(values), -LARGEST_VALUE, LARGEST_VALUE)]


def _rounded_models(models: list[Real], kinds: int) -> list[int]:
    """The models of all sizes one after the other; the largest stands for all above it."""
    full: list[Any] = []
    for size in range(MAX_HAND + 1):
        model = models[min(size, len(models) - 1)]
        padded = np.zeros(feature_count(kinds))
        padded[: len(model)] = model
        full += [int(value) for value in np.rint(padded)]
    return full
