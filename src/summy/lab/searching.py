"""How much an analysis may think, and by what means it then judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from summy.lab.analysis import Analysis, analyse_static
from summy.move import Move
from summy.position import Position


@dataclass(frozen=True, slots=True)
class Effort:
    """What one analysis may use."""

    seed: int = 0
    """Decides everything that is left to chance."""

    top: int = 10
    """Most moves that are given."""


def never() -> bool:
    """Nobody says stop."""
    return False


def analyse(
    position: Position, effort: Effort, also: Sequence[Move] = (), stopped: Callable[[], bool] = never
) -> Analysis:
    """The best moves of the side to move, as far as the effort goes.

    Args:
        position: as the side to move sees it.
        effort: what may be used.
        also: legal moves that are judged too, however bad they are.
        stopped: asked again and again; once it says yes, what is found so far is given.
    """
    return analyse_static(position, effort.top, also)
