"""The record of a game (`.sgr`) as a viewer may see it."""

from __future__ import annotations

from datetime import UTC, datetime

from summy.log import LogEvent
from summy.record import RecordClock, format_clock, format_record, record_of
from summy.rulesets.model import ClockRules

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
        tags["Clock"] = format_clock(record_clock(course.table.clock, course.ruleset.clock))
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


def record_clock(clock: ClockSettings, rules: ClockRules) -> RecordClock:
    """The clock of a table as records know it; what overtime costs is said by the rules."""
    return RecordClock(
        turn_s=clock.turn_s,
        total_s=clock.total_s,
        days=clock.days,
        increment_s=clock.increment_s,
        overtime_points=rules.overtime_points if clock.overtime else 0,
        overtime_minutes=rules.overtime_limit_minutes if clock.overtime else 0,
    )
