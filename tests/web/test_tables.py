"""Tables are opened, joined and begun; nobody who has seen one hand gets to see another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from summy.web.games import presence, services, sweeper
from summy.web.games.answers import CommandRefused
from summy.web.games.models import Game, GameEvent, Member
from summy.web.games.table_settings import ClockSettings, TableRefused, TableSettings
from summy.web.games.view import NotShown, view_for
from summy.web.people.models import Person

from .conftest import Players

pytestmark = pytest.mark.django_db
Table = Callable[..., Players]


def test_the_game_begins_with_the_last_seat(ada: Person, bia: Person) -> None:
    game = services.create_table(ada, TableSettings("open"))
    assert (game.status, game.listed) == ("waiting", True)
    services.join(game, bia)
    assert (game.status, game.listed) == ("running", False)
    kinds = list(GameEvent.objects.filter(game=game).values_list("kind", flat=True))
    assert kinds == ["seat", "seat", "start"]


def test_the_start_pins_rules_and_deal(table: Table) -> None:
    players = table(options={"integer_steps": True})
    start = GameEvent.objects.get(game=players.game, kind="start").data
    ruleset = players.course.ruleset
    assert (start["rules"], start["version"], start["options"]) == ("summy", ruleset.version, {"integer_steps": True})
    assert (start["digest"], start["deal"]) == (ruleset.digest, players.course.deal.commitment)


def test_sides_are_in_the_order_of_play_that_the_deal_decides(table: Table) -> None:
    players = table()
    course = players.course
    assert [members[0].seat for members in course.sides] == list(course.deal.seats)
    assert course.to_move == 0


def test_joining_twice_gives_the_same_seat(ada: Person, bia: Person) -> None:
    game = services.create_table(ada, TableSettings("friend", members_per_side=2))
    assert services.join(game, bia) == services.join(game, bia)
    assert Member.objects.filter(game=game).count() == 2


def test_whoever_joins_goes_to_the_emptier_side_unless_they_choose(ada: Person, bia: Person) -> None:
    cid = Person.objects.create(name="Cid")
    game = services.create_table(ada, TableSettings("friend", members_per_side=2))
    assert services.join(game, bia).seat == 1
    assert services.join(game, cid, 0).seat == 0
    with pytest.raises(CommandRefused) as refused:
        services.join(game, Person.objects.create(name="Dan"), 0)
    assert refused.value.code == "side_full"


def test_nobody_joins_a_game_that_has_begun(table: Table) -> None:
    """So whoever has watched or played one side can't come to another side's hand."""
    players = table()
    for person in (Person.objects.create(name="Cid"),):
        with pytest.raises(CommandRefused) as refused:
            services.join(players.game, person)
        assert refused.value.code == "not_waiting"
    with pytest.raises(CommandRefused) as refused:
        services.leave_seat(players.game, players.people[0])
    assert refused.value.code == "not_waiting"


def test_a_member_sees_the_own_hand_only_whatever_they_ask_for(table: Table) -> None:
    players = table()
    for person in players.people:
        view = view_for(players.game, person)
        for side, hand in enumerate(view["position"]["hands"]):
            assert isinstance(hand, list) == (side == view["you"]["side"])


def test_getting_up_and_sitting_down_again(ada: Person, bia: Person) -> None:
    game = services.create_table(ada, TableSettings("friend", members_per_side=2))
    code = services.join(game, bia).code
    services.leave_seat(game, bia)
    assert view_for(game, bia)["you"] is None
    assert services.join(game, bia, 0).code == code
    assert view_for(game, bia)["you"] == {"side": 0, "member": code}


def test_when_the_host_leaves_the_table_is_closed(ada: Person, bia: Person) -> None:
    game = services.create_table(ada, TableSettings("open", members_per_side=2))
    services.join(game, bia)
    services.leave_seat(game, ada)
    assert (game.status, game.listed) == ("cancelled", False)
    with pytest.raises(NotShown):
        view_for(game, bia)


def test_the_host_may_begin_once_each_side_has_somebody(ada: Person, bia: Person) -> None:
    game = services.create_table(ada, TableSettings("friend", members_per_side=3))
    with pytest.raises(CommandRefused) as refused:
        services.begin(game, ada)
    assert refused.value.code == "side_empty"
    services.join(game, bia, 1)
    assert "begin" in view_for(game, ada)["actions"]
    with pytest.raises(CommandRefused) as refused:
        services.begin(game, bia)
    assert refused.value.code == "not_host"
    services.begin(game, ada)
    assert game.status == "running"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (TableSettings("chess"), "kind"),  # type: ignore[arg-type]
        (TableSettings("friend", rules="nonsense"), "unknown_ruleset"),
        (TableSettings("friend", options={"nonsense": 1}), "unknown_option"),
        (TableSettings("friend", sides=5), "sides"),
        (TableSettings("friend", sides=1), "sides"),
        (TableSettings("solo", sides=2), "sides"),
        (TableSettings("friend", members_per_side=7), "members_per_side"),
        (TableSettings("computer"), "engines"),
        (TableSettings("computer", engines=(None, "deep thought")), "engines"),
        (TableSettings("computer", engines=("pip", "pip")), "engines"),
        (TableSettings("friend", engines=(None, "pip")), "engines"),
        (TableSettings("friend", engines=(None, None, "pip")), "engines"),
        (TableSettings("friend", clock=ClockSettings("hourglass")), "clock"),  # type: ignore[arg-type]
        (TableSettings("friend", clock=ClockSettings("turn", turn_s=1)), "turn_s"),
        (TableSettings("friend", clock=ClockSettings("total", total_s=1)), "total_s"),
        (TableSettings("friend", clock=ClockSettings("total", total_s=60, increment_s=-1)), "increment_s"),
        (TableSettings("friend", clock=ClockSettings("days", days=99)), "days"),
        (TableSettings("friend", spectator_delay_s=-1), "spectator_delay_s"),
    ],
)
def test_settings_that_make_no_table_are_refused_by_name(ada: Person, settings: TableSettings, code: str) -> None:
    with pytest.raises(TableRefused) as refused:
        services.create_table(ada, settings)
    assert refused.value.code == code
    assert refused.value.message
    assert not Game.objects.exists()


def test_table_settings_keep_their_stored_form() -> None:
    settings = TableSettings(
        "friend",
        options={"integer_steps": True},
        sides=3,
        clock=ClockSettings("total", total_s=60, increment_s=2),
        engines=(None, "pip"),
        spectator_delay_s=5,
    )
    assert TableSettings.from_json(settings.to_json()) == settings


def test_an_open_table_that_everybody_forgot_is_closed(ada: Person) -> None:
    old, fresh, attended = (services.create_table(ada, TableSettings("open")) for _ in range(3))
    long_ago = timezone.now() - sweeper.FORGOTTEN_AFTER - timedelta(minutes=1)
    Game.objects.filter(pk__in=[old.pk, attended.pk]).update(created_at=long_ago)
    presence.arrive(attended.pk, "m1")
    assert sweeper.close_forgotten_tables() == 1
    presence.depart(attended.pk, "m1")
    for game, status in ((old, "cancelled"), (fresh, "waiting"), (attended, "waiting")):
        game.refresh_from_db()
        assert game.status == status


def test_one_game_that_fails_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    dealt_with = []

    def deal_with(game_id: str) -> bool:
        if game_id == "broken":
            raise KeyError(game_id)
        dealt_with.append(game_id)
        return True

    assert sweeper.for_each(["one", "broken", "two"], deal_with) == 2
    assert dealt_with == ["one", "two"]
    assert "broken" in caplog.text
