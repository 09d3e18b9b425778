"""How much an analysis may think, and by what means it then judges."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from summy.engine.candidates import NothingToSimulate
from summy.lab.analysis import Analysis, analyse_static, require_running
from summy.lab.ending import Budget, Unproved, analyse_endgame, is_endgame
from summy.lab.simulating import UNLIMITED, analyse_simulated
from summy.move import Move, format_move
from summy.position import Position

NODES = 40_000
"""Positions of an end game that are searched unless it is said otherwise: a second or two."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What one analysis may use."""

    seed: int = 0
    """Decides everything that is left to chance."""

    top: int = 10
    """Most moves that are given."""

    iterations: int = 0
    """Games played on for each move, if all got as many; 0 for none, unless there is a time."""

    nodes: int = NODES
    """Most positions of an end game that are searched; 0 for none."""

    seconds: float | None = None
    """Most time; None for no limit. Where the time decides, results are not reproducible."""

    endgame: bool = False
    """Whether nothing but an exact search will do."""


def never() -> bool:
    """Nobody says stop."""
    return False


def analyse(
    position: Position, effort: Effort, also: Sequence[Move] = (), stopped: Callable[[], bool] = never
) -> Analysis:
    """The best moves of the side to move: an end game by its exact values where they can be proved, else by games
    played on where the effort has any, else by points and tiles kept.

    Args:
        position: as the side to move sees it.
        effort: what may be used.
        also: legal moves that are judged too, however bad they are.
        stopped: asked again and again; once it says yes, what is found so far is given.

    Raises what `require_running` does; where only an exact search will do, what `analyse_endgame` does.
    """
    require_running(position)
    deadline = None if effort.seconds is None else time.monotonic() + effort.seconds
    budget = Budget(effort.nodes, deadline, stopped)
    if effort.endgame:
        return analyse_endgame(position, effort.top, also, budget)
    return (
        _proved(position, effort, also, budget)
        or _simulated(position, effort, also, budget)
        or analyse_static(position, effort.top, also)
    )


def _proved(position: Position, effort: Effort, also: Sequence[Move], budget: Budget) -> Analysis | None:
    """Exact values; None where the position is no end game, or the budget does not suffice."""
    if not effort.nodes or not is_endgame(position):
        return None
    # Half of the time: what is not proved then has still to be judged.
    half = None if effort.seconds is None else time.monotonic() + effort.seconds / 2
    try:
        analysis = analyse_endgame(position, effort.top, also, replace(budget, deadline=half))
    except Unproved:
        return None
    return analysis if analysis.proved else None


def _simulated(position: Position, effort: Effort, also: Sequence[Move], budget: Budget) -> Analysis | None:
    """Games played on; None where none are wanted, there is no choice, or they were stopped before all was tried."""
    if (not effort.iterations and effort.seconds is None) or budget.spent:
        return None
    seconds = None if budget.deadline is None else max(0.001, budget.deadline - time.monotonic())
    iterations = effort.iterations or UNLIMITED
    try:
        analysis = analyse_simulated(
            position,
            effort.top,
            also,
            seed=effort.seed,
            iterations=iterations,
            seconds=seconds,
            stopped=budget.stopped,
        )
    except NothingToSimulate:
        return None
    tried = {candidate.text for candidate in analysis.candidates}
    asked = {format_move(move, position.board, position.ruleset) for move in also}
    return analysis if tried and asked <= tried else None
