"""Choosing by looking ahead: simulation, deals counted near the end, and exact play once the stock is empty."""

from __future__ import annotations

from dataclasses import dataclass, field

from summy.engine.candidates import NothingToSimulate
from summy.engine.choice import Choice, Limits
from summy.engine.endgame import EndgameLimits, EndgameSolver, NoEndgame
from summy.engine.hidden import HandNotDeducible, seen_by_mover
from summy.engine.near_choice import choose_near_end, is_near_end
from summy.engine.simulate import simulate
from summy.engine.simulation_options import SimulationOptions
from summy.errors import FormatError
from summy.position import Position


@dataclass(frozen=True, slots=True)
class Thinking:
    """How a player looks ahead."""

    simulation: SimulationOptions = field(default_factory=SimulationOptions)

    endgame: bool = True
    """Whether an end game of two sides is played exactly as far as it can be solved."""

    near: bool = True
    """Whether end games are solved while a few tiles are left in the stock, too (`near_choice`)."""


END_NODES = 150_000
"""Positions that the search of an end game may look at for one move: some tenths of a second."""

END_MEMORY = 1 << 16
"""Positions that it remembers."""


def choose_by_thinking(thinking: Thinking, position: Position, limits: Limits) -> Choice | None:
    """The move with the best prospects; None where there is nothing to compare."""
    if thinking.endgame and position.stock_empty and not thinking.simulation.cheats:
        exact = _exact(position, limits)
        if exact is not None:
            return exact
    try:
        if thinking.near and is_near_end(position) and not thinking.simulation.cheats:
            return choose_near_end(position, thinking.simulation, seed=limits.seed, seconds=limits.seconds)
        best = simulate(position, seed=limits.seed, seconds=limits.seconds, options=thinking.simulation).best
    except NothingToSimulate:
        return None
    return Choice(best.move, best.score + best.worth)


def _exact(position: Position, limits: Limits) -> Choice | None:
    """The first move of best play where the other hand follows from what is seen and the search proves it."""
    solver = EndgameSolver(position.ruleset, END_MEMORY)
    try:
        found = solver.solve(seen_by_mover(position), EndgameLimits(END_NODES, limits.seconds))
    except (NoEndgame, HandNotDeducible, FormatError):
        return None
    if found.difference is None:
        return None
    lead = position.scores[position.to_move] - max(
        score for side, score in enumerate(position.scores) if side != position.to_move
    )
    return Choice(found.lines[0].move, float(found.difference - lead))
