"""When a game is over and what is settled for the tiles left in hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from summy.position import Position
from summy.referee.verdict import Outcome
from summy.rulesets import ClockRules

MINUTE_MS = 60_000

AnyPlay = Callable[[Position], bool]
"""Tells whether the side to move has a legal play."""


def outcome(
    position: Position, any_play: AnyPlay | None = None, *, left: frozenset[int] = frozenset()
) -> Outcome | None:
    """How the game has ended by the rules, with the settlement of hands counted; None while it goes on.

    Args:
        position: the position before a turn.
        any_play: whether the side to move has a legal play; needed where the ruleset says `end.no_play`, which is
            else not looked at.
        left: sides that are no longer in the game.
    """
    changes = settlement(position, any_play, left=left)
    if changes is None:
        return None
    scores = tuple(score + change for score, change in zip(position.scores, changes, strict=True))
    return Outcome(scores, winner_by_score(scores, left), "finished")


def accept(position: Position) -> Position:
    """The position once a pending play stands: it resets the count of turns without a play."""
    return replace(position, pending=None, scoreless=0) if position.pending is not None else position


def ends_when_accepted(position: Position) -> bool:
    """Whether a pending play went out: the other side accepts it (passes) or challenges it, then hands are settled."""
    return position.pending is not None and outcome(accept(position)) is not None


def winner_by_score(scores: tuple[int, ...], left: frozenset[int] = frozenset()) -> int | None:
    """The side with the highest score; None for equal highest scores and for a game with one side.

    Sides in `left` gave up: they cannot win.
    """
    playing = [side for side in range(len(scores)) if side not in left]
    best = max((scores[side] for side in playing), default=0)
    winners = [side for side in playing if scores[side] == best]
    return winners[0] if len(scores) > 1 and len(winners) == 1 else None


def settlement(
    position: Position, any_play: AnyPlay | None = None, *, left: frozenset[int] = frozenset()
) -> tuple[int, ...] | None:
    """Points that each side gains or loses for hands when the game ends here; None while it goes on."""
    end = position.ruleset.end
    playing = [side for side in range(position.sides) if side not in left]
    if position.pending is not None:
        return None
    if end.out and position.stock_empty and any(position.hands[side] == () for side in playing):
        return _out_points(position, playing)
    if position.scoreless >= end.scoreless_per_side * len(playing):
        return tuple(-hand_points(position, side) if end.scoreless_deduct else 0 for side in range(position.sides))
    if end.no_play and any_play is not None and position.stock_empty and _no_side_can_play(position, playing, any_play):
        return (0,) * position.sides
    return None


def _out_points(position: Position, playing: list[int]) -> tuple[int, ...]:
    left = [hand_points(position, side) for side in range(position.sides)]
    bonus = position.ruleset.end.out_bonus * sum(left)
    return tuple(bonus if side in playing and position.hands[side] == () else 0 for side in range(position.sides))


class Overtime(NamedTuple):
    """What running over the whole time costs."""

    points: int
    """Points that the side loses, not below 0."""

    lost: bool
    """Whether the side has lost the game."""


def overtime_penalty(over_ms: int, clock: ClockRules) -> Overtime:
    """The price of `over_ms` milliseconds over a side's time: points for each started minute, up to a limit.

    >>> from summy.rulesets import load_ruleset
    >>> overtime_penalty(60_001, load_ruleset("amath").clock)
    Overtime(points=20, lost=False)
    """
    if over_ms <= 0:
        return Overtime(0, False)
    minutes = min(-(-over_ms // MINUTE_MS), clock.overtime_limit_minutes)
    return Overtime(minutes * clock.overtime_points, over_ms > clock.overtime_limit_minutes * MINUTE_MS)


def hand_points(position: Position, side: int) -> int:
    """Points of the tiles in a hand; 0 when they are not known."""
    hand = position.hands[side]
    return sum(position.ruleset.tiles.points[tile] for tile in hand) if isinstance(hand, tuple) else 0


def _no_side_can_play(position: Position, playing: list[int], any_play: AnyPlay) -> bool:
    if not all(isinstance(hand, tuple) for hand in position.hands):
        return False
    return not any(any_play(replace(position, to_move=side)) for side in playing)
