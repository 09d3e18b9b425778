"""Measuring what kept tiles are worth: `summy lab leaves build`.

The value of some kept tiles is the mean equity of the best next move over everything that may be drawn to them and over
tables of real games, less the same for a whole random hand. The best move itself depends on what it keeps is worth, so
this is done in rounds: the first round knows no values, each later one uses those of the round before, on more tables.

Where all hands can be gone through (`census`), each table gives the exact value of every leave. Where there are too
many, hands are drawn at random (`sample`), and leaves that were seldom seen lean on a model of single tiles and pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from summy.engine.equity import best_equities, swap_rules
from summy.engine.kernel.census import PARTS, UNKNOWN, Tally, credit, feature_count, fold
from summy.engine.kernel.leave_table import LeaveTable, entry_count
from summy.engine.kernel.line_census import hand_equities, laid_scores
from summy.engine.kernel.multisets import every_multiset, how_many
from summy.engine.kernel.position import LinePosition
from summy.engine.leave_file import Leaves, fingerprint
from summy.engine.leaves import kernel_symbols, table_of, zero_table
from summy.engine.movegen import prepare
from summy.lab.leave_boards import Board, sampled_board, sampled_hands
from summy.lab.leave_model import CensusSums, SampleSums, from_census, from_sample
from summy.lab.pool import in_order
from summy.rulesets import Ruleset

MOST_HANDS = 400_000
"""Hands of a ruleset up to which all are gone through."""

SAMPLED_ENTRIES = 60_000
"""Entries of a table from sampled hands, at most: of larger leaves each is too rare to be measured by itself."""

ORDINARY = 0.9
"""Where the result of an equation scores, a play has no bound: the luck of one table with a long number would drown all
others. Hands of a table that beat this share of its hands count no more than that.
"""

HANDS_A_TABLE = 1000
"""Hands drawn for each table where not all are gone through."""

SHARES = (0.15, 0.25, 0.5)
"""Parts of the last round's tables that the rounds before it use; the first of more rounds use the first part."""


@dataclass(frozen=True)
class LeaveRun:
    """What is measured, and with how much work."""

    ruleset: Ruleset
    boards: int
    """Tables of the last round."""

    rounds: int = 4
    seed: int = 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """The ruleset's tiles."""
        return tuple(self.ruleset.tiles.counts)

    @property
    def census(self) -> bool:
        """Whether all hands are gone through."""
        return how_many(len(self.kinds), self.ruleset.hand_size) <= MOST_HANDS

    @property
    def exact_size(self) -> int:
        """Most tiles of a leave with an entry of its own."""
        if self.census:
            return self.ruleset.hand_size - 1
        sizes = range(self.ruleset.hand_size)
        return max(size for size in sizes if entry_count(len(self.kinds), size) <= SAMPLED_ENTRIES)

    def boards_of(self, round_: int) -> range:
        """Numbers of the games whose tables a round uses; no two rounds share one."""
        counts = [self._count(each) for each in range(round_ + 1)]
        return range(sum(counts[:-1]), sum(counts))

    def _count(self, round_: int) -> int:
        before_last = self.rounds - 1 - round_
        if before_last == 0:
            return self.boards
        share = SHARES[max(0, len(SHARES) - before_last)]
        return max(1, round(share * self.boards))

    @property
    def all_boards(self) -> int:
        """Tables of all rounds."""
        return self.boards_of(self.rounds - 1).stop


def build(run: LeaveRun, workers: int = 1, on_boards: Callable[[int], None] | None = None) -> Leaves:
    """Measure a ruleset's leaves; the same for any number of workers.

    Args:
        run: what to measure.
        workers: processes on this machine.
        on_boards: told how many tables are done since the last call.
    """
    leaves: Leaves | None = None
    for round_ in range(run.rounds):
        numbers = run.boards_of(round_)
        work = partial(_measure, run, leaves)
        measured = in_order(work, _portions(numbers, run.census), workers)
        leaves = (_census_round if run.census else _sample_round)(run, _counted(measured, on_boards))
    assert leaves is not None
    return leaves


def _portions(numbers: range, census: bool) -> Iterator[range]:
    """What one task measures: the tallies of a census are smaller than those of a sample."""
    step = 2 if census else 8
    return (numbers[first : first + step] for first in range(0, len(numbers), step))


def _counted(
    measured: Iterator[tuple[int, CensusSums | SampleSums]], on_boards: Callable[[int], None] | None
) -> Iterator[CensusSums | SampleSums]:
    for boards, sums in measured:
        if on_boards is not None:
            on_boards(boards)
        yield sums


@lru_cache(maxsize=4)
def _prepared(ruleset: Ruleset) -> None:
    prepare(ruleset)


