"""Analyses by simulation: each move is tried in games played on, against hands and stocks that could be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from summy.engine.simulate import Considered, simulate
from summy.engine.simulation_options import MOST_TRIED, SimulationOptions
from summy.lab.analysis import Analysis, Candidate
from summy.move import Move, format_move
from summy.position import Position

EXPLAINED = 3
"""Moves, the best ones, of which a line of play is told too."""

UNLIMITED = 1_000_000
"""Iterations where only the time counts."""


def analyse_simulated(
    position: Position,
    top: int,
    also: Sequence[Move],
    *,
    seed: int,
    iterations: int,
    seconds: float | None,
    stopped: Callable[[], bool],
) -> Analysis:
    """The best moves by the chances of winning in games played on.

    Args:
        position: as the side to move sees it.
        top: most moves given.
        also: legal moves that are judged too.
        seed: decides all deals.
        iterations: games for each move, if all got as many.
        seconds: most time.
        stopped: ends the simulation early.

    Moves that were not reached before the end are missing.

    Raises NothingToSimulate where there is no choice to compare.
    """
    usual = SimulationOptions()
    candidates = max(usual.candidates, min(top, MOST_TRIED - usual.swaps - len(also) - 1))
    found = simulate(
        position,
        seed=seed,
        seconds=seconds,
        options=replace(usual, iterations=iterations, candidates=candidates),
        explained=min(top, EXPLAINED),
        also=also,
        stopped=stopped,
    )
    asked = {format_move(move, position.board, position.ruleset) for move in also}
    kept = [move for place, move in enumerate(found.moves) if place < top or move.text in asked]
    return Analysis(position, "simulation", tuple(map(_candidate, kept)), found.iterations)


def _candidate(tried: Considered) -> Candidate:
    return Candidate(
        tried.move,
        tried.text,
        tried.score,
        tried.worth,
        tried.lead.mean,
        error=(tried.lead.high - tried.lead.low) / 2,
        win=tried.chance.mean,
        line=tried.line[1:],
    )
