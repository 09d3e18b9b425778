"""What sides settle between themselves: draws, more time, another game, giving up, and games that others have left."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache

from summy.web.games import absence, presence, services
from summy.web.games.answers import CommandRefused
from summy.web.games.models import Game
from summy.web.games.table_settings import ClockSettings, TableSettings
from summy.web.games.view import view_for
from summy.web.people.models import Person

from .conftest import Players, Wall, new_id
from .test_clocks import TURN

pytestmark = pytest.mark.django_db
Table = Callable[..., Players]


@pytest.fixture(autouse=True)
def nobody_here() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def refused_code(command: Callable[[], object]) -> str:
    with pytest.raises(CommandRefused) as refused:
        command()
    return refused.value.code


# ------------------------------------------------------------------------------------------------------ offers


def test_an_accepted_draw_ends_the_game(table: Table) -> None:
    players = table()
    services.offer(players.game.pk, players.to_move, "draw", new_id())
    services.answer(players.game.pk, players.waiting, "draw", True, new_id())
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "agreed")
    assert view_for(players.game, None)["result"]["winner"] == "draw"


def test_a_declined_draw_is_gone(table: Table) -> None:
    players = table()
    services.offer(players.game.pk, players.to_move, "draw", new_id())
    services.answer(players.game.pk, players.waiting, "draw", False, new_id())
    assert players.course.offers == ()
    assert (
        refused_code(lambda: services.answer(players.game.pk, players.waiting, "draw", True, new_id()))
        == "no_such_offer"
    )


def test_to_move_instead_of_answering_declines(table: Table) -> None:
    players = table()
    services.offer(players.game.pk, players.waiting, "draw", new_id())
    assert [offer.kind for offer in players.course.offers] == ["draw"]
    players.move()
    assert players.course.offers == ()


def test_an_own_move_leaves_the_own_offer_standing(table: Table) -> None:
    players = table()
    services.offer(players.game.pk, players.to_move, "draw", new_id())
    players.move()
    assert [offer.kind for offer in players.course.offers] == ["draw"]


def test_offering_what_the_others_have_offered_accepts_it(table: Table) -> None:
    players = table()
    services.offer(players.game.pk, players.to_move, "draw", new_id())
    services.offer(players.game.pk, players.waiting, "draw", new_id())
    assert players.course.status == "over"


def test_nobody_answers_an_own_offer_or_makes_it_twice(table: Table) -> None:
    players = table()
    mover = players.to_move
    services.offer(players.game.pk, mover, "draw", new_id())
    assert refused_code(lambda: services.answer(players.game.pk, mover, "draw", True, new_id())) == "own_offer"
    assert refused_code(lambda: services.offer(players.game.pk, mover, "draw", new_id())) == "offered_already"


def test_with_three_sides_every_side_has_to_agree(ada: Person, bia: Person) -> None:
    cid = Person.objects.create(name="Cid")
    game = services.create_table(ada, TableSettings("friend", sides=3))
    for person in (bia, cid):
        services.join(game, person)
    services.offer(game.pk, ada, "draw", new_id())
    services.answer(game.pk, bia, "draw", True, new_id())
    game.refresh_from_db()
    assert game.status == "running"
    services.answer(game.pk, cid, "draw", True, new_id())
    game.refresh_from_db()
    assert game.status == "over"


def test_there_is_no_draw_with_the_computer_alone(ada: Person) -> None:
    game = services.create_table(ada, TableSettings("computer", engines=(None, "pip")))
    assert refused_code(lambda: services.offer(game.pk, ada, "draw", new_id())) == "nobody_to_ask"
    assert "offer_draw" not in view_for(game, ada)["actions"]


def test_more_time_needs_a_clock(table: Table) -> None:
    players = table()
    assert refused_code(lambda: services.offer(players.game.pk, players.to_move, "add_time", new_id())) == "no_clock"


@pytest.mark.parametrize("loser", [0, 1])
def test_a_rematch_is_made_when_both_want_it(table: Table, loser: int) -> None:
    """Also when the one who is asked had given up."""
    players = table(clock=TURN)
    services.resign(players.game.pk, players.people[loser], new_id())
    ada, bia = players.people
    services.offer(players.game.pk, ada, "rematch", new_id())
    assert view_for(players.game, bia)["rematch_url"] is None
    services.answer(players.game.pk, bia, "rematch", True, new_id())
    fresh = Game.objects.get(pk=players.course.rematch)
    assert fresh.status == "running"
    assert fresh.settings == players.game.settings
    assert fresh.deal_id != players.game.deal_id
    assert {member.person for member in fresh.members.all()} == {ada, bia}
    assert view_for(players.game, bia)["rematch_url"] == f"/g/{fresh.pk}/"
    assert "rematch" not in view_for(players.game, bia)["actions"]


def test_a_rematch_with_the_computer_needs_no_answer(ada: Person) -> None:
    game = services.create_table(ada, TableSettings("computer", engines=(None, "pip")))
    services.resign(game.pk, ada, new_id())
    services.offer(game.pk, ada, "rematch", new_id())
    assert Players(game, ada).course.rematch is not None


# --------------------------------------------------------------------------------------------------- resigning


def test_resigning_gives_the_game_to_the_other_side(table: Table) -> None:
    players = table()
    loser = players.course.side_of("m1")
    services.resign(players.game.pk, players.people[0], new_id())
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1 - (loser or 0), "resigned")


def test_with_three_sides_the_game_goes_on_without_the_one_that_gave_up(ada: Person, bia: Person) -> None:
    cid = Person.objects.create(name="Cid")
    game = services.create_table(ada, TableSettings("friend", sides=3))
    for person in (bia, cid):
        services.join(game, person)
    players = Players(game, ada, bia, cid)
    gone = players.course.to_move
    services.resign(game.pk, players.to_move, new_id())
    assert players.course.status == "running"
    for _ in range(4):
        assert players.course.to_move != gone
        players.move()


# ----------------------------------------------------------------------------------------------------- leaving


def both_here(players: Players) -> None:
    for code in ("m1", "m2"):
        presence.arrive(players.game.pk, code)


def test_ten_seconds_are_forgiven_then_a_countdown_is_shown_then_the_win_may_be_claimed(
    table: Table, wall: Wall
) -> None:
    players = table(clock=TURN)
    ada = players.people[0]
    both_here(players)
    presence.depart(players.game.pk, "m2")
    wall.forward(9_000)
    assert view_for(players.game, ada)["claim"] is None
    wall.forward(1_000)
    view = view_for(players.game, ada)
    assert view["claim"] == {"side": players.course.side_of("m2"), "at_ms": wall.now_ms + 30_000}
    assert "claim" not in view["actions"]
    assert refused_code(lambda: services.claim(players.game.pk, ada, "win", new_id())) == "nothing_to_claim"
    wall.forward(30_000)
    assert "claim" in view_for(players.game, ada)["actions"]
    services.claim(players.game.pk, ada, "win", new_id())
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (players.course.side_of("m1"), "abandoned")


def test_presence_is_looked_at_again_when_the_claim_is_made(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    both_here(players)
    presence.depart(players.game.pk, "m2")
    wall.forward(60_000)
    presence.arrive(players.game.pk, "m2")
    assert (
        refused_code(lambda: services.claim(players.game.pk, players.people[0], "win", new_id())) == "nothing_to_claim"
    )


def test_a_draw_may_be_claimed_instead(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    both_here(players)
    presence.depart(players.game.pk, "m2")
    wall.forward(60_000)
    services.claim(players.game.pk, players.people[0], "draw", new_id())
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "agreed")


@pytest.mark.parametrize("clock", [ClockSettings(), ClockSettings("days", days=1)])
def test_only_where_people_sit_at_the_clock_together_can_a_game_be_claimed(
    table: Table, wall: Wall, clock: ClockSettings
) -> None:
    players = table(clock=clock)
    presence.arrive(players.game.pk, "m1")
    wall.forward(3_600_000)
    assert view_for(players.game, players.people[0])["claim"] is None


def test_nobody_is_gone_before_the_game_began(table: Table, wall: Wall) -> None:
    """Somebody may have looked away for an hour while the table waited for the others."""
    wall.forward(3_600_000)
    players = table(clock=TURN)
    presence.arrive(players.game.pk, "m1")
    assert view_for(players.game, players.people[0])["claim"] is None


def test_a_team_is_here_while_one_of_its_members_is(ada: Person, bia: Person, wall: Wall) -> None:
    cid = Person.objects.create(name="Cid")
    game = services.create_table(ada, TableSettings("friend", members_per_side=2, clock=TURN))
    services.join(game, bia, 1)
    services.join(game, cid, 1)
    services.begin(game, ada)
    presence.arrive(game.pk, "m1")
    presence.arrive(game.pk, "m2")
    wall.forward(60_000)
    assert view_for(game, ada)["claim"] is None
    presence.depart(game.pk, "m2")
    wall.forward(60_000)
    assert view_for(game, ada)["claim"] is not None


def test_a_second_page_of_the_same_person_keeps_them_here(wall: Wall) -> None:
    assert presence.arrive("g", "m1")
    assert not presence.arrive("g", "m1")
    assert not presence.depart("g", "m1")
    assert presence.absent_since_ms("g", "m1") is None
    assert presence.depart("g", "m1")
    assert presence.absent_since_ms("g", "m1") == wall.now_ms


@pytest.mark.parametrize(
    ("clock", "countdown_s"),
    [
        (ClockSettings("turn", turn_s=5), 30),
        (ClockSettings("turn", turn_s=60), 60),
        (ClockSettings("turn", turn_s=600), 120),
        (ClockSettings("total", total_s=180), 30),
        (ClockSettings("total", total_s=600), 60),
        (ClockSettings("total", total_s=3600), 120),
    ],
)
def test_the_countdown_follows_the_time_control(clock: ClockSettings, countdown_s: int) -> None:
    assert absence.countdown_ms(clock) == countdown_s * 1000
