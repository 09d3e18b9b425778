"""`summy check`: every case with a known answer, both ways round; exit codes; moves that begin with a minus sign."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cases import cases, placed_legally
from command_line import assert_refused_as_bad_input, summy

CASES = cases("summy")

POSITION = {
    "rules": "summy",
    "board": [{"x": 0, "y": 0, "tile": "="}],
    "hands": [["1", "2", "3", "+", "0", "1", "x", "="], 8],
    "stock": 77,
}


@pytest.mark.parametrize("down", [False, True], ids=["across", "down"])
@pytest.mark.parametrize("case", CASES, ids=[case["input"] for case in CASES])
def test_case_with_known_answer(case: dict[str, Any], down: bool) -> None:
    position, move = placed_legally(case["input"], down=down)
    ran = summy("check", "-", move, "--json", stdin=json.dumps(position))
    expected = case["expected"]
    assert ran.code == (0 if expected["legal"] else 1)
    if expected["legal"]:
        assert ran.json == {"legal": True, "score": expected["score"], "equations": [case["input"]]}
    else:
        assert ran.json["legal"] is False
        assert ran.json["code"] == expected["code"]
        assert ran.json["message"].endswith((".", "!", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"))
        assert "{" not in ran.json["message"]


@pytest.mark.parametrize("options_first", [True, False])
def test_move_is_taken_verbatim_with_a_leading_minus(options_first: bool) -> None:
    words = ["--json", "-", "-3,0> 1+2(=)3"] if options_first else ["-", "-3,0> 1+2(=)3", "--json"]
    ran = summy("check", *words, stdin=json.dumps(POSITION))
    assert (ran.code, ran.json) == (0, {"legal": True, "score": 6, "equations": ["1+2=3"]})


def test_answer_for_people_names_points_and_sum() -> None:
    ran = summy("check", "-", "-3,0> 1+2(=)3", stdin=json.dumps(POSITION))
    assert (ran.code, ran.out, ran.err) == (0, "legal, 6 points  1+2=3\n", "")


def test_refusal_for_people_gives_the_sentence_and_the_code() -> None:
    ran = summy("check", "-", "-3,0> 1+2(=)1", stdin=json.dumps(POSITION))
    assert ran.code == 1
    assert ran.out == "1+2 is 3, not 1  (not_equal)\n"


@pytest.mark.parametrize(
    "move", ["", "-", "--", "--json=1", "-h,0> 1", "-3,0>", "1+2=3", "-3,0> 1+2(=3", "discard", "\x00"]
)
def test_move_that_cannot_be_read_is_bad_input(move: str) -> None:
    assert_refused_as_bad_input(summy("check", "-", move, stdin=json.dumps(POSITION)))


def test_missing_move_is_bad_input() -> None:
    assert_refused_as_bad_input(summy("check", "-", stdin=json.dumps(POSITION)))


def test_strict_refuses_tiles_that_cannot_come_from_one_set() -> None:
    lenient = summy("check", "-", "-3,0> 1+2(=)3", stdin=json.dumps({**POSITION, "stock": 90}))
    strict = summy("check", "-", "-3,0> 1+2(=)3", "--strict", stdin=json.dumps({**POSITION, "stock": 90}))
    assert lenient.code == 0
    assert_refused_as_bad_input(strict)
    assert "94" in strict.err
