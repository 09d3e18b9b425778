"""Clocks as values. Nothing here ticks: a clock says when it runs out, and somebody compares.

The moment a command *arrives* counts. It is in time until the deadline and a grace of one second, which is never
shown; the time it used ends at the deadline all the same. A computer player's clock stands still until a worker
holds its job, so a side that is played by the computer has no deadline: it is charged what it used.

With overtime (`ClockSettings.overtime`) the time of a side may go below zero, down to the limit of its ruleset: only
then is the game lost. What the minutes over cost is taken off the score when the game is over (`overtime_ms`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from summy.referee.ending import MINUTE_MS
from summy.rulesets import ClockRules

from .table_settings import ClockSettings

GRACE_MS: Final = 1000
"""How long after the deadline a command still counts as in time (the way of the message, and our own queue)."""

RESTART_GIFT_MS: Final = 15_000
"""What the side to move gains when the server was away, beside the time it was away."""

ADD_TIME_MS: Final = 60_000
"""What agreed extra time adds to a clock for the whole game."""


@dataclass(frozen=True)
class ClockState:
    """Where the clocks of a game stand."""

    settings: ClockSettings
    remaining_ms: tuple[int, ...]
    """Per side, time for the rest of the game, below 0 in overtime; empty unless the clock is for the whole game."""
    turn_began_ms: int | None = None
    """Since when the side to move has been thinking; None before the start, after the end, and while stopped."""
    extra_ms: int = 0
    """What was added to the present turn's limit."""
    runs_out: bool = True
    """Whether the side to move can run out of time (false for a computer player)."""
    overtime_ms: int = 0
    """How far below zero the time of a side may go before it has lost."""

    def deadline_ms(self, side: int) -> int | None:
        """When the given side, being to move, runs out of time; None when it does not."""
        if self.turn_began_ms is None or not self.runs_out:
            return None
        if self.settings.kind == "total":
            return self.turn_began_ms + self.remaining_ms[side] + self.overtime_ms + self.extra_ms
        if self.settings.turn_ms is not None:
            return self.turn_began_ms + self.settings.turn_ms + self.extra_ms
        return None

    def in_time(self, side: int, arrived_ms: int) -> bool:
        """Whether a command that arrived then was in time."""
        deadline = self.deadline_ms(side)
        return deadline is None or arrived_ms <= deadline + GRACE_MS

    def used_ms(self, side: int, until_ms: int) -> int:
        """How long the side to move has been thinking: until then, or until its deadline when that was earlier."""
        if self.turn_began_ms is None:
            return 0
        deadline = self.deadline_ms(side)
        end = until_ms if deadline is None else min(until_ms, deadline)
        return max(0, end - self.turn_began_ms)

    def to_json(self) -> dict[str, Any]:
        """The stored form, without the settings."""
        return {
            "remaining_ms": list(self.remaining_ms),
            "turn_began_ms": self.turn_began_ms,
            "extra_ms": self.extra_ms,
            "runs_out": self.runs_out,
            "overtime_ms": self.overtime_ms,
        }

    @classmethod
    def from_json(cls, settings: ClockSettings, stored: Mapping[str, Any]) -> ClockState:
        """The clock that `to_json` wrote."""
        return cls(
            settings=settings,
            remaining_ms=tuple(stored["remaining_ms"]),
            turn_began_ms=stored["turn_began_ms"],
            extra_ms=stored["extra_ms"],
            runs_out=stored["runs_out"],
            overtime_ms=stored["overtime_ms"],
        )


def new_clock(settings: ClockSettings, sides: int, rules: ClockRules) -> ClockState:
    """The clocks of a game that has not begun; `rules` tell how long overtime may last."""
    remaining_ms = (settings.total_s * 1000,) * sides if settings.kind == "total" else ()
    return ClockState(settings, remaining_ms, overtime_ms=rules.overtime_limit_minutes * MINUTE_MS * settings.overtime)


def begin_turn(clock: ClockState, at_ms: int, *, runs_out: bool) -> ClockState:
    """The clock when a side comes to move."""
    return replace(clock, turn_began_ms=at_ms, extra_ms=0, runs_out=runs_out)


def charge(clock: ClockState, side: int, used_ms: int) -> ClockState:
    """The clock after a side has moved, having used so much: gone from its time, the increment given."""
    if clock.settings.kind != "total":
        return clock
    remaining = list(clock.remaining_ms)
    # Extra time of this turn (after an outage) is used first.
    own_ms = max(0, used_ms - clock.extra_ms)
    remaining[side] = max(-clock.overtime_ms, remaining[side] - own_ms) + clock.settings.increment_s * 1000
    return replace(clock, remaining_ms=tuple(remaining))


def stop(clock: ClockState) -> ClockState:
    """The clock of a game that is over."""
    return replace(clock, turn_began_ms=None, extra_ms=0)


def extend_turn(clock: ClockState, extra_ms: int) -> ClockState:
    """The clock with more time for the present turn (the server was away)."""
    return replace(clock, extra_ms=clock.extra_ms + extra_ms)


def add_time(clock: ClockState) -> ClockState:
    """The clock after extra time was agreed: a minute for every side, or the present turn's limit once more."""
    if clock.settings.kind == "total":
        return replace(clock, remaining_ms=tuple(remaining_ms + ADD_TIME_MS for remaining_ms in clock.remaining_ms))
    return extend_turn(clock, clock.settings.turn_ms or 0)
