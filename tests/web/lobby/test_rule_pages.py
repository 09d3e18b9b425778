"""The rules page, its examples, and the puzzles of the home page: all judged by the referee."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from summy.board import Square
from summy.rulesets import load_ruleset
from summy.web.lobby import puzzles
from summy.web.lobby.pictures import picture, sums_on
from summy.web.lobby.rule_pages import board_examples, sections_of


def test_every_section_of_the_rules_is_on_the_page(client: Client) -> None:
    keys = [section.key for section in client.get("/rules/summy/").context["sections"]]
    assert keys == ["aim", "material", "turn", "placing", "sums", "score", "end", "options"]


def test_examples_carry_the_verdict_of_the_referee() -> None:
    shown = {
        example.line: example
        for section in sections_of(load_ruleset("summy"))
        for rule in section.rules
        for example in rule.examples
    }
    assert shown["8x15=120"].words == "17 points"
    assert shown["8x15=120"].legal
    assert not shown["15+12=027"].legal
    assert shown["15+12=027"].words == "027 starts with 0. A number can't start with 0."
    assert shown["5:2x4=10"].legal


def test_examples_follow_the_options_of_the_ruleset() -> None:
    strict = load_ruleset("summy", {"integer_steps": True})
    shown = {
        example.line: example.legal
        for section in sections_of(strict)
        for rule in section.rules
        for example in rule.examples
    }
    assert not shown["5:2x4=10"]


def test_the_page_is_wholly_in_portuguese() -> None:
    english = {rule.text for section in sections_of(load_ruleset("summy")) for rule in section.rules}
    with translation.override("pt-br"):
        sections = sections_of(load_ruleset("summy"))
        words = {example.words for section in sections for rule in section.rules for example in rule.examples}
    assert not english & {rule.text for section in sections for rule in section.rules}
    assert "17 pontos" in words


def test_boards_show_legal_and_illegal_plays() -> None:
    boards = board_examples(load_ruleset("summy"))
    assert [board.legal for board in boards] == [True, True, False, False, False]
    assert any(cell.closes for row in boards[0].picture.rows for cell in row)


@pytest.mark.parametrize("number", range(len(puzzles.PUZZLES)))
def test_exactly_one_tile_solves_a_puzzle(number: int) -> None:
    asked = puzzles.ask(number)
    assert [answer.verdict.legal for answer in asked.answers].count(True) == 1
    assert sum(cell.open is not None for row in asked.picture.rows for cell in row) == 1
    assert all(answer.message for answer in asked.answers)


def test_puzzles_follow_one_another_around() -> None:
    assert [puzzles.ask(number).following for number in range(len(puzzles.PUZZLES))] == [1, 2, 3, 4, 0]
    assert puzzles.ask(7).number == 2


def test_the_table_of_the_puzzles_is_the_work_of_real_plays() -> None:
    assert sums_on(puzzles.table().board) == ["4+5=9", "3+6=9", "7+2=9", "5x3=15", "9-8=1"]


@pytest.mark.django_db
def test_a_puzzle_works_without_script(client: Client) -> None:
    assert b"7x8 is 56, not 54." in client.get("/?puzzle=0&tile=4").content
    solved = client.get("/?puzzle=0&tile=6")
    assert b"True: 7x8=56. It scores 26." in solved.content
    assert solved.context["picked"].verdict.legal


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["puzzle=-1", "puzzle=x", "puzzle=99999999", "puzzle=1&tile=7", "tile=%3Cscript%3E"])
def test_any_puzzle_address_shows_the_page(client: Client, query: str) -> None:
    assert client.get(f"/?{query}").status_code == 200


def test_a_picture_is_cut_to_what_lies_on_the_table() -> None:
    shown = picture(puzzles.table(), ask=Square(20, 0), margin=0)
    assert len(shown.rows[0]) == 20 + 5 + 1
    assert "4+5=9" in shown.label
