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
from damage import GOOD, GOOD_MOVES, GOOD_TEXT, anything, damaged, mangled


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
@given(value=st.one_of(damaged(GOOD), anything), strict=st.booleans())
def test_damaged_position_in_json(value: Any, strict: bool) -> None:
    check(written(value), GOOD_MOVES[0], *(["--strict"] if strict else []))


@settings(max_examples=2000)
@given(text=mangled(GOOD_TEXT))
def test_damaged_position_in_text(text: str) -> None:
    check(text, GOOD_MOVES[0])


@settings(max_examples=4000)
@given(move=st.one_of(st.sampled_from(GOOD_MOVES).flatmap(mangled), st.text(max_size=12)))
def test_damaged_move(move: str) -> None:
    check(written(GOOD), move)


@settings(max_examples=500)
@given(content=st.binary(max_size=60))
def test_bytes_that_mean_nothing(content: bytes) -> None:
    check(content, "pass")


@settings(max_examples=300)
@given(value=damaged(GOOD))
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


RECORD = """[Format "1"]
[Rules "summy"]
[Sides "Ada" "engine: club"]
[Result "*"]

1 1 | 01238+x= | -3,0> 1+2(=)3 | +6 | 6
1 2 | #8       | discard #3    | +0 | 0 ; hm {equity -4.1}
"""


@settings(max_examples=1500)
@given(text=mangled(RECORD), to=st.sampled_from(["text", "json"]))
def test_damaged_record(text: str, to: str) -> None:
    """Replaying collects what is wrong; converting gives every line or one sentence."""
    assert_answered(summy("replay", "-", "--json", stdin=text))
    converted = summy("convert", "-", "--to", to, stdin=text)
    if converted.code == 2:
        assert_refused_as_bad_input(converted)
    else:
        assert (converted.code, converted.err) == (0, "")


@settings(max_examples=700)
@given(
    lines=st.lists(
        st.one_of(anything, st.just({"Format": "1", "Rules": "summy", "Sides": ["A"], "Result": "*"})), max_size=4
    )
)
def test_json_lines_that_mean_little(lines: list[Any]) -> None:
    text = b"\n".join(written(line) for line in lines)
    assert_answered(summy("replay", "-", "--json", stdin=text))


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
@given(value=damaged(GOOD), move=st.sampled_from(GOOD_MOVES).flatmap(mangled))
def test_damaged_position_and_move_at_length(value: Any, move: str) -> None:
    check(written(value), move)
