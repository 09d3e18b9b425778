"""Facts about a game: measured where there is something to measure."""

from __future__ import annotations

import hashlib
from statistics import mean

import pytest
from django.core.cache import cache

from summy.deal import Deal
from summy.engine.players import PLAYERS
from summy.engine.selfplay import chooser_of, play_game
from summy.rulesets import load_ruleset
from summy.web.games.models import Game, GameEvent, Status
from summy.web.games.services import create_table
from summy.web.games.table_settings import ClockSettings, TableSettings
from summy.web.lobby.facts import MEASURED_LEAST, TILES_A_TURN, facts_of
from summy.web.people.models import Person


def finished(minutes: float, settings: TableSettings) -> None:
    """A table whose log says that it took so long."""
    game = create_table(Person.objects.create(name="Bia"), settings)
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)
    start = GameEvent.objects.get(game=game, kind="start")
    last = GameEvent.objects.filter(game=game).latest("seq")
    GameEvent.objects.create(
        game=game, seq=last.seq + 1, kind="end", actor="server", at_ms=start.at_ms + minutes * 60_000
    )


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


@pytest.mark.django_db
def test_the_median_of_finished_games_is_told_once_there_are_enough() -> None:
    computer = TableSettings("computer", engines=(None, "pip"))
    for number in range(MEASURED_LEAST):
        finished(10 + number % 3, computer)
    # Neither of these says how long two people sit at a table.
    finished(500, TableSettings("solo", sides=1))
    finished(9000, TableSettings("computer", engines=(None, "pip"), clock=ClockSettings("days", days=3)))
    duration = facts_of(load_ruleset("summy"))[1]
    assert duration.value == "11 minutes"
    assert duration.note == f"Median of {MEASURED_LEAST} games played here"


@pytest.mark.django_db
def test_until_then_it_is_an_estimate_that_says_so() -> None:
    duration = facts_of(load_ruleset("summy"))[1]
    assert duration.value == "about 25 minutes"
    assert duration.note.startswith("An estimate: 23 turns")


@pytest.mark.parametrize(("name", "games"), [("summy", 12), ("amath-70", 6)])
def test_the_estimate_rests_on_games_of_the_beginner(name: str, games: int) -> None:
    rules = load_ruleset(name)
    turns = []
    for number in range(games):
        seed = hashlib.sha256(f"duration {number}".encode()).digest()
        turns.append(play_game(Deal(rules, seed, 2), [chooser_of(PLAYERS["pip"], number)] * 2).turn)
    assert rules.tiles.total / mean(turns) == pytest.approx(TILES_A_TURN[rules.placement], abs=0.5)
