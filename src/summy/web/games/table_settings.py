"""What is agreed at a table before play: a frozen value with its checks, and its JSON form.

`TableSettings` is what `services.create_table` takes and what the `start` of a game pins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from django.utils.translation import gettext as _

from summy.engine.players import PLAYERS
from summy.errors import RulesetError, SummyError
from summy.rulesets import Ruleset, load_ruleset

TableKind = Literal["solo", "computer", "friend", "open"]
"""Alone; against the computer; by invitation only; listed among the open tables."""

ClockKind = Literal["none", "turn", "total", "days"]

MEMBERS_PER_SIDE_MOST: Final = 6
SPECTATOR_DELAY_MOST_S: Final = 3600

_TURN_S: Final = (5, 3600)
_TOTAL_S: Final = (30, 6 * 3600)
_INCREMENT_S: Final = (0, 300)
_DAYS: Final = (1, 30)


class TableRefused(SummyError):
    """Settings that make no table. `message` is a translated sentence for the person."""


@dataclass(frozen=True)
class ClockSettings:
    """How time is measured. The fields that do not belong to `kind` are 0."""

    kind: ClockKind = "none"
    turn_s: int = 0
    """`turn`: seconds for each turn."""
    total_s: int = 0
    """`total`: seconds each side has for the whole game."""
    increment_s: int = 0
    """`total`: seconds a side gains with each of its turns."""
    days: int = 0
    """`days`: days for each turn."""
    overtime: bool = False
    """`total`: a side that runs out plays on and loses points for each started minute, as its ruleset says."""

    @property
    def real_time(self) -> bool:
        """Whether people sit at the table together (so that somebody who leaves is missed)."""
        return self.kind in {"turn", "total"}

    @property
    def turn_ms(self) -> int | None:
        """The limit of one turn in milliseconds, where the clock is by turns."""
        if self.kind == "turn":
            return self.turn_s * 1000
        if self.kind == "days":
            return self.days * 86_400_000
        return None

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        return {
            "kind": self.kind,
            "turn_s": self.turn_s,
            "total_s": self.total_s,
            "increment_s": self.increment_s,
            "days": self.days,
            "overtime": self.overtime,
        }


@dataclass(frozen=True)
class TableSettings:
    """What is agreed at a table."""

    kind: TableKind
    rules: str = "summy"
    """Name of the ruleset."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Ruleset options that differ from the default."""
    sides: int = 2
    members_per_side: int = 1
    clock: ClockSettings = ClockSettings()
    engines: tuple[str | None, ...] = ()
    """Per seat, the computer player that sits there; None (or a missing entry) is for people."""
    show_unseen: bool = True
    """Whether the table shows how many tiles of each kind are still unseen."""
    captain_only: bool = False
    """Whether only the first member of a side may commit its moves."""
    spectator_delay_s: int = 0
    """How much later spectators see everything, in seconds."""

    def engine_of(self, seat: int) -> str | None:
        """The computer player on a seat, or None."""
        return self.engines[seat] if seat < len(self.engines) else None

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats that are for people."""
        return tuple(seat for seat in range(self.sides) if self.engine_of(seat) is None)

    def load(self) -> Ruleset:
        """The ruleset with its options; RulesetError when there is none of that name or an option is wrong."""
        return load_ruleset(self.rules, self.options)

    def checked(self) -> TableSettings:
        """These settings if they make a table. Raises `TableRefused` naming what is wrong."""
        _check_kind(self)
        try:
            ruleset = self.load()
        except RulesetError as error:
            raise TableRefused(error.code, error.message) from None
        if not ruleset.sides.minimum <= self.sides <= ruleset.sides.maximum:
            raise TableRefused(
                "sides",
                _("This game is for %(least)d to %(most)d sides.")
                % {"least": ruleset.sides.minimum, "most": ruleset.sides.maximum},
            )
        _check_seats(self)
        _check_clock(self.clock)
        if self.clock.overtime and not (self.clock.kind == "total" and ruleset.clock.overtime_points):
            raise TableRefused(
                "overtime", _("Overtime belongs to a clock for the whole game, where the rules have it.")
            )
        _within("spectator_delay_s", self.spectator_delay_s, (0, SPECTATOR_DELAY_MOST_S))
        return self

    def to_json(self) -> dict[str, Any]:
        """The stored form; `from_json` reads it."""
        return {
            "kind": self.kind,
            "rules": self.rules,
            "options": dict(self.options),
            "sides": self.sides,
            "members_per_side": self.members_per_side,
            "clock": self.clock.to_json(),
            "engines": list(self.engines),
            "show_unseen": self.show_unseen,
            "captain_only": self.captain_only,
            "spectator_delay_s": self.spectator_delay_s,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> TableSettings:
        """The settings that `to_json` wrote."""
        return cls(
            **{**stored, "clock": ClockSettings(**stored["clock"]), "engines": tuple(stored["engines"])},
        )


def _check_kind(settings: TableSettings) -> None:
    if settings.kind not in get_args(TableKind):
        raise TableRefused("kind", _("There is no table of that kind."))
    if settings.kind == "solo" and settings.sides != 1:
        raise TableRefused("sides", _("Alone there is one side."))
    if settings.kind != "solo" and settings.sides == 1:
        raise TableRefused("sides", _("A table for one side is a game alone."))


def _check_seats(settings: TableSettings) -> None:
    _within("members_per_side", settings.members_per_side, (1, MEMBERS_PER_SIDE_MOST))
    if len(settings.engines) > settings.sides:
        raise TableRefused("engines", _("There are more computer players than sides."))
    for name in settings.engines:
        if name is not None and name not in PLAYERS:
            raise TableRefused("engines", _("There is no computer player called %(name)s.") % {"name": name})
    people = len(settings.human_seats)
    if people == 0:
        raise TableRefused("engines", _("At least one side is for people."))
    if settings.kind == "computer" and people == settings.sides:
        raise TableRefused("engines", _("Choose a computer player."))
    if settings.kind in {"friend", "open"} and people * settings.members_per_side < 2:
        raise TableRefused("engines", _("There is no seat left for somebody else."))


def _check_clock(clock: ClockSettings) -> None:
    if clock.kind not in get_args(ClockKind):
        raise TableRefused("clock", _("There is no clock of that kind."))
    if clock.kind == "turn":
        _within("turn_s", clock.turn_s, _TURN_S)
    if clock.kind == "total":
        _within("total_s", clock.total_s, _TOTAL_S)
        _within("increment_s", clock.increment_s, _INCREMENT_S)
    if clock.kind == "days":
        _within("days", clock.days, _DAYS)


def _within(code: str, value: int, bounds: tuple[int, int]) -> None:
    least, most = bounds
    if not least <= value <= most:
        raise TableRefused(
            code,
            _("%(value)d is not between %(least)d and %(most)d.") % {"value": value, "least": least, "most": most},
        )
