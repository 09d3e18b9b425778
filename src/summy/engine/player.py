"""What a computer player is."""

from __future__ import annotations

from dataclasses import dataclass

from summy.engine.habits import Habits
from summy.engine.thinking import Thinking


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player: one with habits, or one that looks ahead.

    `name`, `level` and `description` are message ids of the catalogue `summy`.
    """

    id: str
    name: str
    level: str
    description: str
    habits: Habits | None = None
    thinking: Thinking | None = None

    @property
    def doubt(self) -> float:
        """The probability of noticing that another's pending play is not true."""
        return 1.0 if self.habits is None else self.habits.doubt

    @property
    def sees_all(self) -> bool:
        """Whether it must be shown hidden hands and the stock: a measure of what could be reached, no fair player."""
        return self.thinking is not None and self.thinking.simulation.cheats
