"""The form of a new table: what it offers, and how it is read.

Nothing is checked twice: `TableSettings` and the ruleset loader say in words what can't be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language, gettext, ngettext

from summy.engine.players import PLAYERS
from summy.language import Translate, translator
from summy.rulesets import Ruleset, load_ruleset, ruleset_names
from summy.rulesets.words import in_one_minute, options_in_words

from ..games.ruleset_words import title_of
from ..games.table_settings import MEMBERS_PER_SIDE_MOST, ClockKind, ClockSettings, TableKind, TableSettings
from .pictures import prints_obelus

TURN_CHOICES_S: Final = (30, 60, 90, 120, 180, 300)
TOTAL_CHOICES_S: Final = (180, 300, 600, 900, 1200, 1320, 1800, 2700)
INCREMENT_CHOICES_S: Final = (0, 5, 10, 15, 30, 60)
DAYS_CHOICES: Final = (1, 2, 3, 5, 7, 14)


def spoken() -> Translate:
    """The translator of the library's sentences into the language of this page."""
    return translator(get_language() or "en")


def playable_rulesets() -> tuple[Ruleset, ...]:
    """The rulesets a table can be opened for: all there are, each game followed by its variants, the usual one first.

    A variant is called like its game with a hyphen and more.
    """
    usual = _game_of(TableSettings.rules)
    names = sorted(ruleset_names(), key=lambda name: (_game_of(name) != usual, _game_of(name), len(name), name))
    return tuple(load_ruleset(name) for name in names)


def games() -> tuple[Ruleset, ...]:
    """The games themselves, without their variants."""
    rulesets = playable_rulesets()
    known = {ruleset.id for ruleset in rulesets}
    return tuple(
        ruleset for ruleset in rulesets if ruleset.id == _game_of(ruleset.id) or _game_of(ruleset.id) not in known
    )


def _game_of(name: str) -> str:
    return name.partition("-")[0]


def sign_of(ruleset: Ruleset) -> str:
    """The tile that stands for a game in lists: the last operator where tiles print ÷, else the equals sign."""
    return ":" if prints_obelus(ruleset) else "="


@dataclass(frozen=True)
class Level:
    """A computer player on offer."""

    id: str
    name: str
    level: str
    description: str
    tile: str
    """A number tile that says how strong it is: 1 is the weakest."""

    usual: bool
    """Whether it is chosen to begin with."""


