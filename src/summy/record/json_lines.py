"""Records as JSON Lines: one object of tags, then one an event."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from summy.errors import FormatError
from summy.position import MAX_SCORE_DIGITS, Hand
from summy.record.value import (
    CONTROL,
    LAST_TURN,
    Problem,
    Record,
    RecordEvent,
    checked_count,
    checked_values,
    missing_tags,
)
from summy.tiles import parse_hand, shown


def record_to_json_lines(record: Record) -> list[dict[str, Any]]:
    """One object of tags (tags with one value as text, `Sides` and members as lists), then one an event."""
    tags: dict[str, Any] = {}
    for name, values in record.tags.items():
        tags[name] = list(values) if len(values) != 1 or _is_list(name) else values[0]
    return [tags, *(_event_to_json(event) for event in record.events)]


def _is_list(name: str) -> bool:
    return name == "Sides" or name.startswith("Members")


def _event_to_json(event: RecordEvent) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "turn": event.turn,
        "side": event.side + 1,
        "hand": list(event.hand) if isinstance(event.hand, tuple) else event.hand,
        "event": event.event,
        "points": event.points,
        "total": event.total,
    }
    if event.comment:
        entry["comment"] = event.comment
    if event.annotation:
        entry["annotation"] = event.annotation
    return entry


def read_json_lines(lines: list[str]) -> Iterator[Record]:
    """The games of a text in lines; what is wrong is among their problems."""
    tags: dict[str, tuple[str, ...]] | None = None
    events: list[RecordEvent] = []
    problems: list[Problem] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            if not isinstance(value, dict):
                raise FormatError("a line must be an object")
            if "Format" in value or tags is None:
                if tags is not None:
                    yield Record(tags, tuple(events), (*problems, *missing_tags(tags, first)), first)
                tags, events, problems, first = {}, [], [], number
                tags.update(_tags_from_json(value))
            else:
                events.append(_event_from_json(value, number))
        except (ValueError, RecursionError) as error:
            message = error.message if isinstance(error, FormatError) else "is not JSON"
            problems.append(Problem(number, message))
    if tags is not None or problems:
        tags = tags or {}
        yield Record(tags, tuple(events), (*problems, *missing_tags(tags, first)), first)


def _tags_from_json(value: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    tags: dict[str, tuple[str, ...]] = {}
    for name, given in value.items():
        values = tuple(given) if isinstance(given, list) else (given,)
        plain = values and all(isinstance(text, str) for text in values)
        if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or not plain:
            raise FormatError(f"{shown(name)} must be a tag with texts")
        tags[name] = checked_values(name, values)
    return tags


def _event_from_json(value: Mapping[str, Any], number: int) -> RecordEvent:
    known = {"turn", "side", "hand", "event", "points", "total", "comment", "annotation"}
    for name in value:
        if name not in known:
            raise FormatError(f"{shown(name)} is not a key of an event")
    numbers = [value.get(name) for name in ("turn", "side", "points", "total")]
    if any(type(entry) is not int or abs(entry) >= 10**MAX_SCORE_DIGITS for entry in numbers):
        raise FormatError("turn, side, points and total must be whole numbers")
    if not 1 <= value["turn"] <= LAST_TURN or not 1 <= value["side"] <= 4:
        raise FormatError("there is no such turn or side")
    texts = [value.get("event"), value.get("comment", ""), value.get("annotation", "")]
    if not all(isinstance(text, str) and not CONTROL.search(text) for text in texts):
        raise FormatError("event and comment must be texts without control characters")
    hand = value.get("hand")
    if isinstance(hand, list) and all(isinstance(name, str) for name in hand):
        names = parse_hand("".join(f"[{name}]" for name in hand))
        checked_count(len(names))
        read: Hand = names
    elif hand is None or (type(hand) is int and hand >= 0):
        read = None if hand is None else checked_count(hand) or ()
    else:
        raise FormatError("hand must be a list of tile names, a number or null")
    event, comment, annotation = (str(text) for text in texts)
    turn, side, points, total = value["turn"], value["side"] - 1, value["points"], value["total"]
    return RecordEvent(turn, side, read, event, points, total, comment, annotation, number)
