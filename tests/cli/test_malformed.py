"""Whatever comes in as a position or a move: an answer or one clear line, never a fault of ours.

At least 10,000 inputs in all; more in the nightly run.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import Ran, assert_refused_as_bad_input, summy

GOOD: dict[str, Any] = {
    "rules": "summy",
    "options": {},
    "board": [
        {"x": -3, "y": 0, "tile": "1"},
        {"x": -2, "y": 0, "tile": "+"},
        {"x": -1, "y": 0, "tile": "2"},
        {"x": 0, "y": 0, "tile": "="},
        {"x": 1, "y": 0, "tile": "3"},
    ],
    "reserved": [[-4, 0], [2, 0]],
    "hands": [["0", "4", "5", "6", "8", "+", "x", "="], 8],
    "scores": [6, 0],
    "to_move": 0,
    "stock": 70,
    "scoreless": 0,
    "discarded": [[], 3],
    "pending": None,
}
GOOD_TEXT = "summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-"
GOOD_MOVES = ("1,-1v 6(3)x8=504", "discard 0 4 =", "exchange 12", "pass", "challenge", "resign", "discard #3")

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**25), 10**25),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["summy", "amath", "summy-127", "=", "?", "+/-", "12", "x", "../summy", "summy.toml", "\ud800"]),
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """The good position with one to three of its parts, at any depth, exchanged, removed or doubled."""
    value = json.loads(json.dumps(GOOD))
    for _ in range(draw(st.integers(1, 3))):
        where: Any = value
        while isinstance(where, dict | list) and where and draw(st.integers(0, 2)):
            key = draw(st.sampled_from(sorted(where) if isinstance(where, dict) else range(len(where))))
            if isinstance(where[key], dict | list) and where[key]:
                where = where[key]
                continue
            break
        if isinstance(where, dict):
            key = draw(st.sampled_from([*sorted(where), "face", "extra"]))
            if draw(st.booleans()):
                where[key] = draw(anything)
            else:
                where.pop(key, None)
        elif isinstance(where, list):
            if where and draw(st.booleans()):
                where.insert(draw(st.integers(0, len(where))), where[0])
            else:
                where.append(draw(anything))
    return value


@st.composite
def damaged_text(draw: st.DrawFn, good: str) -> str:
    """A text with one to four characters removed, put in or exchanged."""
    text = good
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        put_in = draw(
            st.sampled_from(
                ["", " ", ";", "[", "]", "(", ")", ",", "-", "#", "<", "=", "?", "{", '"', "9", "x", "é", "\n"]
            )
        )
        text = text[:at] + put_in + text[at + draw(st.integers(0, 2)) :]
    return text


def assert_answered(ran: Ran) -> None:
    """A whole answer, or one line about bad input."""
    if ran.code == 2:
        assert_refused_as_bad_input(ran)
    else:
        assert ran.code in (0, 1)
        assert ran.err == ""
        json.loads(ran.out)


def written(value: Any) -> bytes:
    return json.dumps(value).encode()


def check(position: str | bytes, move: str, *options: str) -> None:
    assert_answered(summy("check", "-", move, "--json", *options, stdin=position))


@settings(max_examples=3000)
@given(value=st.one_of(damaged(), anything), strict=st.booleans())
def test_damaged_position_in_json(value: Any, strict: bool) -> None:
    check(written(value), GOOD_MOVES[0], *(["--strict"] if strict else []))


@settings(max_examples=2000)
@given(text=damaged_text(GOOD_TEXT))
def test_damaged_position_in_text(text: str) -> None:
    check(text, GOOD_MOVES[0])


@settings(max_examples=4000)
@given(move=st.one_of(st.sampled_from(GOOD_MOVES).flatmap(damaged_text), st.text(max_size=12)))
def test_damaged_move(move: str) -> None:
    check(written(GOOD), move)


@settings(max_examples=500)
@given(content=st.binary(max_size=60))
def test_bytes_that_mean_nothing(content: bytes) -> None:
    check(content, "pass")


@settings(max_examples=300)
@given(value=damaged())
def test_damaged_position_has_moves_or_is_refused(value: Any) -> None:
    assert_answered(summy("moves", "-", "--json", "--best", "3", stdin=written(value)))


@settings(max_examples=300)
@given(
    words=st.lists(
        st.one_of(
            st.sampled_from(["check", "moves", "rules", "--json", "-", "--best", "0", "--lang", "xx", "--ruleset"]),
            st.text(max_size=5),
        ),
        max_size=5,
    )
)
def test_any_command_line_of_the_quick_commands(words: list[str]) -> None:
    ran = summy("check", *words, stdin=written(GOOD))
    if ran.code == 2:
        assert_refused_as_bad_input(ran)


@pytest.mark.parametrize(
    "content",
    [
        '{"rules": "summy"',
        "[" * 100_000,
        '{"rules": ' + "9" * 5000 + "}",
        "",
        " \n",
        "null",
        '"summy"',
        "\ufeff{}",
        "{}{}",
    ],
    ids=["cut", "deep", "long-number", "empty", "blank", "null", "text", "mark", "two"],
)
def test_content_that_is_no_position(content: str) -> None:
    assert_refused_as_bad_input(summy("check", "-", "pass", stdin=content))


def test_file_that_is_not_there() -> None:
    ran = summy("check", "no-such-file.json", "pass")
    assert_refused_as_bad_input(ran)
    assert "no-such-file.json" in ran.err


@pytest.mark.nightly
@settings(max_examples=100_000)
@given(value=damaged(), move=st.sampled_from(GOOD_MOVES).flatmap(damaged_text))
def test_damaged_position_and_move_at_length(value: Any, move: str) -> None:
    check(written(value), move)
