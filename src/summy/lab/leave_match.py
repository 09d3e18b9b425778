"""Two tables of leave values against each other: mirrored pairs of games by equity, without referee and log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from summy.deal import Deal
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.leaves import balance_table, leave_table, leave_table_from, zero_table
from summy.engine.movegen import prepare
from summy.engine.quick_games import QuickGame
from summy.lab.games import seed_of_game
from summy.lab.pool import in_order
from summy.lab.statistics import PairStatistics, pentanomial
from summy.rulesets import Ruleset

CHUNK = 10
"""Pairs that a worker plays in one task."""


@dataclass(frozen=True)
class LeaveMatch:
    """What is to be compared; values are `measured` (those that come with the ruleset), `rule`, `none` or a file."""

    ruleset: Ruleset
    one: str
    other: str
    pairs: int
    seed: int = 1


def table_called(name: str, ruleset: Ruleset) -> LeaveTable:
    """Values by name: `measured`, `rule`, `none`, or the path of a file.

    Errors: BadMeasurements; OSError.
    """
    if name == "measured":
        return leave_table(ruleset)
    if name == "rule":
        return balance_table(ruleset)
    return zero_table(ruleset) if name == "none" else leave_table_from(Path(name), ruleset)


def play_match(match: LeaveMatch, workers: int = 1, on_pairs: Callable[[int], None] | None = None) -> PairStatistics:
    """The statistics of a match from the side of its first values; the same for any number of workers."""
    half_points: list[int] = []
    margins: list[int] = []
    tasks = (range(first, min(first + CHUNK, match.pairs)) for first in range(0, match.pairs, CHUNK))
    for chunk in in_order(partial(_play_chunk, match), tasks, workers):
        half_points += [half for half, _ in chunk]
        margins += [margin for _, margin in chunk]
        if on_pairs is not None:
            on_pairs(len(chunk))
    return PairStatistics(pentanomial(half_points), tuple(margins))


@lru_cache(maxsize=4)
def _tables(match: LeaveMatch) -> tuple[LeaveTable, LeaveTable]:
    prepare(match.ruleset)
    return table_called(match.one, match.ruleset), table_called(match.other, match.ruleset)


def _play_chunk(match: LeaveMatch, numbers: range) -> list[tuple[int, int]]:
    return [play_pair(match, _tables(match), number) for number in numbers]


def play_pair(match: LeaveMatch, tables: tuple[LeaveTable, LeaveTable], number: int) -> tuple[int, int]:
    """Half points and margin of the first values over two games on one deal."""
    deal = Deal(match.ruleset, seed_of_game(match.seed, number), 2)
    half_points = margin = 0
    for first in (0, 1):
        scores = QuickGame(deal, tables if first == 0 else tables[::-1]).play().scores
        ahead = scores[first] - scores[1 - first]
        margin += ahead
        half_points += 1 + (ahead > 0) - (ahead < 0)
    return half_points, margin
