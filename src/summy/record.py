"""Game records (`.sgr`): read, write, replay. The form is described in docs/formats.md.

Reading never raises: what is wrong is collected as problems with line numbers, game by game, so that one bad game
does not spoil a corpus.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from summy.errors import FormatError
from summy.log import LogEvent
from summy.position import Hand, Position
from summy.position_text import format_position
from summy.referee import Outcome
from summy.rulesets import Ruleset
from summy.tiles import MAX_HAND, format_hand, parse_hand, shown

REQUIRED_TAGS = ("Format", "Rules", "Sides", "Result")
_ORDER = (*REQUIRED_TAGS[:3], "Options", "Start", "Clock", "Date", "Deal", "Seed")
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*)((?: "(?:[^"\\]|\\["\\])*")+)\]')
_VALUE = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_HEAD = re.compile(r"([1-9][0-9]{0,5}) ([1-4])")
_POINTS = re.compile(r"[+-](0|[1-9][0-9]{0,6})")
_TOTAL = re.compile(r"-?(0|[1-9][0-9]{0,6})")
_COUNT = re.compile(r"#(0|[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a record."""

    line: int
    """Line number from 1; 0 where no line is meant."""

    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


@dataclass(frozen=True, slots=True)
class RecordEvent:
    """One event line."""

    turn: int
    """Round, from 1: each side has one turn in it."""

    side: int
    """Side, counted from 0 (the text counts from 1)."""

    hand: Hand
    """Hand before the event; a number where only the count is known."""

    event: str
    """A move text, or a word such as `timeout`."""

    points: int
    total: int
    """Score of the side after the event."""

    comment: str = ""
    annotation: str = ""
    """What an engine said, the text inside the braces at the end of the comment."""

    line: int = field(default=0, compare=False)
    """Line number in the file it was read from."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game."""

    tags: Mapping[str, tuple[str, ...]]
    """Values of each tag; most have one."""

    events: tuple[RecordEvent, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """What could not be read."""

    line: int = field(default=0, compare=False)
    """Line number of its first tag."""

    def tag(self, name: str, default: str = "") -> str:
        """The first value of a tag."""
        return self.tags.get(name, (default,))[0]


# ------------------------------------------------------------------------------------------------------ read


def read_records(text: str) -> list[Record]:
    """All games of a text, in either form: `.sgr` or JSON Lines. Never raises; see `Record.problems`."""
    lines = text.removeprefix("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    return list(_read_json_lines(lines) if first.lstrip().startswith("{") else _read_sgr(lines))


def _read_sgr(lines: list[str]) -> Iterator[Record]:
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
    problems += _missing_tags(tags, first)
    return Record(tags, tuple(events), tuple(problems), first)


def _parse_tag(line: str) -> tuple[str, tuple[str, ...]]:
    match = _TAG.fullmatch(line.rstrip())
    if match is None:
        raise FormatError(f'{shown(line)} is not a tag like [Name "value"]')
    values = tuple(re.sub(r"\\(.)", r"\1", value) for value in _VALUE.findall(match[2]))
    return match[1], checked_values(match[1], values)


def checked_values(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of a tag; FormatError for control characters."""
    if any(not character.isprintable() for value in values for character in value):
        raise FormatError(f"the tag {name} has a control character")
    return values


def _missing_tags(tags: Mapping[str, tuple[str, ...]], line: int) -> list[Problem]:
    problems = [Problem(line, f"the tag {name} is missing") for name in REQUIRED_TAGS if name not in tags]
    if tags.get("Format", ("1",)) != ("1",):
        problems.append(Problem(line, f"format {shown(tags['Format'][0])} is not known"))
    if "Result" in tags and tags["Result"] != ("*",) and "Winner" not in tags:
        problems.append(Problem(line, "the tag Winner is missing: the game is over"))
    return problems


def _parse_event(line: str, number: int) -> RecordEvent:
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


def checked_count(count: int) -> int:
    """A number of tiles that a hand may have."""
    if count > MAX_HAND:
        raise FormatError(f"a hand has at most {MAX_HAND} tiles")
    return count


def _split_comment(comment: str) -> tuple[str, str]:
    """Comment and annotation: the part in braces at the end."""
    start = comment.rfind("{")
    if comment.endswith("}") and start >= 0:
        return comment[:start].rstrip(), comment[start + 1 : -1]
    return comment, ""


# ----------------------------------------------------------------------------------------------------- write


def format_record(record: Record) -> str:
    """The record as `.sgr` text; `read_records` gives it back."""
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
    return f" ; {' '.join(parts)}" if parts else ""


# ------------------------------------------------------------------------------------------------ JSON Lines


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


def _read_json_lines(lines: list[str]) -> Iterator[Record]:
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
                    yield Record(tags, tuple(events), (*problems, *_missing_tags(tags, first)), first)
                tags, events, problems, first = {}, [], [], number
                tags.update(_tags_from_json(value))
            else:
                events.append(_event_from_json(value, number))
        except (ValueError, RecursionError) as error:
            message = error.message if isinstance(error, FormatError) else "is not JSON"
            problems.append(Problem(number, message))
    if tags is not None or problems:
        tags = tags or {}
        yield Record(tags, tuple(events), (*problems, *_missing_tags(tags, first)), first)


def _tags_from_json(value: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    tags: dict[str, tuple[str, ...]] = {}
    for name, given in value.items():
        values = tuple(given) if isinstance(given, list) else (given,)
        if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or not all(isinstance(text, str) for text in values):
            raise FormatError(f"{shown(name)} must be a tag with texts")
        tags[name] = checked_values(name, values)
    return tags


def _event_from_json(value: Mapping[str, Any], number: int) -> RecordEvent:
    known = {"turn", "side", "hand", "event", "points", "total", "comment", "annotation"}
    for name in value:
        if name not in known:
            raise FormatError(f"{shown(name)} is not a key of an event")
    numbers = [value.get(name) for name in ("turn", "side", "points", "total")]
    if any(type(entry) is not int or abs(entry) > 9_999_999 for entry in numbers):
        raise FormatError("turn, side, points and total must be whole numbers")
    if value["turn"] < 1 or not 1 <= value["side"] <= 4:
        raise FormatError("there is no such turn or side")
    texts = [value.get("event"), value.get("comment", ""), value.get("annotation", "")]
    if not all(isinstance(text, str) and text.isprintable() for text in texts):
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


# ------------------------------------------------------------------------------------------------ from a game


def record_of(
    ruleset: Ruleset,
    names: Iterable[str],
    events: Iterable[LogEvent],
    *,
    ended: Outcome | None = None,
    start: Position | None = None,
    tags: Mapping[str, str | tuple[str, ...]] | None = None,
) -> Record:
    """The record of a game.

    Args:
        ruleset: its rules.
        names: name of each side.
        events: its log.
        ended: how it ended; None while it is running.
        start: the position it began from, where that is not the usual one.
        tags: further tags, e.g. `Deal`, `Seed`, `Date`, `Clock`, `Members1`.
    """
    sides = tuple(names)
    written: dict[str, tuple[str, ...]] = {"Format": ("1",), "Rules": (ruleset.id,), "Sides": sides}
    if ruleset.options:
        written["Options"] = (json.dumps(dict(ruleset.options), sort_keys=True),)
    if start is not None:
        written["Start"] = (format_position(start),)
    for name, value in (tags or {}).items():
        written[name] = (value,) if isinstance(value, str) else value
    if ended is None:
        written["Result"] = ("*",)
    else:
        written["Result"] = (" ".join(str(score) for score in ended.scores),)
        written["Winner"] = ("draw" if ended.winner is None else str(ended.winner + 1),)
        if ended.reason != "finished":
            written["Termination"] = (ended.reason,)
    return Record(written, tuple(_numbered(events, len(sides))))


TURN_ENDING = ("play", "discard", "exchange", "pass", "timeout", "auto-pass", "lost-turn")
"""Kinds of event after which the turn goes to the next side."""


def _numbered(events: Iterable[LogEvent], sides: int) -> Iterator[RecordEvent]:
    """Record events with their rounds: a new round begins when a side has its turn again."""
    turns = [0] * sides
    for event in events:
        if event.kind in TURN_ENDING:
            turns[event.side] = max(turns[event.side] + 1, max(turns))
            turn = turns[event.side]
        else:
            turn = max(1, *turns) if sides > 1 else max(1, turns[0])
        yield RecordEvent(turn, event.side, event.hand, event.text, event.points, event.total)
