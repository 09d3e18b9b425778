"""A game record as a value: tags, events, and what could not be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from summy.errors import FormatError
from summy.position import Hand
from summy.tiles import MAX_HAND, shown

REQUIRED_TAGS = ("Format", "Rules", "Sides", "Result")

LAST_TURN = 999_999
"""Largest number of a round."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What no text of a record may hold: control characters, other ends of line, halves of characters."""


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

    def __post_init__(self) -> None:
        # Blanks around the parts are alignment.
        object.__setattr__(self, "event", self.event.strip())
        object.__setattr__(self, "comment", self.comment.strip())


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
        return next(iter(self.tags.get(name, ())), default)


def checked_values(name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of a tag; FormatError for control characters."""
    if any(CONTROL.search(value) for value in values):
        raise FormatError(f"the tag {name} has a control character")
    return values


def checked_count(count: int) -> int:
    """A number of tiles that a hand may have."""
    if count > MAX_HAND:
        raise FormatError(f"a hand has at most {MAX_HAND} tiles")
    return count


def missing_tags(tags: Mapping[str, tuple[str, ...]], line: int) -> list[Problem]:
    """What the tags of a game lack; `line` is where they begin."""
    problems = [Problem(line, f"the tag {name} is missing") for name in REQUIRED_TAGS if name not in tags]
    if tags.get("Format", ("1",)) != ("1",):
        problems.append(Problem(line, f"format {shown(' '.join(tags['Format']))} is not known"))
    if "Result" in tags and tags["Result"] != ("*",) and "Winner" not in tags:
        problems.append(Problem(line, "the tag Winner is missing: the game is over"))
    return problems
