"""Measuring the end game search: `summy bench endgame` prints these figures."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass

from summy.engine.endgame import EndgameLimits, solve
from summy.position import Position
from summy.tiles import BLANK

MILLISECONDS = 1_000


@dataclass(frozen=True, slots=True)
class Measured:
    """What one end game took."""

    seconds: float
    """Of the processor, so that other processes on the machine do not count."""

    nodes: int
    proved: bool
    blanks: int
    """Blanks in both hands: each multiplies the plays by up to a hundred."""


def measured(position: Position, nodes: int) -> Measured:
    """Solve one end game with an empty memory."""
    began = time.process_time()
    result = solve(position, EndgameLimits(nodes))
    blanks = sum(hand.count(BLANK) for hand in position.hands if isinstance(hand, tuple))
    return Measured(time.process_time() - began, result.nodes, result.proved, blanks)


def endgame_figures(positions: Iterable[Position], nodes: int, seconds: float) -> dict[str, float]:
    """Processor time in milliseconds, positions looked at, what was proved; also apart by blanks in the hands.

    Args:
        positions: end games.
        nodes: most positions to look at in each.
        seconds: only proofs that took no longer count as proved.
    """
    rows = [measured(position, nodes) for position in positions]
    figures = _described("", rows, seconds)
    with_blanks = [row for row in rows if row.blanks]
    if with_blanks:
        figures |= _described("no_blank_", [row for row in rows if not row.blanks], seconds)
        figures |= _described("blank_", with_blanks, seconds)
    return figures


def _described(name: str, rows: list[Measured], seconds: float) -> dict[str, float]:
    if not rows:
        return {f"{name}positions": 0}
    times = sorted(row.seconds * MILLISECONDS for row in rows)
    counts = sorted(row.nodes for row in rows)
    proved = sum(row.proved and row.seconds <= seconds for row in rows)
    p95 = min(len(rows) - 1, len(rows) * 95 // 100)
    return {
        f"{name}positions": len(rows),
        f"{name}proved_percent": round(100 * proved / len(rows), 2),
        f"{name}median_ms": round(statistics.median(times), 1),
        f"{name}p95_ms": round(times[p95], 1),
        f"{name}max_ms": round(times[-1], 1),
        f"{name}nodes_median": round(statistics.median(counts)),
        f"{name}nodes_p95": counts[p95],
        f"{name}nodes_max": counts[-1],
    }
