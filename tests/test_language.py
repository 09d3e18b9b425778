"""Translation of the library's own sentences."""

from __future__ import annotations

import pytest

from summy.board import empty_board
from summy.language import locale_name, marked, translator
from summy.move import Discard
from summy.position import Position
from summy.referee import judge
from summy.rulesets import load_ruleset


def test_marking_changes_nothing() -> None:
    assert marked("a {tile}") == "a {tile}"


@pytest.mark.parametrize("language", ["pt-br", "pt_BR", "pt-BR"])
def test_a_language_is_known_by_any_spelling_of_its_name(language: str) -> None:
    assert translator(language)("This game is over.") == "Esta partida já acabou."


@pytest.mark.parametrize("language", ["en", "xx", "", "../../etc", "pt\x00", "zh-hant"])
def test_a_language_without_a_catalogue_reads_english(language: str) -> None:
    assert translator(language)("This game is over.") == "This game is over."


def test_folder_names() -> None:
    assert [locale_name(code) for code in ("pt-br", "th", "zh-hant")] == ["pt_BR", "th", "zh_HANT"]


def test_a_refusal_is_filled_in_after_translation() -> None:
    position = Position(load_ruleset("summy"), empty_board(load_ruleset("summy").board), (("1",),), (0,), stock=10)
    refusal = judge(position, Discard(("7",))).refusal
    assert refusal is not None
    assert refusal.message(translator("pt-br")) == "Você não tem 7 na mão, ou não tem o bastante."
