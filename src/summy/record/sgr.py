"""Records as `.sgr` text: one tag a line, then one line an event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from summy.errors import FormatError
from summy.position import MAX_SCORE_DIGITS, Hand
from summy.record.value import (
    CONTROL,
    REQUIRED_TAGS,
    Problem,
    Record,
    RecordEvent,
    checked_count,
    checked_values,
    missing_tags,
)
from summy.tiles import format_hand, parse_hand, shown

_ORDER = (*REQUIRED_TAGS[:3], "Options", "Start", "Clock", "Date", "Deal", "Seed")
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*)((?: "(?:[^"\\]|\\["\\])*")+)\]')
_VALUE = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_HEAD = re.compile(r"([1-9][0-9]{0,5}) ([1-4])")  # up to LAST_TURN
_POINTS = re.compile(rf"[+-](0|[1-9][0-9]{{0,{MAX_SCORE_DIGITS - 1}}})")
_TOTAL = re.compile(rf"-?(0|[1-9][0-9]{{0,{MAX_SCORE_DIGITS - 1}}})")
_COUNT = re.compile(r"#(0|[1-9][0-9]?)")


# ------------------------------------------------------------------------------------------------------ read


def read_sgr(lines: list[str]) -> Iterator[Record]:
    """The games of a text in lines; what is wrong is among their problems."""
    starts = [index for index, line in enumerate(lines) if line.startswith("[Format ")]
    if not starts or any(line.strip() for line in lines[: starts[0]]):
        starts = [0, *starts] if lines and any(line.strip() for line in lines) else starts
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield _read_game(lines[start:end], start + 1)


def _read_game(lines: list[str], first: int) -> Record:
    tags: dict[str, tuple[str, ...]] = {}
    events: list[RecordEvent] = []
    problems: list[Problem] = []
    in_tags = True
    for number, line in enumerate(lines, first):
        if not line.strip():
            in_tags = in_tags and not tags
            continue
        try:
            if in_tags:
                name, values = _parse_tag(line)
                if name in tags:
                    raise FormatError(f"there are two tags {name}")
                tags[name] = values
            else:
                events.append(_parse_event(line, number))
        except FormatError as error:
            problems.append(Problem(number, error.message))
    problems += missing_tags(tags, first)
    return Record(tags, tuple(events), tuple(problems), first)


def _parse_tag(line: str) -> tuple[str, tuple[str, ...]]:
    match = _TAG.fullmatch(line.rstrip())
    if match is None:
        raise FormatError(f'{shown(line)} is not a tag like [Name "value"]')
    values = tuple(re.sub(r"\\(.)", r"\1", value) for value in _VALUE.findall(match[2]))
    return match[1], checked_values(match[1], values)


def _parse_event(line: str, number: int) -> RecordEvent:
    if CONTROL.search(line):
        raise FormatError("there is a control character in this line")
    fields, _, comment = line.partition(" ; ")
    parts = [part.strip() for part in fields.split(" | ")]
    if len(parts) != 5:
        raise FormatError(f"an event has 5 parts divided by ' | ', this one has {len(parts)}")
    head = _HEAD.fullmatch(" ".join(parts[0].split()))
    if head is None:
        raise FormatError(f"{shown(parts[0])} is not a turn and a side, like 1 2")
    if not _POINTS.fullmatch(parts[3]):
        raise FormatError(f"{shown(parts[3])} is not points with a sign, like +6")
    if not _TOTAL.fullmatch(parts[4]):
        raise FormatError(f"{shown(parts[4])} is not a score")
    text, annotation = _split_comment(comment.strip())
    points, total = int(parts[3]), int(parts[4])
    hand = _parse_hand(parts[1])
    return RecordEvent(int(head[1]), int(head[2]) - 1, hand, parts[2], points, total, text, annotation, number)


def _parse_hand(text: str) -> Hand:
    if text == "#":
        return None
    if match := _COUNT.fullmatch(text):
        return checked_count(int(match[1])) or ()
    names = parse_hand(text)
    if not names:
        raise FormatError("an empty hand is written #0")
    checked_count(len(names))
    return names


def _split_comment(comment: str) -> tuple[str, str]:
    """Comment and annotation: what stands between the closing brace at the end and the one that opens it."""
    depth = 0
    for index in range(len(comment) - 1, -1, -1) if comment.endswith("}") else ():
        depth += (comment[index] == "}") - (comment[index] == "{")
        if not depth:
            return comment[:index].rstrip(), comment[index + 1 : -1]
    return comment, ""


# ----------------------------------------------------------------------------------------------------- write


def format_record(record: Record) -> str:
    """The record as `.sgr` text; `read_records` gives it back.

    Raises FormatError for texts that no line can hold: control characters, ` | ` in an event, braces in an annotation
    that do not match.
    """
    ordered = [name for name in _ORDER if name in record.tags]
    ordered += [name for name in record.tags if name not in (*_ORDER, "Winner", "Termination", "Result")]
    ordered += [name for name in ("Result", "Winner", "Termination") if name in record.tags]
    lines = [_tag_text(name, record.tags[name]) for name in ordered]
    rows = [_event_fields(event) for event in record.events]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines.append("")
    for row, event in zip(rows, record.events, strict=True):
        cells = [*(row[column].ljust(widths[column]) for column in range(3)), *row[3:]]
        lines.append(" | ".join(cells) + _comment_text(event))
    return "\n".join(lines).rstrip("\n") + "\n"


def format_records(records: Iterable[Record]) -> str:
    """Several games, one after another."""
    return "\n".join(format_record(record) for record in records)


def _tag_text(name: str, values: tuple[str, ...]) -> str:
    quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in checked_values(name, values))
    return f"[{name} {' '.join(f'{chr(34)}{value}{chr(34)}' for value in quoted)}]"


def _event_fields(event: RecordEvent) -> tuple[str, str, str, str, str]:
    hand = format_hand(event.hand) if isinstance(event.hand, tuple) else f"#{'' if event.hand is None else event.hand}"
    return (f"{event.turn} {event.side + 1}", hand, event.event, f"{event.points:+d}", str(event.total))


def _comment_text(event: RecordEvent) -> str:
    parts = [event.comment] if event.comment else []
    if event.annotation or event.comment.endswith("}"):
        parts.append(f"{{{event.annotation}}}")
    text = " ".join(parts)
    if CONTROL.search(event.event + text) or " | " in event.event or " ; " in event.event:
        raise FormatError("an event or its comment cannot be written in one line", key=event.event[:20])
    if _split_comment(text) != (event.comment, event.annotation):
        raise FormatError("the braces of an annotation do not match", key=event.event[:20])
    return f" ; {text}" if text else ""
