"""Every page around the table answers, in each language, and says only what is true."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from summy.engine.players import PLAYERS
from summy.rulesets import load_ruleset, ruleset_names

pytestmark = pytest.mark.django_db

RULESETS = ruleset_names()
PAGES = (
    "/", "/new/", "/tables/", "/rules/", "/games/", "/bingo/", "/bingo/?tiles=2+3+4+6+6+9+%2B+%3D&show=1", "/name/",
    *(f"/rules/{name}/" for name in RULESETS), *(f"/games/{name}/" for name in RULESETS),
)  # fmt: skip
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_answers_in_the_language_of_the_browser(client: Client, page: str, language: str) -> None:
    answer = client.get(page, HTTP_ACCEPT_LANGUAGE=language)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in html
    assert html.count("<h1") == 1


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_script_or_style_of_its_own(client: Client, page: str) -> None:
    html = client.get(page).content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", html)
    assert "'unsafe" not in client.get(page)["Content-Security-Policy"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_no_other_server_for_anything(client: Client, page: str) -> None:
    html = client.get(page).content.decode()
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", html)


def test_all_links_of_the_home_page_lead_somewhere(client: Client) -> None:
    html = client.get("/").content.decode()
    for address in set(re.findall(r'<a [^>]*href="(/[^"#]*)', html)):
        assert client.get(address).status_code == 200, address


def test_the_home_page_speaks_of_every_game_and_the_index_of_every_variant(client: Client) -> None:
    home = client.get("/")
    assert [game.id for game in home.context["games"]] == ["summy", "amath"]
    assert [game.chosen for game in home.context["games"]] == [True, False]
    for page in ("/rules/", "/games/"):
        assert {game.id for game in client.get(page).context["rulesets"]} == set(RULESETS)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_link_from_the_page_of_a_game_chooses_it_on_the_home_page(client: Client, rules: str) -> None:
    assert [game.id for game in client.get(f"/?rules={rules}").context["games"] if game.chosen] == [rules]


@pytest.mark.parametrize("name", ["chess", "AMATH", "summy-"])
def test_there_is_no_page_of_an_unknown_game(client: Client, name: str) -> None:
    assert client.get(f"/rules/{name}/").status_code == 404
    assert client.get(f"/games/{name}/").status_code == 404
    assert client.get(f"/?rules={name}").status_code == 200


def test_the_home_page_offers_every_computer_player_from_the_weakest_up(client: Client) -> None:
    levels = client.get("/").context["levels"]
    assert [level.id for level in levels] == list(PLAYERS)
    assert [level.tile for level in levels] == [str(number + 1) for number in range(len(PLAYERS))]


@pytest.mark.parametrize("path", ["/", "/new/?kind=computer"])
def test_a_middle_player_is_chosen_to_begin_with(client: Client, path: str) -> None:
    page = client.get(path)
    (usual,) = (level for level in page.context["levels"] if level.usual)
    place = list(PLAYERS).index(usual.id)
    assert place == (len(PLAYERS) - 1) // 2
    assert f'value="{usual.id}" checked'.encode() in page.content
    assert page.content.count(b'name="level"') == len(PLAYERS)


def test_a_chosen_player_stays_chosen_when_the_form_is_refused(client: Client) -> None:
    last = list(PLAYERS)[-1]
    page = client.post("/new/", {"kind": "computer", "level": last, "sides": "9"})
    assert page.status_code == 400
    assert f'value="{last}" checked'.encode() in page.content


def test_the_words_of_every_player_are_in_the_page(client: Client) -> None:
    page = client.get("/new/?kind=computer").content.decode()
    assert all(escape(player.description) in page for player in PLAYERS.values())


def test_the_page_of_the_game_says_that_a_duration_is_an_estimate_until_it_is_measured(client: Client) -> None:
    facts = {fact.name: fact for fact in client.get("/games/summy/").context["facts"]}
    assert facts["Players"].value == "1 to 2"
    assert facts["Duration"].note.startswith("An estimate")
    assert facts["Tiles"].value == str(load_ruleset("summy").tiles.total)


def test_robots_stay_away_from_tables_and_private_links(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /g/" in text
    assert "Disallow: /device/" in text


def test_the_old_name_of_the_icon_leads_to_the_mark(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith("site/mark.svg")


def test_the_sentences_of_the_scripts_come_in_the_language_of_the_page(client: Client) -> None:
    assert "Sua vez" in client.get("/jsi18n/", HTTP_ACCEPT_LANGUAGE="pt-br").content.decode()


def test_the_home_page_stays_small(client: Client) -> None:
    """A phone on a slow line shows it at once."""
    assert len(client.get("/").content) < 40_000


def test_a_browser_keeps_its_copy_of_the_sentences_while_they_hold(client: Client) -> None:
    first = client.get("/jsi18n/", HTTP_ACCEPT_LANGUAGE="pt-br")
    again = client.get("/jsi18n/", HTTP_ACCEPT_LANGUAGE="pt-br", HTTP_IF_NONE_MATCH=first["ETag"])
    other = client.get("/jsi18n/", HTTP_ACCEPT_LANGUAGE="en", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, other.status_code) == (304, 200)


def test_the_list_alone_is_sent_to_a_page_that_renews_it(client: Client) -> None:
    part = client.get("/tables/", HTTP_X_REQUESTED_WITH="fetch").content.decode()
    assert 'id="open-tables"' in part
    assert "<html" not in part
