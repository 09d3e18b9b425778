"""What a computer player may use for a choice, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from summy.errors import SummyError
from summy.move import Move


@dataclass(frozen=True, slots=True)
class Limits:
    """What one choice may use."""

    seed: int
    """Decides what is overlooked, how ties are broken and what is dealt in simulations."""

    seconds: float | None = None
    """Most time to think. A player that this cuts short chooses differently on slower machines; None lets it think as
    long as it does."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and what the player thinks of it."""

    move: Move
    evaluation: float
    """Points it is worth: its score plus what the tiles kept are worth (`leaves`)."""


class NoLegalMove(SummyError):
    """The side to move can do nothing at all under its rules."""

    def __init__(self) -> None:
        super().__init__("no_legal_move", "the side to move has no legal move")
