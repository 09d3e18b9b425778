"""The record of a game (`.sgr`) as a viewer may see it."""

from __future__ import annotations

from datetime import UTC, datetime

from summy.log import LogEvent
from summy.record import format_record, record_of

from .course import GAME_KINDS
from .log_store import events_between
from .models import GameEvent
from .public_events import Reader, public_text
from .table_settings import ClockSettings
from .view import Sight


def record_text(sight: Sight) -> str:
    """The record of a game that has begun, up to where this viewer sees it; other hands are numbers until the end."""
    course = sight.course
    events = [event for event in events_between(sight.game, 0, course.seq) if event.kind in GAME_KINDS]
    names = [", ".join(sight.reader.names[sitting.code] for sitting in members) for members in course.sides]
    tags: dict[str, str | tuple[str, ...]] = {"Deal": course.deal.commitment, "Date": _date(course.began_ms)}
    if course.seed_shown:
        tags["Seed"] = course.deal.seed.hex()
    if course.table.clock.kind != "none":
        tags["Clock"] = clock_text(course.table.clock)
    for side, members in enumerate(course.sides, start=1):
        if len(members) > 1:
            tags[f"Members{side}"] = tuple(sight.reader.names[sitting.code] for sitting in members)
    told = (_log_event(event, sight.reader) for event in events)
    return format_record(record_of(course.ruleset, names, told, ended=course.outcome, tags=tags))


def _log_event(event: GameEvent, reader: Reader) -> LogEvent:
    data = event.data
    hand = data["hand"]
    return LogEvent(
        data["side"],
        event.kind,
        points=data["points"],
        total=data["total"],
        text=public_text(event.kind, data, reader),
        hand=tuple(hand) if reader.sees_hand_of(data["side"]) else len(hand),
    )


def _date(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


def clock_text(clock: ClockSettings) -> str:
    """The clock as records name it: `turn 120 s`, `total 600 s + 10 s`, `3 days a turn`."""
    if clock.kind == "turn":
        return f"turn {clock.turn_s} s"
    if clock.kind == "total":
        return f"total {clock.total_s} s + {clock.increment_s} s"
    return f"{clock.days} days a turn"
