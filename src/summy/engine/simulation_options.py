"""How moves are tried by playing on: how often, how far, how many."""

from __future__ import annotations

from dataclasses import dataclass, field

from summy.engine.rollouts import Policy
from summy.errors import SummyError

MOST_TRIED = 64
"""The kernel has room for so many moves of one position."""


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How a simulation is done."""

    iterations: int = 200
    """Iterations that each candidate would get if all got as many; the better ones get more."""

    plies: int = 2
    """Turns after the candidate; negative for whole games."""

    candidates: int = 12
    """Plays that are tried."""

    swaps: int = 3
    """Discards or exchanges that are tried."""

    minimum: int = 16
    """Iterations of every candidate."""

    confidence: float = 0.99
    """The simulation ends when the leader is the best with this probability."""

    chances: bool = True
    """Whether the chances of winning are maximised; otherwise the mean lead is."""

    policy: Policy = field(default_factory=Policy)
    """How all sides play on."""

    leaves: bool = True
    """Whether the tiles kept count, in choosing candidates and at the end of rollouts."""

    workers: int = 1
    """Threads."""

    cheats: bool = False
    """Whether the true hands and the true stock are used, for measuring; the position must show them."""

    def __post_init__(self) -> None:
        if not 1 <= self.candidates + self.swaps < MOST_TRIED or min(self.candidates, self.swaps) < 0:
            raise SummyError("bad_player", f"candidates and swaps together must be less than {MOST_TRIED}")
        if self.minimum < 1 or self.workers < 1:
            raise SummyError("bad_player", "minimum and workers must be at least 1")
