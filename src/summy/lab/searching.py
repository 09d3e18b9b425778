"""How much an analysis may think, and by what means it then judges."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from summy.lab.analysis import Analysis, analyse_static, require_running
from summy.lab.ending import Budget, Unproved, analyse_endgame, is_endgame
from summy.move import Move
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
    """The best moves of the side to move, as far as the effort goes: an end game by its exact values where they can be
    proved, all else by points and tiles kept.

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
    if effort.nodes and is_endgame(position):
        try:
            analysis = analyse_endgame(position, effort.top, also, budget)
        except Unproved:
            analysis = None
        if analysis is not None and analysis.proved:
            return analysis
    return analyse_static(position, effort.top, also)
