"""What kind of game it is: players, duration, complexity. Measured where enough games have been played here."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext, ngettext

from summy.rulesets import Ruleset

from ..games.models import Game, GameEvent, Status

MEASURED_LEAST: Final = 20
"""Finished games from which on their median says more than an estimate."""
_GAMES_MOST: Final = 500
_KEPT_S: Final = 600

SECONDS_A_TURN: Final = 60
"""Assumed for people, for the estimate alone."""

TILES_A_TURN: Final = {"line": 4.1, "crossword": 2.5}
"""Tiles that leave a hand in one turn, by kind of placement: games of the beginner Pip against itself
(tests/web/lobby/test_facts.py)."""


@dataclass(frozen=True)
class Fact:
    """One fact about a game."""

    name: str
    value: str
    note: str = ""


def facts_of(ruleset: Ruleset) -> list[Fact]:
    """Players, duration, complexity, tiles."""
    return [_players(ruleset), _duration(ruleset), _complexity(ruleset), _tiles(ruleset)]


def _players(ruleset: Ruleset) -> Fact:
    sides = ruleset.sides
    if sides.minimum == sides.default:
        value = str(sides.default)
    else:
        value = gettext("%(least)d to %(most)d") % {"least": sides.minimum, "most": sides.default}
    note = gettext("Each side may be a team that shares one hand.")
    if sides.maximum > sides.default:
        note += " " + gettext("Up to %(most)d sides on request.") % {"most": sides.maximum}
    return Fact(gettext("Players"), value, note)


def _duration(ruleset: Ruleset) -> Fact:
    lengths_s = _lengths_s(ruleset.id)
    if len(lengths_s) >= MEASURED_LEAST:
        minutes = max(1, round(median(lengths_s) / 60))
        count = len(lengths_s)
        return Fact(
            gettext("Duration"),
            ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes},
            ngettext("Median of %(count)d game played here", "Median of %(count)d games played here", count)
            % {"count": count},
        )
    turns = round(ruleset.tiles.total / TILES_A_TURN[ruleset.placement])
    minutes = max(5, 5 * round(turns * SECONDS_A_TURN / 60 / 5))
    return Fact(
        gettext("Duration"),
        ngettext("about %(minutes)d minute", "about %(minutes)d minutes", minutes) % {"minutes": minutes},
        gettext(
            "An estimate: %(turns)d turns of %(seconds)d seconds each. It is measured once %(least)d games have been "
            "played here."
        )
        % {"turns": turns, "seconds": SECONDS_A_TURN, "least": MEASURED_LEAST},
    )


def _lengths_s(rules: str) -> list[float]:
    """Seconds from start to end of the latest finished games between two sides or more, not those played by days."""
    key = f"lobby:lengths:{rules}"
    known: list[float] | None = cache.get(key)
    if known is not None:
        return known
    games = [
        game.pk
        for game in Game.objects.filter(status=Status.OVER, settings__rules=rules).order_by("-created_at")[:_GAMES_MOST]
        if game.table.kind != "solo" and game.table.clock.kind != "days"
    ]
    moments: dict[str, dict[str, int]] = {}
    for game, kind, at_ms in GameEvent.objects.filter(game__in=games, kind__in=["start", "end"]).values_list(
        "game", "kind", "at_ms"
    ):
        moments.setdefault(game, {})[kind] = at_ms
    lengths = [(when["end"] - when["start"]) / 1000 for when in moments.values() if {"start", "end"} <= when.keys()]
    cache.set(key, lengths, _KEPT_S)
    return lengths


def _complexity(ruleset: Ruleset) -> Fact:
    needed = gettext("Adding, subtracting, multiplying and dividing is all it needs.")
    if ruleset.placement == "crossword":
        note = gettext("A play may make several lines at once, and all of them must be true.")
        return Fact(gettext("Complexity"), gettext("2 of 5"), f"{needed} {note}")
    return Fact(gettext("Complexity"), gettext("1 of 5"), needed)


def _tiles(ruleset: Ruleset) -> Fact:
    board = ruleset.board
    note = gettext("The table has no edge.")
    if board.width is not None:
        note = gettext("%(width)d by %(height)d squares") % {"width": board.width, "height": board.height or 0}
    return Fact(gettext("Tiles"), str(ruleset.tiles.total), note)
