"""The rules in words, generated from the data of a ruleset."""

from __future__ import annotations

import re

import pytest

from summy.language import translator
from summy.rulesets import load_ruleset, ruleset_names
from summy.rulesets.words import Sentence, in_one_minute, options_in_words, rules_in_words


def words_of(name: str, options: dict[str, object] | None = None) -> dict[str, str]:
    """The text of each section."""
    return {
        section.key: " ".join(rule.sentence.text() for rule in section.rules)
        for section in rules_in_words(load_ruleset(name, options))
    }


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_ruleset_can_be_told_in_every_language(name: str, language: str) -> None:
    say = translator(language)
    ruleset = load_ruleset(name)
    sentences = [rule.sentence.text(say) for section in rules_in_words(ruleset) for rule in section.rules]
    sentences += [sentence.text(say) for sentence in in_one_minute(ruleset)]
    assert len(sentences) > 20
    for sentence in sentences:
        assert not re.search(r"[{}]|%\(", sentence), sentence
        assert sentence.endswith("."), sentence


@pytest.mark.parametrize("name", ruleset_names())
def test_the_numbers_of_the_ruleset_are_told(name: str) -> None:
    ruleset = load_ruleset(name)
    material = words_of(name)["material"]
    assert str(ruleset.tiles.total) in material
    assert f"draws {ruleset.hand_size} tiles" in material
    counts = sum(
        int(count) * (int(last) - int(first) + 1)
        for first, last, count in re.findall(r"(\d+)–(\d+), (\d+) each", material)
    )
    assert counts <= ruleset.tiles.total


def test_summy_has_no_edge_and_its_big_edition_has_one() -> None:
    assert "The table has no edge." in words_of("summy")["material"]
    assert "25 by 25 squares" in words_of("summy-127")["material"]
    assert "Beyond the edge counts as empty." in words_of("summy-127")["placing"]


def test_an_option_changes_the_words() -> None:
    assert "may be fractions" in words_of("summy")["sums"]
    assert "Every step gives a whole number" in words_of("summy", {"integer_steps": True})["sums"]
    assert "Chance decides" in words_of("summy")["material"]
    assert "lowest digit" in words_of("summy", {"first_side": "lowest"})["material"]
    assert "until the other side plays" in words_of("amath", {"challenge": "challenge"})["turn"]


def test_rules_of_the_other_kind_of_placement_are_told_too() -> None:
    words = words_of("amath")
    assert "first play covers the square in the middle" in words["placing"]
    assert "40 points more" in words["score"]
    assert "at most 3 digits" in words["sums"]
    assert "Exchange: while the stock holds at least 5 tiles" in words["turn"]


@pytest.mark.parametrize("name", ruleset_names())
def test_every_option_has_words_for_each_choice(name: str) -> None:
    say = translator("pt-br")  # an option without words would show its English name in any language
    for option in options_in_words(load_ruleset(name)):
        assert option.title.text(say) != option.name
        for value, words in option.choices:
            assert words.text(say) != str(value), f"{name}: {option.name} = {value!r}"


def test_sentences_within_sentences_are_translated() -> None:
    inner = Sentence("a {thing}", {"thing": "tile"})
    outer = Sentence("{first}: {all}", {"first": inner, "all": (inner, inner)})
    assert outer.text() == "a tile: a tile; a tile"
    assert outer.text(lambda text: {"a {thing}": "uma {thing}"}.get(text, text)) == "uma tile: uma tile; uma tile"
