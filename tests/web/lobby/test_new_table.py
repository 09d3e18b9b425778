"""The form of a new table: what it makes of what people choose."""

from __future__ import annotations

import re

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from summy.rulesets import ruleset_names
from summy.web.games.models import Game
from summy.web.games.table_settings import ClockSettings, TableRefused, TableSettings
from summy.web.lobby.table_form import clock_words, duration, read_settings, rules_choices, usual_level

FIELDS = (
    "kind", "rules", "level", "sides", "members", "against", "clock", "turn_s", "total_s", "increment_s", "days",
    "show_unseen", "captain_only", "option.summy.integer_steps", "option.summy.first_side",
)  # fmt: skip


def test_play_now_is_a_game_against_the_chosen_level() -> None:
    made = read_settings({"kind": "computer", "level": "tess", "show_unseen": "on"})
    assert made == TableSettings(kind="computer", engines=(None, "tess"), show_unseen=True)


def test_several_computer_players_fill_the_other_sides() -> None:
    assert read_settings({"kind": "computer", "level": "max", "sides": "4"}).engines == (None, "max", "max", "max")


def test_who_names_no_level_plays_the_middle_one() -> None:
    assert read_settings({"kind": "computer"}).engines == (None, usual_level())


def test_a_form_asked_for_what_there_is_not_has_a_choice_made(client: Client) -> None:
    page = client.get("/new/?rules=chess&level=hal&kind=nothing&clock=sand")
    content = page.content.decode()
    for name in ("rules", "level", "kind", "clock"):
        assert len(re.findall(rf'name="{name}"[^>]* checked', content)) == 1, name


def test_alone_there_is_one_side_without_clock() -> None:
    made = read_settings({"kind": "solo", "sides": "3", "members": "4", "clock": "turn"})
    assert (made.sides, made.members_per_side, made.clock.kind, made.engines) == (1, 1, "none", ())


def test_teams_play_each_other() -> None:
    made = read_settings({"kind": "friend", "sides": "3", "members": "2", "captain_only": "on"})
    assert (made.sides, made.members_per_side, made.captain_only, made.engines) == (3, 2, True, ())


def test_friends_play_together_against_the_computer() -> None:
    made = read_settings({"kind": "friend", "against": "computer", "level": "max", "members": "1"})
    assert (made.sides, made.members_per_side, made.engines) == (2, 2, (None, "max"))


@pytest.mark.parametrize(
    ("data", "clock"),
    [
        ({"clock": "none", "turn_s": "60"}, ClockSettings()),
        ({"clock": "turn", "turn_s": "60"}, ClockSettings("turn", turn_s=60)),
        ({"clock": "total", "total_s": "900", "increment_s": "5"}, ClockSettings("total", total_s=900, increment_s=5)),
        ({"clock": "days", "days": "3"}, ClockSettings("days", days=3)),
    ],
)
def test_only_the_figures_of_the_chosen_clock_count(data: dict[str, str], clock: ClockSettings) -> None:
    assert read_settings({"kind": "open", **data}).clock == clock


@pytest.mark.parametrize("rules", ruleset_names())
def test_every_ruleset_makes_a_table(rules: str) -> None:
    made = read_settings({"kind": "computer", "rules": rules})
    assert (made.rules, made.sides, made.options) == (rules, 2, {})


@pytest.mark.parametrize(
    ("rules", "clock", "settings"),
    [
        ("amath", "casual", ClockSettings("turn", turn_s=120)),
        ("amath", "tournament", ClockSettings("total", total_s=22 * 60, overtime=True)),
        ("amath-70", "tournament", ClockSettings("total", total_s=20 * 60, overtime=True)),
    ],
)
def test_the_clocks_of_a_games_competitions_can_be_chosen(rules: str, clock: str, settings: ClockSettings) -> None:
    assert read_settings({"kind": "open", "rules": rules, "clock": clock}).clock == settings


def test_a_game_without_competitions_has_no_such_clock() -> None:
    with pytest.raises(TableRefused):
        read_settings({"kind": "open", "rules": "summy", "clock": "tournament"})


def test_challenges_can_be_chosen_where_the_rules_have_them() -> None:
    made = read_settings({"kind": "open", "rules": "amath", "option.amath.challenge": "1", "option.amath.pass": "1"})
    assert made.options == {"challenge": "challenge", "pass": "never"}


def test_a_game_of_two_sides_is_for_two() -> None:
    with pytest.raises(TableRefused) as refused:
        read_settings({"kind": "open", "rules": "amath", "sides": "3"})
    assert refused.value.code == "sides"