def usual_level() -> str:
    """The computer player for whoever has not chosen: the middle one, of two the weaker."""
    names = tuple(PLAYERS)
    return names[(len(names) - 1) // 2]


def known_level(name: str) -> str:
    """The computer player of that name, or "" where there is none."""
    return name if name in PLAYERS else ""


def levels() -> tuple[Level, ...]:
    """The computer players, weakest first."""
    say, usual = spoken(), usual_level()
    return tuple(
        Level(key, player.name, say(player.level), say(player.description), str(strength), key == usual)
        for strength, (key, player) in enumerate(PLAYERS.items(), start=1)
    )


@dataclass(frozen=True)
class Choice:
    """One entry of a list of choices."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Field:
    """A choice by its name."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class RulesChoice:
    """A ruleset on offer, with the options it lets a table set."""

    id: str
    title: str
    summary: str
    tile: str
    obelus: bool
    """Whether that tile prints division as ÷."""
    minute: tuple[str, ...]
    """How it is played, in one minute."""
    chosen: bool
    sides_least: int
    sides_most: int
    options: tuple[Field, ...]
    clocks: tuple[Choice, ...]
    """The clocks of the game's own competitions."""


def _field(name: str, label: str, choices: Iterator[tuple[object, str]], chosen: object) -> Field:
    return Field(name, label, tuple(Choice(str(value), words, str(value) == str(chosen)) for value, words in choices))


def option_key(rules: str, option: str) -> str:
    """Name of the form field for an option of a ruleset: each ruleset has its own."""
    return f"option.{rules}.{option}"


def rules_choices(data: Mapping[str, str]) -> tuple[RulesChoice, ...]:
    """The rulesets and their options, with what `data` has chosen."""
    rulesets = playable_rulesets()
    known = {ruleset.id for ruleset in rulesets}
    chosen = rules if (rules := data.get("rules", "")) in known else rulesets[0].id
    return tuple(_rules_choice(ruleset, data, chosen=ruleset.id == chosen) for ruleset in rulesets)


def _rules_choice(ruleset: Ruleset, data: Mapping[str, str], *, chosen: bool) -> RulesChoice:
    say = spoken()
    return RulesChoice(
        id=ruleset.id,
        title=title_of(ruleset),
        summary=summary_of(ruleset),
        tile=sign_of(ruleset),
        obelus=prints_obelus(ruleset),
        minute=minute_of(ruleset),
        chosen=chosen,
        sides_least=ruleset.sides.minimum,
        sides_most=ruleset.sides.maximum,
        options=tuple(
            _field(
                option_key(ruleset.id, option.name),
                option.title.text(say),
                ((index, words.text(say)) for index, (_value, words) in enumerate(option.choices)),
                data.get(option_key(ruleset.id, option.name), 0),
            )
            for option in options_in_words(ruleset)
        ),
        clocks=tuple(
            Choice(name, _own_clock_words(clock, ruleset), data.get("clock") == name)
            for name, clock in own_clocks(ruleset).items()
        ),
    )


def own_clocks(ruleset: Ruleset) -> dict[str, ClockSettings]:
    """The clocks of the game's own competitions, by their value in the form: `casual`, `tournament`."""
    rules, clocks = ruleset.clock, {}
    if rules.turn_seconds:
        clocks["casual"] = ClockSettings("turn", turn_s=rules.turn_seconds)
    if rules.side_seconds:
        clocks["tournament"] = ClockSettings("total", total_s=rules.side_seconds, overtime=rules.overtime_points > 0)
    return clocks


def _own_clock_words(clock: ClockSettings, ruleset: Ruleset) -> str:
    if not clock.overtime:
        return clock_words(clock)
    return gettext("%(time)s a side, then %(points)d points less for each minute") % {
        "time": duration(clock.total_s),
        "points": ruleset.clock.overtime_points,
    }


def minute_of(ruleset: Ruleset) -> tuple[str, ...]:
    """How a game is played, in one minute, in the language of the reader."""
    say = spoken()
    return tuple(sentence.text(say) for sentence in in_one_minute(ruleset))


def summary_of(ruleset: Ruleset) -> str:
    """A game in half a line: its tiles and its table."""
    if ruleset.board.width is None:
        return gettext("%(tiles)d tiles, no edge") % {"tiles": ruleset.tiles.total}
    return gettext("%(tiles)d tiles, %(width)d by %(height)d squares") % {
        "tiles": ruleset.tiles.total,
        "width": ruleset.board.width,
        "height": ruleset.board.height or 0,
    }


def number_fields(data: Mapping[str, str]) -> dict[str, Field]:
    """Sides, members and the figures of the clocks, by name."""
    most_sides = max(ruleset.sides.maximum for ruleset in playable_rulesets())
    return {
        field.name: field
        for field in (
            _field("sides", gettext("Sides"), ((n, str(n)) for n in range(2, most_sides + 1)), data.get("sides", 2)),
            _field(
                "members",
                gettext("People on each side"),
                ((n, str(n)) for n in range(1, MEMBERS_PER_SIDE_MOST + 1)),
                data.get("members", 1),
            ),
            _field("turn_s", gettext("Time for a turn"), _times(TURN_CHOICES_S), data.get("turn_s", 120)),
            _field("total_s", gettext("Time of each side"), _times(TOTAL_CHOICES_S), data.get("total_s", 600)),
            _field(
                "increment_s", gettext("More with each turn"), _times(INCREMENT_CHOICES_S), data.get("increment_s", 10)
            ),
            _field("days", gettext("Days for a turn"), ((n, str(n)) for n in DAYS_CHOICES), data.get("days", 3)),
        )
    }


def _times(seconds: tuple[int, ...]) -> Iterator[tuple[object, str]]:
    return ((value, duration(value)) for value in seconds)


def duration(seconds: int) -> str:
    """A length of time as a choice shows it: `30 s`, `10 min`."""
    if seconds and seconds % 60 == 0:
        return gettext("%(minutes)d min") % {"minutes": seconds // 60}
    return gettext("%(seconds)d s") % {"seconds": seconds}


def clock_words(clock: ClockSettings) -> str:
    """A clock in a few words, for lists of tables: `10 min + 10 s`."""
    if clock.kind == "turn":
        return gettext("%(time)s a turn") % {"time": duration(clock.turn_s)}
    if clock.overtime:
        return gettext("%(time)s a side, overtime") % {"time": duration(clock.total_s)}
    if clock.kind == "total" and clock.increment_s:
        return f"{duration(clock.total_s)} + {duration(clock.increment_s)}"
    if clock.kind == "total":
        return gettext("%(time)s a side") % {"time": duration(clock.total_s)}
    if clock.kind == "days":
        return ngettext("%(days)d day a turn", "%(days)d days a turn", clock.days) % {"days": clock.days}
    return gettext("No clock")


def read_settings(data: Mapping[str, str]) -> TableSettings:
    """The settings that a posted form asks for, checked. Raises `TableRefused` when they make no table."""
    kind: Any = data.get("kind", "computer")
    rules = data.get("rules", playable_rulesets()[0].id)
    level = data.get("level", usual_level())
    sides = 1 if kind == "solo" else _number(data, "sides", 2)
    members = 1 if kind in {"solo", "computer"} else _number(data, "members", 1)
    engines: tuple[str | None, ...] = ()
    if kind == "computer":
        engines = (None, *(level for _ in range(sides - 1)))
    elif kind in {"friend", "open"} and data.get("against") == "computer":
        # Everybody on one side together, so there are at least two of them.
        sides, members, engines = 2, max(2, members), (None, level)
    settings = TableSettings(
        kind=kind,
        rules=rules,
        options=_read_options(data, rules),
        sides=sides,
        members_per_side=members,
        clock=_read_clock(data, rules) if kind != "solo" else ClockSettings(),
        engines=engines,
        show_unseen=data.get("show_unseen", "") != "",
        captain_only=data.get("captain_only", "") != "",
    )
    return settings.checked()


def _known(rules: str) -> Ruleset | None:
    return next((ruleset for ruleset in playable_rulesets() if ruleset.id == rules), None)


def _read_options(data: Mapping[str, str], rules: str) -> dict[str, object]:
    known = _known(rules)
    options: dict[str, object] = {}
    for option in known.available_options.values() if known is not None else ():
        index = _number(data, option_key(rules, option.name), 0)
        if 0 < index < len(option.choices):
            options[option.name] = option.choices[index]
    return options


def _read_clock(data: Mapping[str, str], rules: str) -> ClockSettings:
    kind: Any = data.get("clock", "none")
    known = _known(rules)
    own = own_clocks(known).get(kind) if known is not None else None
    if own is not None:
        return own
    if kind == "turn":
        return ClockSettings(kind, turn_s=_number(data, "turn_s", 120))
    if kind == "total":
        return ClockSettings(kind, total_s=_number(data, "total_s", 600), increment_s=_number(data, "increment_s", 10))
    if kind == "days":
        return ClockSettings(kind, days=_number(data, "days", 3))
    return ClockSettings(kind)


def _number(data: Mapping[str, str], name: str, default: int) -> int:
    """A small whole number; anything else is -1, which every check refuses in words."""
    text = data.get(name, "")
    if not text:
        return default
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


KINDS: Final[tuple[TableKind, ...]] = ("friend", "open", "computer", "solo")
CLOCKS: Final[tuple[ClockKind, ...]] = ("none", "turn", "total", "days")
