"""Tile names, faces and line text: what spells a tile, in which order, and what can't be read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attempt import attempt
from summy.errors import FormatError
from summy.tiles import (
    ALIASES,
    FACES,
    ORDER,
    Token,
    face_name,
    face_text,
    format_faces,
    format_hand,
    has_own_face,
    may_show,
    parse_hand,
    parse_token,
    shown,
    sort_tiles,
    split_line_text,
    tile_name,
)

tokens = st.sampled_from(ORDER).flatmap(
    lambda name: st.builds(Token, st.just(name), st.sampled_from([face for face in FACES if may_show(name, face)]))
)
"""Every tile with every face that its print allows."""


def test_canonical_order_is_that_of_the_formats_page() -> None:
    assert " ".join(ORDER) == "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 + - x : = +/- x/: ?"


@pytest.mark.parametrize(
    ("written", "meant"), [("*", "x"), ("X", "x"), ("×", "x"), ("/", ":"), ("÷", ":"), ("–", "-"), ("−", "-")]
)
def test_other_spellings_of_a_whole_name(written: str, meant: str) -> None:
    assert tile_name(written) == face_name(written) == meant


def test_the_spellings_are_no_more_than_these() -> None:
    assert set(ALIASES) == {"*", "X", "×", "/", "÷", "–", "−"}


@pytest.mark.parametrize("text", ["", " ", "21", "00", "01", "a", "+-", "×/÷", "10 ", "１", "٣", "==", "?>7", "[", "v"])
def test_what_is_no_tile(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        tile_name(text)
    assert caught.value.code == "unknown_tile"


@pytest.mark.parametrize("name", ["?", "+/-", "x/:"])
def test_choice_tiles_and_blanks_are_no_faces(name: str) -> None:
    assert not has_own_face(name)
    with pytest.raises(FormatError) as caught:
        face_name(name)
    assert caught.value.code == "unknown_face"


def test_what_each_tile_may_show() -> None:
    assert [face for face in FACES if may_show("+/-", face)] == ["+", "-"]
    assert [face for face in FACES if may_show("x/:", face)] == ["x", ":"]
    assert [face for face in FACES if may_show("12", face)] == ["12"]
    assert all(may_show("?", face) for face in FACES)


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (Token("7", "7"), "7"),
        (Token("12", "12"), "[12]"),
        (Token("+/-", "-"), "[+/->-]"),
        (Token("x/:", "x"), "[x/:>x]"),
        (Token("?", "7"), "[?>7]"),
        (Token("?", "12"), "[?>12]"),
    ],
)
def test_line_text_of_a_laid_tile(token: Token, text: str) -> None:
    assert token.text == text
    (symbol,) = split_line_text(text)
    assert parse_token(symbol) == token


@given(st.lists(tokens))
def test_laid_tiles_come_back_from_their_line_text(line: list[Token]) -> None:
    text = "".join(token.text for token in line)
    assert [parse_token(symbol) for symbol in split_line_text(text)] == line


@given(st.lists(st.sampled_from(ORDER)))
def test_hands_come_back_from_their_text_in_canonical_order(names: list[str]) -> None:
    assert parse_hand(format_hand(names)) == sort_tiles(names)


@given(st.lists(st.sampled_from(ORDER)))
def test_sorting_keeps_every_copy_and_follows_the_order(names: list[str]) -> None:
    ordered = sort_tiles(names)
    assert sorted(ordered) == sorted(names)
    assert list(ordered) == [name for name in ORDER for _ in range(names.count(name))]


def test_faces_of_more_than_one_character_stand_in_brackets() -> None:
    assert face_text("7") == "7"
    assert face_text("12") == "[12]"
    assert format_faces(["7", "x", "12", "=", "8", "4"]) == "7x[12]=84"
    assert format_hand(["?", "12", "+/-", "3"]) == "3[12][+/-]?"
    assert format_hand([]) == "#0"


@pytest.mark.parametrize(
    ("symbol", "code"),
    [("?", "face_missing"), ("+/-", "face_missing"), ("+/->x", "face_not_allowed"), ("7>8", "face_not_allowed"),
     ("?>?", "unknown_face"), ("?>21", "unknown_face"), ("y>7", "unknown_tile")],
)  # fmt: skip
def test_what_cannot_lie_on_the_table(symbol: str, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_token(symbol, key="board[3]")
    assert (caught.value.code, caught.value.key) == (code, "board[3]")
    assert caught.value.message.startswith("board[3]: ")


def test_a_tile_in_a_hand_has_no_face() -> None:
    with pytest.raises(FormatError, match="has no face"):
        parse_hand("1[?>7]")


@pytest.mark.parametrize("text", ["[12", "1[", "[?>7"])
def test_a_bracket_that_is_not_closed(text: str) -> None:
    with pytest.raises(FormatError, match="not closed"):
        list(split_line_text(text))


@given(st.text(st.sampled_from("019[]?>+-x:=/#() vé\n\ud800"), max_size=12))
def test_any_text_is_a_hand_or_bad_form(text: str) -> None:
    names, error = attempt(lambda: parse_hand(text))
    assert error is not None or parse_hand(format_hand(names)) == names


def nested() -> Any:
    """A list in a list in a list ..., deeper than Python recurses."""
    value: Any = []
    for _ in range(50_000):
        value = [value]
    return value


ODD_VALUES = {
    "long": lambda: "a" * 10_000_000,
    "newlines": lambda: "\n" * 100,
    "quotes": lambda: "'" * 100,
    "long-number": lambda: 10**5000,
    "long-negative": lambda: -(10**5000),
    "deep-list": nested,
    "deep-object": lambda: {"a": nested()},
    "none": lambda: None,
    "object": object,
    "float": lambda: 1.5,
}


@pytest.mark.parametrize("name", ODD_VALUES)
def test_any_value_can_be_shown_in_a_sentence(name: str) -> None:
    plain = shown(ODD_VALUES[name]())
    assert 1 <= len(plain) <= 40
    assert plain.isprintable()