def test_the_form_tells_how_each_game_goes_and_which_comes_first() -> None:
    choices = rules_choices({"rules": "amath-70", "clock": "tournament"})
    assert [rules.id for rules in choices] == ["summy", "summy-127", "summy-draft", "amath", "amath-70"]
    assert all(rules.minute for rules in choices)
    assert [rules.id for rules in choices if rules.chosen] == ["amath-70"]
    assert [clock.label for clock in choices[3].clocks] == [
        "2 min a turn",
        "22 min a side, then 10 points less for each minute",
    ]


def test_options_count_only_for_the_chosen_rules() -> None:
    data = {"kind": "open", "rules": "summy-127", "option.summy.integer_steps": "1", "option.summy-127.first_side": "1"}
    made = read_settings(data)
    assert (made.rules, made.options) == ("summy-127", {"first_side": "lowest"})


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "duel"},
        {"kind": "computer", "level": "hal"},
        {"kind": "open", "rules": "chess"},
        {"kind": "open", "rules": "../summy"},
        {"kind": "open", "sides": "9"},
        {"kind": "open", "sides": "two"},
        {"kind": "open", "members": "0"},
        {"kind": "open", "clock": "turn", "turn_s": "1"},
        {"kind": "open", "clock": "total", "total_s": "99999999999999999999"},
        {"kind": "open", "clock": "hourglass"},
    ],
)
def test_what_makes_no_table_is_refused_in_words(data: dict[str, str]) -> None:
    with pytest.raises(TableRefused) as refused:
        read_settings(data)
    assert refused.value.message


@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=12) | st.integers().map(str), max_size=8))
def test_any_form_makes_a_table_or_a_refusal(data: dict[str, str]) -> None:
    try:
        made: TableSettings | str = read_settings(data)
    except TableRefused as refused:
        made = refused.message
    assert made


@pytest.mark.django_db
def test_the_form_opens_the_table_and_leads_there(client: Client) -> None:
    answer = client.post("/new/", {"kind": "open", "clock": "days", "days": "2"})
    game = Game.objects.get()
    assert answer["Location"] == f"/g/{game.pk}/"
    assert game.table.clock == ClockSettings("days", days=2)


@pytest.mark.django_db
def test_a_refused_form_is_shown_again_with_what_was_chosen(client: Client) -> None:
    answer = client.post("/new/", {"kind": "open", "sides": "9", "captain_only": "on", "clock": "total"})
    assert answer.status_code == 400
    assert (answer.context["kind"], answer.context["clock"], answer.context["captain_only"]) == ("open", "total", True)
    assert b'role="alert"' in answer.content
    assert Game.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["friend", "open", "computer", "solo"])
def test_a_link_can_choose_the_kind_of_table(client: Client, kind: str) -> None:
    assert client.get(f"/new/?kind={kind}").context["kind"] == kind


@pytest.mark.django_db
def test_too_many_tables_are_refused_in_words_and_running_games_go_on(client: Client) -> None:
    client.post("/name/", {"name": "Bia"})
    answers = [client.post("/new/", {"kind": "solo"}).status_code for _ in range(12)]
    assert answers[0] == 302
    assert answers[-1] == 429
    refused = client.post("/new/", {"kind": "solo"})
    assert refused["Retry-After"] == "60"
    assert b"Wait a minute" in refused.content
    assert client.get(f"/g/{Game.objects.first().pk}/").status_code == 200  # type: ignore[union-attr]


@pytest.mark.django_db
def test_a_class_behind_one_address_can_open_its_tables() -> None:
    for number in range(30):
        student = Client()
        student.post("/name/", {"name": f"Student {number}"})
        assert student.post("/new/", {"kind": "open"}).status_code == 302


@pytest.mark.parametrize(("seconds", "words"), [(0, "0 s"), (30, "30 s"), (60, "1 min"), (90, "90 s"), (600, "10 min")])
def test_lengths_of_time_in_words(seconds: int, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (ClockSettings(), "No clock"),
        (ClockSettings("turn", turn_s=60), "1 min a turn"),
        (ClockSettings("total", total_s=600, increment_s=10), "10 min + 10 s"),
        (ClockSettings("total", total_s=600), "10 min a side"),
        (ClockSettings("total", total_s=1320, overtime=True), "22 min a side, overtime"),
        (ClockSettings("days", days=1), "1 day a turn"),
        (ClockSettings("days", days=3), "3 days a turn"),
    ],
)
def test_clocks_in_words(clock: ClockSettings, words: str) -> None:
    assert clock_words(clock) == words


def test_a_posted_form_is_read_from_a_query_dict() -> None:
    assert read_settings(QueryDict("kind=computer&level=pip").dict()).engines == (None, "pip")
