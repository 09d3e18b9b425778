"""Who has left a game that people play together, and when the others may do without them.

Real-time clocks only. Ten seconds away are forgiven (a reload, a tunnel); then everybody sees a countdown whose length
follows the time control; after it the others may claim the game. All of it is computed from presence when it is needed.
"""

from __future__ import annotations

from typing import Final

from . import presence
from .course import Course, Sitting
from .table_settings import ClockSettings

FORGIVEN_MS: Final = 10_000
_COUNTDOWN_LEAST_MS: Final = 30_000
_COUNTDOWN_MOST_MS: Final = 120_000


def countdown_ms(clock: ClockSettings) -> int:
    """How long the others wait after the forgiven seconds: a turn, or a tenth of the whole time; 30 to 120 s."""
    fitting_ms = clock.turn_s * 1000 if clock.kind == "turn" else clock.total_s * 100
    return min(max(fitting_ms, _COUNTDOWN_LEAST_MS), _COUNTDOWN_MOST_MS)


def is_present(game_id: str, sitting: Sitting, at_ms: int) -> bool:
    """Whether a member counts as present: here, or away for less than the forgiven time."""
    if sitting.engine:
        return True
    since_ms = presence.absent_since_ms(game_id, sitting.code)
    return since_ms is None or at_ms - since_ms < FORGIVEN_MS


def absent_since_ms(game_id: str, course: Course, side: int) -> int | None:
    """Since when every member of a side has been away; None while one of them is here."""
    latest_ms = course.began_ms
    for sitting in course.sides[side]:
        since_ms = None if sitting.engine else presence.absent_since_ms(game_id, sitting.code)
        if since_ms is None:
            return None
        latest_ms = max(latest_ms, since_ms)
    return latest_ms


def claim_at_ms(game_id: str, course: Course, side: int, at_ms: int) -> int | None:
    """From when on the others may claim the game from this side; None while it counts as present, or never."""
    people_play_together = course.table.clock.real_time and len(course.table.human_seats) > 1
    if course.status != "running" or not people_play_together or side not in course.human_sides:
        return None
    since_ms = absent_since_ms(game_id, course, side)
    if since_ms is None or at_ms - since_ms < FORGIVEN_MS:
        return None
    return since_ms + FORGIVEN_MS + countdown_ms(course.table.clock)


def gone_sides(game_id: str, course: Course, claiming_side: int, at_ms: int) -> list[int]:
    """The other sides that may be claimed from now."""
    claimable = {
        side: claim_at_ms(game_id, course, side, at_ms) for side in sorted(course.human_sides - {claiming_side})
    }
    return [side for side, from_ms in claimable.items() if from_ms is not None and from_ms <= at_ms]


def next_change_ms(game_id: str, course: Course, at_ms: int) -> int | None:
    """When presence at this table will look different although nobody comes or goes; None when it will not."""
    moments: list[int] = []
    for sitting in course.sittings:
        since_ms = None if sitting.engine else presence.absent_since_ms(game_id, sitting.code)
        if since_ms is not None:
            moments.append(since_ms + FORGIVEN_MS)
    for side in range(course.table.sides):
        from_ms = claim_at_ms(game_id, course, side, at_ms)
        if from_ms is not None:
            moments.append(from_ms)
    return min((moment for moment in moments if moment > at_ms), default=None)
