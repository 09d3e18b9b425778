"""What a finished game is worth to each side: between -1 and 1, and 0 together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

DEFAULT_SCALE = 200.0
"""Points of difference that are worth the whole reward."""


def by_difference(points: int, scale: float) -> float:
    """The difference of two scores as a part of `scale` points, at most 1 either way."""
    return max(-1.0, min(1.0, points / scale))


def by_result(points: int, scale: float) -> float:
    """1 for more points, 0 for as many, -1 for fewer."""
    return float((points > 0) - (points < 0))


REWARDS: dict[str, Callable[[int, float], float]] = {"difference": by_difference, "result": by_result}
"""How a difference of two scores is valued, by the name of the option."""


def rewards(scores: Sequence[int], kind: str, scale: float = DEFAULT_SCALE) -> tuple[float, ...]:
    """The reward of each side: the mean of what its difference to each other side is worth.

    A side alone has nobody to compare with: its points themselves are valued.

    Args:
        scores: final points.
        kind: a name in `REWARDS`.
        scale: for `difference`, the points that are worth the whole reward.

    >>> rewards((180, 130), "difference", 200.0), rewards((180, 130, 130), "result")
    ((0.25, -0.25), (1.0, -0.5, -0.5))
    """
    value = REWARDS[kind]
    if len(scores) == 1:
        return (value(scores[0], scale),)
    others = len(scores) - 1
    # A side's difference to itself is 0 and worth 0.
    return tuple(sum(value(mine - theirs, scale) for theirs in scores) / others for mine in scores)
