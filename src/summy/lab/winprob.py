"""Fitting chances to win: `summy lab winprob fit`.

Whoever is d points ahead before a turn wins if what is still to come does not turn it: if the *swing*, the final
difference less the present one, is above -d. Swings hardly depend on d, so each turn of a finished game tells about
every lead: the chance of a lead d is the share of swings above -d, at the same number of unseen tiles, equal final
scores counting half. Tallies are whole numbers; chances rise with the lead by construction.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from summy.deal import Deal
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.win_table import CERTAIN
from summy.engine.leave_file import fingerprint
from summy.engine.leaves import leave_table
from summy.engine.movegen import prepare
from summy.engine.quick_games import QuickGame
from summy.engine.win_file import Chances
from summy.lab.games import seed_of_game
from summy.lab.pool import in_order
from summy.rulesets import Ruleset

CHUNK = 50
"""Games that a worker plays in one task."""

SHARE = 20
"""A row is to rest on one in so many of all swings: rows of neighbouring numbers of unseen tiles are added to it."""

SPAN = 500
"""Points of the largest lead with an entry; swings beyond it count as just beyond it."""

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class WinRun:
    """What is played."""

    ruleset: Ruleset
    games: int
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn: what was known before it, and how the game ended for the side to move."""

    lead: int
    unseen: int
    final: int
    """Points ahead at the end, settlement included."""


def games_seen(run: WinRun, workers: int = 1, on_games: Callable[[int], None] | None = None) -> Iterator[list[Seen]]:
    """The turns of each game of a run, in order; both sides take the highest equity."""
    tasks = (range(first, min(first + CHUNK, run.games)) for first in range(0, run.games, CHUNK))
    for chunk in in_order(partial(_play_chunk, run), tasks, workers):
        yield from chunk
        if on_games is not None:
            on_games(len(chunk))


@lru_cache(maxsize=4)
def _table(ruleset: Ruleset) -> LeaveTable:
    prepare(ruleset)
    return leave_table(ruleset)


def _play_chunk(run: WinRun, numbers: range) -> list[list[Seen]]:
    return [_turns(run, number) for number in numbers]


def _turns(run: WinRun, number: int) -> list[Seen]:
    table = _table(run.ruleset)
    game = QuickGame(Deal(run.ruleset, seed_of_game(run.seed, number), 2), (table, table)).play()

    def ahead(scores: tuple[int, ...] | list[int], side: int) -> int:
        return scores[side] - scores[1 - side]

    return [Seen(ahead(turn.scores, turn.side), turn.unseen, ahead(game.scores, turn.side)) for turn in game.turns]


def tallied(games: Iterator[list[Seen]], most_unseen: int) -> Whole:
    """How often each swing happened: by unseen tiles, then by swing from -SPAN - 1 to SPAN + 1."""
    tally = np.zeros((most_unseen + 1, 2 * SPAN + 3), dtype=np.int64)
    for turns in games:
        for turn in turns:
            swing = min(max(turn.final - turn.lead, -SPAN - 1), SPAN + 1)
            tally[turn.unseen, swing + SPAN + 1] += 1
    return tally


def fit(run: WinRun, workers: int = 1, on_games: Callable[[int], None] | None = None) -> Chances:
    """Chances from the games of a run; the same for any number of workers."""
    most_unseen = run.ruleset.tiles.total
    tally = tallied(games_seen(run, workers, on_games), most_unseen)
    entries = array("H", (int(entry) for entry in chances_of(tally).ravel()))
    measured = {"games": run.games, "seed": run.seed, "players": "highest equity"}
    return Chances(run.ruleset.id, fingerprint(run.ruleset), SPAN, most_unseen, entries, measured)


def chances_of(tally: Whole) -> NDArray[np.uint16]:
    """Entries of a table from swings.

    Each row takes in its neighbours on both sides, further and further, until it rests on enough swings. Half a win and
    half a loss are added, so that nothing is ever certain.
    """
    rows = []
    sums = np.concatenate([np.zeros((1, tally.shape[1]), dtype=np.int64), tally.cumsum(axis=0)])
    for unseen in range(len(tally)):
        swings = _row(sums, unseen)
        # Lead d against a swing s: won when s > -d. Column c holds the swing c - SPAN - 1.
        below = np.concatenate([[0], swings.cumsum()])
        count = below[-1]
        even = SPAN + 1 - np.arange(-SPAN, SPAN + 1)
        won = count - below[even + 1] + swings[even] / 2
        rows.append((won + 0.5) / (count + 1))
    entries: NDArray[np.uint16] = np.rint(CERTAIN * np.array(rows)).astype(np.uint16)
    return entries


def _row(sums: Whole, unseen: int) -> Whole:
    last = len(sums) - 2
    enough = sums[-1].sum() // SHARE
    for reach in range(last + 1):
        swings: Whole = sums[min(last, unseen + reach) + 1] - sums[max(0, unseen - reach)]
        if swings.sum() >= enough:
            return swings
    everything: Whole = sums[-1]
    return everything
