"""Bingo practice: lines that use all the tiles, against published and computed answers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.http import urlencode

from cases import cases
from summy.cli.bingos import asked_tiles, found
from summy.move import parse_move
from summy.referee import judge
from summy.rulesets import load_ruleset
from summy.web import limits
from summy.web.lobby import bingo

pytestmark = pytest.mark.django_db

EIGHT = "2 3 4 6 6 9 + ="


@pytest.mark.parametrize(
    ("tiles", "lines", "best"),
    [
        (EIGHT, 16, 97),
        ("0 1 2 4 6 8 + =", 8, 94),
        ("5 5 + = = 1 0 10", 6, 103),
        ("0 1 6 9 9 13 + =", 4, 130),
        ("? ? 1 2 3 4 + =", 1216, 82),
        ("1 1 7 7 9 20 + =", 4, 121),
    ],
)
def test_known_hands_have_their_lines_and_best_first_play(tiles: str, lines: int, best: int) -> None:
    ruleset = load_ruleset("amath")
    found = bingo.all_bingos(ruleset, bingo.read_tiles(tiles))
    assert len(found) == len({line.faces for line in found}) == lines
    assert found[0].points == best


@pytest.mark.parametrize(
    ("tiles", "lines"),
    [("1 2 3 7 7 9 9 + =", 24), ("0 2 2 4 6 6 + - =", 86), ("6 6 8 8 8 8 + - =", 80), ("5 7 8 8 15 17 + - =", 32)],
)
def test_nine_tiles_can_be_practised_too(tiles: str, lines: int) -> None:
    assert len(bingo.all_bingos(load_ruleset("amath"), bingo.read_tiles(tiles))) == lines


def test_every_line_is_a_play_that_the_referee_scores_the_same() -> None:
    ruleset = load_ruleset("amath")
    tiles = bingo.read_tiles(EIGHT)
    position = bingo.opening(ruleset, tiles)
    for line in bingo.all_bingos(ruleset, tiles):
        verdict = judge(position, parse_move(line.play, ruleset))
        assert (verdict.score, verdict.lines[0].text) == (line.points, line.faces)


def lines_of(**asked: str) -> set[str]:
    return {line.plain for line in bingo.lines_for(bingo.read_question(asked))}


def test_a_pattern_narrows_the_lines() -> None:
    lines = lines_of(tiles=EIGHT)
    assert lines_of(tiles=EIGHT, pattern="00=00+00") == {line for line in lines if line[2] == "="}
    assert lines_of(tiles=EIGHT, pattern="99 + 99 = 99") == {line for line in lines if line[5] == "="}
    assert lines_of(tiles=EIGHT, pattern="000+0=000") == set()


@pytest.mark.parametrize("target", ["0", "7", "11", "20", "+", "x", "="])
def test_the_target_is_one_more_tile_as_on_the_command_line(target: str) -> None:
    """The published exercise of `target_drill`: so many lines for each target."""
    (case,) = (case for case in cases("amath") if case["kind"] == "target_drill")
    rack = " ".join(case["input"]["rack"])
    lines = lines_of(tiles=rack, target=target)
    assert len(lines) == case["expected"]["distinct_equations_per_target"][target]
    assert lines == lines_of(tiles=f"{rack} {target}")
    ruleset = load_ruleset("amath")
    asked = asked_tiles(ruleset, case["input"]["rack"], target)
    assert lines == {each.plain for each in found(ruleset, asked, "")}


def test_a_target_counts_among_the_tiles(client: Client) -> None:
    page = client.get(f"/bingo/?{urlencode({'tiles': '2 3 4 6 6 9 +', 'target': '='})}")
    assert page.context["found"].headline == "16 lines use all tiles"
    assert "One more tile that every line uses too" in page.content.decode()
    shown = client.get(f"/bingo/?{urlencode({'tiles': '2 3 4 6 6 9 +', 'target': '=', 'show': '1'})}")
    assert shown.context["found"].shown.words == "Best first play: A8, 97 points"
    assert "target=%3D" in shown.context["found"].lines[3].url


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (EIGHT, ("2", "3", "4", "6", "6", "9", "+", "=")),
        ("23466[12]+=", ("2", "3", "4", "6", "6", "12", "+", "=")),
        ("12, +/- ? ÷ ×", ("12", "+/-", "?", ":", "x")),
        ("", ()),
    ],
)
def test_tiles_are_read_as_people_type_them(text: str, names: tuple[str, ...]) -> None:
    assert bingo.read_tiles(text) == names


@pytest.mark.parametrize(
    "asked",
    [
        {"tiles": "2 q"},
        {"tiles": "[12"},
        {"tiles": "19 19"},
        {"tiles": "? ? ? 1 2 3 + ="},
        {"tiles": "? ? 1 2 3 4 5 6 + ="},
        {"tiles": "1 1 1 2 2 2 3 3 3 + ="},
        {"rules": "amath-70", "tiles": "x"},
        {"pattern": "a=b"},
        {"target": "21"},
        {"target": "½"},
        {"target": "2 3"},
        {"tiles": "20", "target": "20"},
        {"tiles": "1 1 2 2 3 3 4 + + =", "target": "5"},
    ],
)
def test_what_cannot_be_searched_is_refused_in_words(client: Client, asked: dict[str, str]) -> None:
    answer = client.get(f"/bingo/?{urlencode(asked)}")
    assert answer.status_code == 400
    assert b'role="alert"' in answer.content


def test_without_script_tiles_are_added_and_taken_away_one_by_one(client: Client) -> None:
    assert client.get("/bingo/?tiles=2+3&add=%2B%2F-").context["chosen"] == ("2", "3", "+/-")
    assert client.get("/bingo/?tiles=2+3+4&drop=1").context["chosen"] == ("2", "4")
    assert client.get("/bingo/?tiles=2+3&drop=9").context["chosen"] == ("2", "3")


def test_the_page_counts_first_and_shows_when_asked(client: Client) -> None:
    asked = urlencode({"tiles": EIGHT})
    counted = client.get(f"/bingo/?{asked}")
    assert counted.context["found"].headline == "16 lines use all tiles"
    assert b"23+46=69" not in counted.content
    shown = client.get(f"/bingo/?{asked}&show=1")
    assert len(shown.context["found"].lines) == 16
    assert shown.context["found"].shown.words == "Best first play: A8, 97 points"
    other = client.get(shown.context["found"].lines[5].url.split("#")[0])
    assert [line.shown for line in other.context["found"].lines].index(True) == 5


@pytest.mark.parametrize(
    ("answer", "right", "words"),
    [
        ("46+23=69", True, "True: 46+23=69. It scores 94."),
        ("46 + 23 = 70", False, "46+23=70, but 46+23 is 69."),
        ("4+2=6", False, "4+2=6 is true, but it is no line of all these tiles."),
        ("??", False, "A line is made of digits, signs and =."),
    ],
)
def test_an_own_line_is_judged(client: Client, answer: str, right: bool, words: str) -> None:
    checked = client.get(f"/bingo/?{urlencode({'tiles': EIGHT, 'answer': answer})}").context["checked"]
    assert checked.right is right
    assert checked.words.replace("×", "x") == words


def test_tiles_can_be_drawn_that_make_a_line(client: Client) -> None:
    page = client.get("/bingo/?draw=1&rules=amath-70", follow=True)
    assert page.context["rules"] == "amath-70"
    assert len(page.context["chosen"]) == 8
    assert not page.context["found"].headline.startswith("0 ")


def test_searching_is_limited(client: Client) -> None:
    client.post("/name/", {"name": "Nok"})
    answers = [client.get(f"/bingo/?{urlencode({'tiles': EIGHT})}").status_code for _ in range(60)]
    limits.forget_all()
    assert answers[0] == 200
    assert answers[-1] == 429


def test_the_page_is_for_games_that_reward_a_full_hand() -> None:
    assert [ruleset.id for ruleset in bingo.bingo_rulesets()] == ["amath", "amath-70"]