def _measure(run: LeaveRun, leaves: Leaves | None, numbers: range) -> tuple[int, CensusSums | SampleSums]:
    """What some tables show."""
    _prepared(run.ruleset)
    table = starting_table(run) if leaves is None else table_of(leaves, run.ruleset)
    boards = ((number, sampled_board(run.ruleset, table, run.seed, number)) for number in numbers)
    if run.census:
        found = CensusSums.empty(entry_count(len(run.kinds), run.exact_size))
        for _, board in boards:
            found.add_board(np.frombuffer(census_of(board, run.ruleset, table), dtype=np.int32), UNKNOWN)
        return len(numbers), found
    tally = Tally(len(run.kinds), run.exact_size, run.ruleset.hand_size - 1)
    for number, board in boards:
        sample_into(tally, board, run, table, number)
    return len(numbers), SampleSums.of(tally, feature_count(len(run.kinds)))


def starting_table(run: LeaveRun) -> LeaveTable:
    """No values at all, with an entry for every leave that a census looks up."""
    kinds = len(run.kinds)
    entries = np.zeros(entry_count(kinds, run.exact_size), dtype=np.int16)
    plain = zero_table(run.ruleset)
    assert plain.kinds == kinds
    return LeaveTable(
        kernel_symbols(run.ruleset),
        run.kinds,
        run.ruleset.hand_size,
        exact_size=run.exact_size,
        entries=entries.tobytes(),
        model=[0] * (13 * feature_count(kinds)),
        settled={},
    )


def census_of(board: Board, ruleset: Ruleset, table: LeaveTable) -> bytearray:
    """The value of every leave on one table, exactly (`kernel.census.fold`)."""
    kinds, size = tuple(ruleset.tiles.counts), ruleset.hand_size
    pool = [board.pool[name] for name in kinds]
    place = {name: symbol for symbol, name in enumerate(kernel_symbols(ruleset))}
    symbols = [place[name] for name in kinds]
    least_stock, limited = swap_rules(ruleset)
    if isinstance(board.position, LinePosition):
        scores = laid_scores(board.position, symbols, size)
        swap = ruleset.turn.discard or ruleset.turn.exchange
        return fold(hand_equities(table, scores, pool, size, swap), pool, size)
    hands = bytes(every_multiset(symbols, size, pool))
    found = np.frombuffer(best_equities(board.position, table, hands, size, (least_stock, limited)), dtype=np.int64)
    if ruleset.scoring.result:
        found = np.minimum(found, np.quantile(found, ORDINARY, method="lower"))
    equities = np.full(how_many(len(kinds), size), UNKNOWN, dtype=np.int64)
    possible = np.frombuffer(every_multiset(range(len(kinds)), size, [size] * len(kinds)), dtype=np.uint8)
    held = possible.reshape(-1, size)
    counts = np.stack([(held == kind).sum(axis=1) for kind in range(len(kinds))], axis=1)
    equities[(counts <= np.array(pool)).all(axis=1)] = found
    return fold(equities, pool, size)


def sample_into(tally: Tally, board: Board, run: LeaveRun, table: LeaveTable, number: int) -> None:
    """Count the best moves of hands drawn for one table."""
    ruleset = run.ruleset
    hands = sampled_hands(board, ruleset, run.seed, number, HANDS_A_TABLE)
    found = best_equities(board.position, table, hands, ruleset.hand_size, swap_rules(ruleset))
    equities = np.frombuffer(found, dtype=np.int64)
    place = {name: symbol for symbol, name in enumerate(kernel_symbols(ruleset))}
    symbols = [place[name] for name in run.kinds]
    credit(hands, ruleset.hand_size, equities, int(equities.sum()) // len(equities), symbols, tally)


def _census_round(run: LeaveRun, measured: Iterator[CensusSums | SampleSums]) -> Leaves:
    total = CensusSums.empty(entry_count(len(run.kinds), run.exact_size))
    for sums in measured:
        assert isinstance(sums, CensusSums)
        total.add(sums)
    entries, model = from_census(total, len(run.kinds), run.exact_size, PARTS)
    return _leaves(run, entries, model)


def _sample_round(run: LeaveRun, measured: Iterator[CensusSums | SampleSums]) -> Leaves:
    total: SampleSums | None = None
    for sums in measured:
        assert isinstance(sums, SampleSums)
        if total is None:
            total = sums
        else:
            total.add(sums)
    assert total is not None
    entries, model = from_sample(total, len(run.kinds), run.exact_size)
    return _leaves(run, entries, model)


def _leaves(run: LeaveRun, entries: list[int], model: list[int]) -> Leaves:
    from array import array

    return Leaves(
        ruleset=run.ruleset.id,
        fingerprint=fingerprint(run.ruleset),
        kinds=run.kinds,
        exact_size=run.exact_size,
        entries=array("h", entries),
        model=array("i", model),
        measured={
            "boards": run.boards,
            "rounds": run.rounds,
            "seed": run.seed,
            "hands": "all" if run.census else HANDS_A_TABLE,
        },
    )
