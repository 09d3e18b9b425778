"""Measuring the searches for crossword placement by themselves: positions are in the kernel's form already."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

from summy.engine.crossword import crossword_position
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.position import Position
from summy.tiles import BLANK

MICROSECONDS = 1_000_000

STRAIGHT_SHARE = 10
"""The straight search is slow: it is measured on every so many-th position without a blank."""


def crossword_figures(positions: Sequence[Position], repeats: int) -> dict[str, float]:
    """Times of one call of `generate` on a kernel position whose crossing lines are known, in microseconds.

    Each position counts with the fastest of `repeats` runs. The last figure compares with the straight search, the
    simplest that is complete, on the same positions, all of them without blanks.
    """
    kernels = [crossword_position(position) for position in positions]
    figures = {
        **_described("search", [_fastest(kernel, None, repeats) for kernel in kernels]),
        **_described("search_best", [_fastest(kernel, 1, repeats) for kernel in kernels]),
    }
    plain = [kernel for kernel, position in zip(kernels, positions, strict=True) if BLANK not in position.hand]
    shared = plain[::STRAIGHT_SHARE]
    found = [_fastest(kernel, None, repeats) for kernel in shared]
    for kernel in kernels:
        kernel.map = None
    figures |= {
        **_described("search_without_map", [_fastest(kernel, None, repeats) for kernel in kernels]),
        **_described("search_best_without_map", [_fastest(kernel, 1, repeats) for kernel in kernels]),
    }
    for kernel in shared:
        kernel.straight = True
    straight = [_fastest(kernel, None, 1) for kernel in shared]
    if shared:
        figures["straight_median_us"] = round(statistics.median(straight) * MICROSECONDS, 1)
        figures["times_as_fast_as_straight"] = round(sum(straight) / sum(found))
    return figures


def _fastest(kernel: CrosswordPosition, best: int | None, repeats: int) -> float:
    """Seconds of the fastest of some runs."""
    kernel.any_play()  # crossing lines are found with the first search
    fastest = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        kernel.generate(best)
        fastest = min(fastest, time.perf_counter() - began)
    return fastest


def _described(name: str, times: Sequence[float]) -> dict[str, float]:
    """Median, 95 % and largest of times, in microseconds."""
    ordered = sorted(times)
    return {
        f"{name}_median_us": round(statistics.median(ordered) * MICROSECONDS, 2),
        f"{name}_p95_us": round(ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)] * MICROSECONDS, 1),
        f"{name}_max_us": round(ordered[-1] * MICROSECONDS, 1),
    }
