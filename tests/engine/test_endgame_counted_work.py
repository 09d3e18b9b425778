"""Speed of the end game by counted work: how many positions proofs look at on fixed end games.

Times depend on the machine, counts do not. A count may fall; when one rises, something has become slower.
"""

from __future__ import annotations

import pytest

from ending import stock_just_empty
from summy.engine.endgame import EndgameLimits, EndgameSolver, solve
from summy.referee import apply

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(
    ("rules", "most"), [("summy", 8_200), ("summy-127", 8_200), ("amath", 19_500), ("amath-70", 149_000)]
)
def test_positions_looked_at(rules: str, most: int) -> None:
    """Twelve end games from greedy games, proved one after the other."""
    positions = [position for number in range(12) if (position := stock_just_empty(rules, number)) is not None]
    results = [solve(position, EndgameLimits(nodes=100_000)) for position in positions]
    assert all(result.proved for result in results)
    assert sum(result.nodes for result in results) <= most


def test_the_memory_of_a_solver_spares_the_next_turn() -> None:
    position = stock_just_empty("amath", 4)
    assert position is not None
    solver = EndgameSolver(position.ruleset)
    first = solver.solve(position)
    following = apply(position, first.line[0])
    assert solver.solve(following).nodes * 5 < solve(following).nodes
