"""The `Clock` tag of records: what time control a game was played with.

    turn 120 s
    total 600 s + 10 s
    total 1320 s + 0 s, overtime 10 points a minute, 5 minutes at most
    3 days a turn

The first is a limit for each turn, the second a time for the whole game with an increment for each turn, the third one
whose side may go on for so long and pays for each started minute, the fourth a limit in days. Other texts are read as
no clock that is known: people may write there what they like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MOST_DIGITS = 6
_NUMBER = rf"([1-9][0-9]{{0,{_MOST_DIGITS - 1}}}|0)"
_TURN = re.compile(rf"turn {_NUMBER} s")
_TOTAL = re.compile(
    rf"total {_NUMBER} s \+ {_NUMBER} s(?:, overtime {_NUMBER} points a minute, {_NUMBER} minutes at most)?"
)
_DAYS = re.compile(rf"{_NUMBER} days a turn")


@dataclass(frozen=True, slots=True)
class RecordClock:
    """A time control. Fields that do not belong to it are 0; exactly one of the first three is not."""

    turn_s: int = 0
    """Seconds for each turn."""

    total_s: int = 0
    """Seconds a side has for the whole game."""

    days: int = 0
    """Days for each turn."""

    increment_s: int = 0
    """Seconds that a side gains with each turn; only with `total_s`."""

    overtime_points: int = 0
    """Points that each started minute over the time costs; 0 = running out loses at once. Only with `total_s`."""

    overtime_minutes: int = 0
    """More overtime than this loses the game."""


def format_clock(clock: RecordClock) -> str:
    """The text of a clock.

    >>> format_clock(RecordClock(total_s=1320, overtime_points=10, overtime_minutes=5))
    'total 1320 s + 0 s, overtime 10 points a minute, 5 minutes at most'
    """
    if clock.turn_s:
        return f"turn {clock.turn_s} s"
    if clock.days:
        return f"{clock.days} days a turn"
    text = f"total {clock.total_s} s + {clock.increment_s} s"
    if clock.overtime_points:
        text += f", overtime {clock.overtime_points} points a minute, {clock.overtime_minutes} minutes at most"
    return text


def parse_clock(text: str) -> RecordClock | None:
    """The clock of a text; None where the text is in somebody's own words.

    >>> parse_clock("turn 120 s")
    RecordClock(turn_s=120, total_s=0, days=0, increment_s=0, overtime_points=0, overtime_minutes=0)
    >>> parse_clock("half an hour each")
    """
    if found := _TURN.fullmatch(text):
        return RecordClock(turn_s=int(found[1]))
    if found := _DAYS.fullmatch(text):
        return RecordClock(days=int(found[1]))
    if found := _TOTAL.fullmatch(text):
        total_s, increment_s, points, minutes = (int(number or 0) for number in found.groups())
        return RecordClock(total_s=total_s, increment_s=increment_s, overtime_points=points, overtime_minutes=minutes)
    return None
