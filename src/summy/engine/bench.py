"""Measuring the searches by themselves: positions are already in the kernel's form, plays stay packed.

`summy bench movegen` prints these figures beside the times of `movegen.generate`, which first turns a position into
the kernel's form.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

from summy.engine.kernel.position import LinePosition
from summy.engine.kernel.search import MAP, STRAIGHT, STRUCTURE, Searcher
from summy.engine.line import line_position
from summy.position import Position

MICROSECONDS = 1_000_000
NANOSECONDS = 1_000_000_000

STRAIGHT_SHARE = 10
"""The straight search is slow: it is measured on every so many-th position."""


def can_measure(positions: Sequence[Position]) -> bool:
    """Whether the figures can be had: line placement only."""
    return bool(positions) and positions[0].ruleset.placement == "line"


def search_figures(positions: Sequence[Position], repeats: int) -> dict[str, float]:
    """Times of one call of `generate` on a kernel position, classes of the table found anew each time.

    Each position counts with the fastest of `repeats` runs. Times are in microseconds unless the name says otherwise.
    The last figure compares with the straight search, the simplest that is complete, on the same positions.
    """
    plays = [len(kernel.generate()) for kernel in _kernels(positions, MAP)]
    found = _times(positions, MAP, None, repeats)
    best = _times(positions, MAP, 1, repeats)
    shared = positions[::STRAIGHT_SHARE]
    straight = _times(shared, STRAIGHT, None, 1)
    return {
        **_described("search", found),
        "search_ns_per_play": round(sum(found) * NANOSECONDS / max(1, sum(plays))),
        **_described("search_best", best),
        **_described("search_without_map", _times(positions, STRUCTURE, None, repeats)),
        **_described("search_best_without_map", _times(positions, STRUCTURE, 1, repeats)),
        "straight_median_us": round(statistics.median(straight) * MICROSECONDS, 1),
        "times_as_fast_as_straight": round(sum(straight) / sum(found[::STRAIGHT_SHARE])),
    }


def _kernels(positions: Sequence[Position], method: int) -> list[LinePosition]:
    """The kernel's form of positions, all with one searcher."""
    by = Searcher()
    by.method = method
    return [line_position(position, by) for position in positions]


def _times(positions: Sequence[Position], method: int, best: int | None, repeats: int) -> list[float]:
    """Seconds of the fastest of some runs for each position."""
    times = []
    for kernel in _kernels(positions, method):
        fastest = float("inf")
        for _ in range(repeats):
            kernel.forget()
            began = time.perf_counter()
            kernel.generate(best)
            fastest = min(fastest, time.perf_counter() - began)
        times.append(fastest)
    return times


def _described(name: str, times: Sequence[float]) -> dict[str, float]:
    """Median, 95 % and largest of times, in microseconds."""
    ordered = sorted(times)
    return {
        f"{name}_median_us": round(statistics.median(ordered) * MICROSECONDS, 2),
        f"{name}_p95_us": round(ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)] * MICROSECONDS, 1),
        f"{name}_max_us": round(ordered[-1] * MICROSECONDS, 1),
    }
