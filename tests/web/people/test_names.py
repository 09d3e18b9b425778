"""Names of guests, given and chosen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy.web.people.names import NAME_COUNT, NAME_LENGTH_MAX, clean_name, guest_name


@pytest.mark.parametrize("language", ["en", "pt-br", "th"])
def test_every_number_gives_a_name_of_its_own_that_fits(language: str) -> None:
    names = [guest_name(language, number) for number in range(NAME_COUNT)]
    assert len(set(names)) == NAME_COUNT
    assert all(clean_name(name) == name and len(name) <= NAME_LENGTH_MAX for name in names)


def test_a_language_without_a_list_gets_english_names() -> None:
    assert guest_name("eo", 5) == guest_name("en", 5)


def test_portuguese_qualities_agree_with_the_animal() -> None:
    names = {guest_name("pt-br", number) for number in range(NAME_COUNT)}
    assert "Garça Tranquila" in names
    assert "Tucano Tranquilo" in names
    assert "Garça Tranquilo" not in names


@given(st.text())
def test_a_clean_name_has_nothing_that_cannot_be_seen(text: str) -> None:
    name = clean_name(text)
    assert not any(unicodedata.category(character).startswith("C") for character in name)
    assert name == " ".join(name.split())
    assert clean_name(name) == name


def test_marks_that_turn_the_reading_direction_are_taken_out() -> None:
    assert clean_name("Bia\u202e\u2066 evil\n\t") == "Bia evil"
