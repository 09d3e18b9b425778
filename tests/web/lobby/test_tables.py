"""Lists of tables, own games, and joining by link."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from summy.web.games.models import Game, Status
from summy.web.people.models import Person

pytestmark = pytest.mark.django_db


def player(name: str) -> Client:
    """A browser of somebody with this name."""
    browser = Client()
    browser.post("/name/", {"name": name})
    return browser


def opened(browser: Client, **data: str) -> Game:
    """The table that a browser opens."""
    answer = browser.post("/new/", {"kind": "open", **data})
    assert answer.status_code == 302
    return Game.objects.get(pk=answer["Location"].split("/")[2])


def test_an_open_table_is_listed_until_it_begins(client: Client) -> None:
    game = opened(player("Rafa"), clock="total", total_s="600", increment_s="10")
    (row,) = client.get("/tables/").context["tables"]
    assert (row.title, row.host, row.clock, row.seats, row.mine) == ("Summy", "Rafa", "10 min + 10 s", "1 of 2", False)
    player("Bia").post(f"/j/{game.invite}/")
    assert list(client.get("/tables/").context["tables"]) == []


def test_a_table_for_friends_is_not_listed(client: Client) -> None:
    opened(player("Rafa"), kind="friend")
    assert list(client.get("/").context["tables"]) == []


def test_seats_of_teams_are_counted(client: Client) -> None:
    opened(player("Class 4b"), sides="4", members="2")
    (row,) = client.get("/tables/").context["tables"]
    assert row.seats == "1 of 8, 4 teams"


def test_a_table_against_the_computer_counts_its_seat_as_taken(client: Client) -> None:
    opened(player("Rafa"), against="computer", members="3")
    (row,) = client.get("/tables/").context["tables"]
    assert row.seats == "2 of 4, 2 teams"


def test_the_host_finds_the_own_table_in_the_list() -> None:
    rafa = player("Rafa")
    game = opened(rafa)
    (row,) = rafa.get("/tables/").context["tables"]
    assert row.mine
    assert row.url == f"/g/{game.pk}/"


def test_the_invitation_says_who_invites_and_takes_no_seat(client: Client) -> None:
    game = opened(player("Rafa"), kind="friend", clock="turn", turn_s="60")
    page = client.get(f"/j/{game.invite}/")
    assert page.context["host"] == "Rafa"
    assert page.context["facts"] == "1 min a turn"
    assert [seat.full for seat in page.context["seats"]] == [True, False]
    assert [seat.chosen for seat in page.context["seats"]] == [False, True]
    assert game.members.count() == 1
    assert Person.objects.count() == 1


def test_joining_leads_to_the_table_and_begins_the_game() -> None:
    game = opened(player("Rafa"), kind="friend")
    bia = player("Bia")
    assert bia.post(f"/j/{game.invite}/", {"side": "1"})["Location"] == f"/g/{game.pk}/"
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert bia.get(f"/j/{game.invite}/")["Location"] == f"/g/{game.pk}/"


def test_a_visitor_can_join_without_a_name_of_their_own(client: Client) -> None:
    game = opened(player("Rafa"), kind="friend")
    assert client.post(f"/j/{game.invite}/").status_code == 302
    assert game.members.count() == 2


def test_a_side_can_be_chosen_in_a_team_game() -> None:
    game = opened(player("Rafa"), kind="friend", members="2")
    player("Bia").post(f"/j/{game.invite}/", {"side": "0"})
    assert sorted(game.members.values_list("seat", flat=True)) == [0, 0]


def test_a_full_side_is_refused_in_words(client: Client) -> None:
    game = opened(player("Rafa"), kind="friend")
    answer = client.post(f"/j/{game.invite}/", {"side": "0"})
    assert answer.status_code == 409
    assert answer.context["refusal"] == "That side is full."
    assert game.members.count() == 1


def test_who_comes_late_is_led_to_the_table_to_watch(client: Client) -> None:
    game = opened(player("Rafa"), kind="friend")
    player("Bia").post(f"/j/{game.invite}/")
    assert client.get(f"/j/{game.invite}/")["Location"] == f"/g/{game.pk}/"


@pytest.mark.parametrize("invite", ["nothing", "x" * 300, "%27"])
def test_an_unknown_invitation_is_not_found(client: Client, invite: str) -> None:
    assert client.get(f"/j/{invite}/").status_code == 404


def test_a_running_game_is_found_again_on_the_home_page() -> None:
    rafa, bia = player("Rafa"), player("Bia")
    game = opened(rafa)
    assert [own.state for own in rafa.get("/").context["own_games"]] == ["Waiting for others"]
    bia.post(f"/j/{game.invite}/")
    states = {name: browser.get("/").context["own_games"][0] for name, browser in (("Rafa", rafa), ("Bia", bia))}
    assert {own.mine for own in states.values()} == {True, False}
    assert {own.names for own in states.values()} == {"Rafa", "Bia"}
    assert all(own.url == f"/g/{game.pk}/" for own in states.values())
    waiting = next(own for own in states.values() if not own.mine)
    assert re.fullmatch(r"(Rafa|Bia) is thinking", waiting.state)


def test_a_visitor_has_no_games(client: Client) -> None:
    opened(player("Rafa"))
    assert client.get("/").context["own_games"] == []


def test_lists_and_invitations_show_no_hand(client: Client) -> None:
    """The pages go through `view_for`; this asks that nothing of a view beyond names and numbers reaches them."""
    rafa = player("Rafa")
    game = opened(rafa)
    page = client.get("/tables/").content + client.get(f"/j/{game.invite}/").content
    assert game.deal.seed.encode() not in page


def test_the_list_speaks_the_language_of_each_reader(client: Client) -> None:
    opened(player("Rafa"))
    assert client.get("/tables/").context["tables"][0].clock == "No clock"
    assert client.get("/tables/", HTTP_ACCEPT_LANGUAGE="pt-br").context["tables"][0].clock == "Sem relógio"
