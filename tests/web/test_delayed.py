"""Spectators who see everything later, and finished games on deals that others still play."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from summy.web.games import services, stream, sweeper
from summy.web.games.deals import new_deal
from summy.web.games.models import Game, GameEvent
from summy.web.games.record_export import record_text
from summy.web.games.table_settings import ClockSettings, TableSettings
from summy.web.games.view import NotShown, sight_of, view_for
from summy.web.people.models import Person

from .conftest import Players, Wall, new_id

pytestmark = pytest.mark.django_db
DELAY_S = 60


@pytest.fixture
def delayed(ada: Person, bia: Person, wall: Wall) -> Players:
    """A game that spectators see a minute later; a move every twenty seconds, three so far."""
    clock = ClockSettings("turn", turn_s=300)
    game = services.create_table(ada, TableSettings("friend", clock=clock, spectator_delay_s=DELAY_S))
    services.join(game, bia)
    players = Players(game, ada, bia)
    for _ in range(3):
        wall.forward(20_000)
        players.move()
    wall.forward(10_000)
    players.game.refresh_from_db()
    return players


def test_a_spectator_sees_the_past_and_a_member_the_present(delayed: Players, wall: Wall) -> None:
    assert view_for(delayed.game, delayed.people[0])["turn"] == 3
    view = view_for(delayed.game, None)
    # A minute ago it was ten seconds after the start.
    assert view["turn"] == 0
    assert view["server_ms"] == wall.now_ms - DELAY_S * 1000
    assert view["deadline_ms"] - view["server_ms"] == 290_000
    wall.forward(15_000)
    assert view_for(delayed.game, None)["turn"] == 1


def test_asking_for_more_gives_no_more(delayed: Players) -> None:
    assert view_for(delayed.game, None, as_of=10**6)["turn"] == 0
    assert view_for(delayed.game, delayed.people[0], as_of=4)["turn"] == 1


def test_events_pongs_and_records_are_as_late_as_the_view(delayed: Players, wall: Wall) -> None:
    game_id = delayed.game.pk
    news = stream.joined(game_id, None, 0)
    assert news.seq == 3
    assert stream.how_far(game_id, None)["seq"] == 3
    assert stream.missed(game_id, None, 3).messages == []
    # The socket knows when to look again: in ten seconds the first move becomes visible.
    assert news.look_again_ms is not None
    assert 10_000 <= news.look_again_ms <= 10_100
    wall.forward(news.look_again_ms)
    assert [message["seq"] for message in stream.missed(game_id, None, 3).messages] == [4]
    assert "1 1 |" in record_text(sight_of(delayed.game, None))
    assert "1 2 |" not in record_text(sight_of(delayed.game, None))


def test_chat_is_late_too(delayed: Players, wall: Wall) -> None:
    message = services.chat(delayed.game.pk, delayed.people[0], "look at that", new_id())
    assert stream.chat_message(delayed.game.pk, None, message.pk).messages == []
    wall.forward(DELAY_S * 1000)
    assert len(stream.chat_message(delayed.game.pk, None, message.pk).messages) == 1


def test_the_end_is_late_too(delayed: Players, wall: Wall) -> None:
    services.resign(delayed.game.pk, delayed.people[0], new_id())
    delayed.game.refresh_from_db()
    assert view_for(delayed.game, None)["status"] == "running"
    hands = view_for(delayed.game, None)["position"]["hands"]
    assert hands == [8, 8]
    wall.forward(DELAY_S * 1000)
    assert view_for(delayed.game, None)["status"] == "over"


# -------------------------------------------------------------------------------------------------- shared deals


@pytest.fixture
def shared(ada: Person, bia: Person) -> tuple[Game, Game]:
    """Two games alone on the same deal."""
    settings = TableSettings("solo", sides=1)
    deal = new_deal(settings.load(), 1)
    return services.create_table(ada, settings, deal), services.create_table(bia, settings, deal)


def test_the_seed_of_a_shared_deal_waits_for_the_last_game(shared: tuple[Game, Game], ada: Person, bia: Person) -> None:
    first, second = shared
    Players(first, ada).play_out()
    first.refresh_from_db()
    assert not GameEvent.objects.filter(kind="seed").exists()
    view = view_for(first, ada)
    assert view["result"]["seed"] is None
    assert isinstance(view["position"]["stock"], int)
    assert "Seed" not in record_text(sight_of(first, ada))
    assert sweeper.show_seeds() == 0
    services.resign(second.pk, bia, new_id())
    assert sweeper.show_seeds() == 1
    for game, person in ((first, ada), (second, bia)):
        game.refresh_from_db()
        assert view_for(game, person)["result"]["seed"] == game.deal.seed


def test_until_then_only_those_who_have_finished_it_see_a_finished_game(
    shared: tuple[Game, Game], ada: Person, bia: Person
) -> None:
    first, second = shared
    services.resign(first.pk, ada, new_id())
    first.refresh_from_db()
    assert view_for(first, ada)["status"] == "over"
    for viewer in (bia, None):
        with pytest.raises(NotShown):
            view_for(first, viewer)
    services.resign(second.pk, bia, new_id())
    first.refresh_from_db()
    assert view_for(first, bia)["status"] == "over"


def test_a_deal_that_others_may_still_begin_stays_closed(ada: Person) -> None:
    settings = TableSettings("solo", sides=1)
    deal = new_deal(settings.load(), 1)
    deal.open_until = timezone.now() + timedelta(hours=1)
    deal.save()
    game = services.create_table(ada, settings, deal)
    services.resign(game.pk, ada, new_id())
    game.refresh_from_db()
    assert view_for(game, ada)["result"]["seed"] is None
    deal.open_until = timezone.now() - timedelta(hours=1)
    deal.save()
    assert sweeper.show_seeds() == 1


def test_the_seed_is_nowhere_in_the_view_before_the_end(shared: tuple[Game, Game], ada: Person) -> None:
    import json

    first, _second = shared
    for viewer in (ada, None):
        text = json.dumps(view_for(first, viewer)) + json.dumps(sight_of(first, viewer).log())
        assert first.deal.seed not in text
