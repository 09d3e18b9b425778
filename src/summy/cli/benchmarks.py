"""What the benchmarks measure, and on what."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from summy.cli.output import console, with_progress
from summy.deal import Deal
from summy.engine.bench import can_measure, search_figures
from summy.engine.crossword_bench import crossword_figures
from summy.engine.endgame_bench import endgame_figures
from summy.engine.greedy import can_play, play_greedily
from summy.engine.movegen import any_play, generate, greedy, prepare
from summy.engine.selfplay import play_game, seen_by_mover, steps
from summy.lab.provenance import source
from summy.log import start
from summy.position import Position
from summy.referee import outcome
from summy.rulesets import Ruleset
from summy.tiles import BLANK

NANOSECONDS = 1_000_000_000


def bench_movegen(ruleset: Ruleset, count: int, repeats: int) -> dict[str, Any]:
    """Times of `generate` in microseconds, over positions of greedy self-play from fixed seeds.

    Each position counts with the fastest of `repeats` runs, so that another process on the machine does not decide.
    """
    prepare(ruleset)
    positions = list(_positions(ruleset, count))
    plays = [len(generate(position)) for position in positions]
    found = [_fastest(partial(generate, position), repeats) for position in with_progress(positions, "all plays")]
    best = [_fastest(partial(generate, position, 1), repeats) for position in with_progress(positions, "best play")]
    return {
        **source(),
        "rules": ruleset.id,
        "positions": count,
        "plays_median": statistics.median(plays),
        "plays_max": max(plays),
        "all_median_us": _microseconds(statistics.median(found)),
        "all_p95_us": _microseconds(_percentile(found, 95)),
        "all_max_us": _microseconds(max(found)),
        "ns_per_play": round(sum(found) * NANOSECONDS / max(1, sum(plays))),
        "best_median_us": _microseconds(statistics.median(best)),
        "best_p95_us": _microseconds(_percentile(best, 95)),
        "best_max_us": _microseconds(max(best)),
        **(search_figures if can_measure(positions) else crossword_figures)(positions, repeats),
        **_by_blanks(positions, plays, found, best),
    }


PLAY_BYTES = 24
"""Memory of a packed play in crossword placement."""


def _by_blanks(positions: list[Position], plays: list[int], found: list[float], best: list[float]) -> dict[str, float]:
    """The same figures for each number of blanks in the hand, where a game has blanks."""
    figures: dict[str, float] = {}
    for blanks in sorted({position.hand.count(BLANK) for position in positions}):
        rows = [index for index, position in enumerate(positions) if position.hand.count(BLANK) == blanks]
        if BLANK not in positions[0].ruleset.tiles.counts:
            break
        counts = [plays[index] for index in rows]
        figures |= {
            f"blanks_{blanks}_positions": len(rows),
            f"blanks_{blanks}_plays_median": statistics.median(counts),
            f"blanks_{blanks}_plays_max": max(counts),
            f"blanks_{blanks}_plays_mb": round(max(counts) * PLAY_BYTES / 1_000_000, 2),
            f"blanks_{blanks}_ns_per_play": round(
                sum(found[index] for index in rows) * NANOSECONDS / max(1, sum(counts))
            ),
        }
        for name, times in (("all", found), ("best", best)):
            chosen = [times[index] for index in rows]
            figures |= {
                f"blanks_{blanks}_{name}_median_us": _microseconds(statistics.median(chosen)),
                f"blanks_{blanks}_{name}_p95_us": _microseconds(_percentile(chosen, 95)),
                f"blanks_{blanks}_{name}_max_us": _microseconds(max(chosen)),
            }
    return figures


def bench_selfplay(ruleset: Ruleset, games: int) -> dict[str, Any]:
    """Games per second on one core, greedy on every side. Seeds are fixed, so everybody plays the same games.

    Each game is played through the referee and the log and, where the move generator can do it alone, inside it too.
    """
    prepare(ruleset)
    deals = [Deal(ruleset, _seed(number), ruleset.sides.default) for number in range(games)]
    for deal in deals:
        # Shuffling is no part of playing.
        _ = deal.start
    turns = points = 0
    began = time.perf_counter()
    for deal in with_progress(deals, "games"):
        end = play_game(deal, [greedy] * deal.sides)
        turns += end.turn
        points += sum(end.position.scores)
    measured = {
        **source(),
        "rules": ruleset.id,
        "games": games,
        "games_per_second": _rate(games, began),
        "turns_per_game": round(turns / games, 1),
        "points_per_side": round(points / games / ruleset.sides.default, 1),
    }
    if can_play(ruleset):
        began = time.perf_counter()
        for deal in deals:
            play_greedily(deal)
        measured["kernel_games_per_second"] = _rate(games, began)
    return measured


def bench_endgame(ruleset: Ruleset, count: int, nodes: int, seconds: float) -> dict[str, Any]:
    """Processor time and work of proving end games: greedy games from fixed seeds, when their stock became empty."""
    prepare(ruleset)
    positions = list(islice(_just_empty(ruleset), count))
    return {
        **source(),
        "rules": ruleset.id,
        **endgame_figures(with_progress(positions, "end games"), nodes, seconds),
    }


def _just_empty(ruleset: Ruleset) -> Iterator[Position]:
    """Where the stock of a game became empty and the game went on; endless."""
    for number in itertools.count():
        deal = Deal(ruleset, _seed(number), ruleset.sides.default)
        for _, state in steps(start(deal), [greedy] * deal.sides):
            if state.position.stock_empty:
                if state.ended is None and outcome(state.position, any_play) is None:
                    yield state.position
                break


def _rate(count: int, began: float) -> float:
    """How many a second since a moment."""
    return round(count / (time.perf_counter() - began), 1)


def print_measurement(title: str, measured: dict[str, Any]) -> None:
    """One line a figure, units in its name."""
    from rich.text import Text

    out = console()
    out.print(Text(title, "bold"))
    for name, value in measured.items():
        out.print(f"  {name.replace('_', ' '):<24} {value}")


def _positions(ruleset: Ruleset, count: int) -> Iterator[Position]:
    found = 0
    for number in range(count):
        deal = Deal(ruleset, _seed(number), ruleset.sides.default)
        state = start(deal)
        for _, following in steps(state, [greedy] * deal.sides):
            yield seen_by_mover(state.position)
            found += 1
            if found == count:
                return
            state = following
            if state.ended is not None:
                break


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _fastest(work: Callable[[], object], repeats: int) -> float:
    """Seconds of the fastest of some runs."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def _percentile(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def _microseconds(seconds: float) -> float:
    return round(seconds * 1_000_000, 1)
