"""Every command is carried out once, for the turn it was made for, or is refused with nothing stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from summy.move import Discard, Pass, move_to_json
from summy.web.games import services
from summy.web.games.answers import CommandRefused, StaleTurn
from summy.web.games.models import GameEvent
from summy.web.games.table_settings import ClockSettings, TableSettings
from summy.web.games.view import view_for
from summy.web.people.models import Person

from .conftest import Players, new_id

pytestmark = pytest.mark.django_db
Table = Callable[..., Players]


def test_a_command_sent_twice_is_carried_out_once(table: Table) -> None:
    players = table()
    mover, move, client_id = players.to_move, move_to_json(players.good_move()), new_id()
    first = services.move(players.game.pk, mover, move, client_id, 0)
    again = services.move(players.game.pk, mover, move, client_id, 0)
    assert first == again
    assert players.course.turn == 1


def test_a_repetition_is_known_before_its_turn_is_looked_at(table: Table) -> None:
    players = table()
    mover, move, client_id = players.to_move, move_to_json(players.good_move()), new_id()
    first = services.move(players.game.pk, mover, move, client_id, 0)
    players.move()
    assert services.move(players.game.pk, mover, move, client_id, 0) == first


def test_the_same_client_id_with_another_payload_is_refused(table: Table) -> None:
    players = table()
    mover, client_id = players.to_move, new_id()
    hand = players.course.running.position.hand
    services.move(players.game.pk, mover, move_to_json(Discard(hand[:1])), client_id, 0)
    with pytest.raises(CommandRefused) as refused:
        services.move(players.game.pk, mover, move_to_json(Discard(hand[:2])), client_id, 0)
    assert refused.value.code == "client_id_reused"


def test_two_people_may_use_the_same_client_id(table: Table) -> None:
    players = table()
    client_id = new_id()
    players.move(client_id=client_id)
    players.move(client_id=client_id)
    assert players.course.turn == 2


def test_the_database_itself_refuses_a_second_event_of_a_number_or_a_command(table: Table) -> None:
    players = table()
    players.move()
    event = GameEvent.objects.filter(game=players.game, client_id__isnull=False).get()
    for change in ({"seq": event.seq}, {"client_id": event.client_id, "actor": event.actor}):
        fields = {"game": players.game, "seq": 999, "kind": "play", "actor": "x", "at_ms": 0, **change}
        with pytest.raises(IntegrityError), transaction.atomic():
            GameEvent.objects.create(**fields)


def test_a_move_for_a_turn_that_is_over_is_stale(table: Table) -> None:
    players = table()
    mover = players.to_move
    players.move()
    with pytest.raises(StaleTurn) as stale:
        players.move(Discard(("1",)), person=mover, expect_turn=0)
    assert stale.value.by is None


def test_a_refused_move_leaves_no_trace(table: Table) -> None:
    players = table()
    before = players.course
    client_id = new_id()
    with pytest.raises(CommandRefused) as refused:
        players.move(Pass(), client_id=client_id)
    assert refused.value.code == "stock_not_empty"
    assert players.course == before
    # The refusal was not stored, so the id is free for the corrected command.
    players.move(client_id=client_id)


def test_only_the_side_to_move_may_move(table: Table) -> None:
    players = table()
    with pytest.raises(CommandRefused) as refused:
        players.move(Discard(("1",)), person=players.waiting)
    assert refused.value.code == "not_your_turn"


def test_a_stranger_may_not_move(table: Table) -> None:
    players = table()
    with pytest.raises(CommandRefused) as refused:
        players.move(person=Person.objects.create(name="Cid"))
    assert refused.value.code == "not_a_member"


def test_a_discard_that_hides_its_tiles_is_no_move(table: Table) -> None:
    """A hidden discard (`#3`) is for viewers; taken as a move it would change a hand into a number."""
    players = table()
    with pytest.raises(CommandRefused) as refused:
        players.move({"kind": "discard", "tiles": 3})
    assert refused.value.code == "bad_message"
    assert players.course.turn == 0


def test_chat_and_offers_do_not_make_a_move_stale(table: Table) -> None:
    players = table()
    services.chat(players.game.pk, players.waiting, "hello", new_id())
    services.offer(players.game.pk, players.waiting, "draw", new_id())
    players.move(expect_turn=0)
    assert players.course.turn == 1


@pytest.fixture
def teams(ada: Person, bia: Person) -> Callable[..., Players]:
    """Opens a table for two teams of two."""

    def opened(**settings: Any) -> Players:
        cid, dan = (Person.objects.create(name=name) for name in ("Cid", "Dan"))
        game = services.create_table(ada, TableSettings("friend", members_per_side=2, **settings))
        for person, seat in ((bia, 0), (cid, 1), (dan, 1)):
            services.join(game, person, seat)
        return Players(game, ada, bia, cid, dan)

    return opened


def mates_to_move(players: Players) -> list[Person]:
    """The members of the side to move, the captain first."""
    keys = [sitting.person for sitting in players.course.sides[players.course.to_move or 0]]
    return [next(person for person in players.people if person.pk == key) for key in keys]


def test_any_member_may_move_and_the_slower_one_is_told_who_was_faster(teams: Table) -> None:
    players = teams()
    slower, faster = mates_to_move(players)
    players.move(person=faster)
    with pytest.raises(StaleTurn) as stale:
        players.move(Discard(("1",)), person=slower, expect_turn=0)
    assert stale.value.by == faster.name


def test_only_the_captain_moves_where_the_table_says_so(teams: Table) -> None:
    players = teams(captain_only=True)
    captain, mate = mates_to_move(players)
    with pytest.raises(CommandRefused) as refused:
        players.move(person=mate)
    assert (refused.value.code, refused.value.params) == ("captain_only", {"name": captain.name})
    assert "play" not in view_for(players.game, mate)["actions"]
    players.move(person=captain)


def test_finished_games_never_change(table: Table) -> None:
    players = table()
    mover = players.to_move
    services.resign(players.game.pk, mover, new_id())
    before = players.course
    for command in (
        lambda: players.move(Discard(("1",)), person=mover, expect_turn=before.turn),
        lambda: services.resign(players.game.pk, mover, new_id()),
        lambda: services.offer(players.game.pk, mover, "draw", new_id()),
        lambda: services.claim(players.game.pk, mover, "win", new_id()),
        lambda: services.offer(players.game.pk, mover, "add_time", new_id()),
    ):
        with pytest.raises(CommandRefused) as refused:
            command()
        assert refused.value.code == "game_over"
    assert players.course == before
    services.offer(players.game.pk, mover, "rematch", new_id())
    after = players.course
    assert (after.outcome, after.running) == (before.outcome, before.running)


def test_after_the_end_only_seed_and_rematch_follow(table: Table) -> None:
    players = table(clock=ClockSettings("turn", turn_s=60))
    players.play_out()
    for person in players.people:
        services.offer(players.game.pk, person, "rematch", new_id())
    kinds = list(GameEvent.objects.filter(game=players.game).values_list("kind", flat=True))
    assert set(kinds[kinds.index("end") + 1 :]) == {"seed", "rematch"}
