"""`summy endgame`: the published end game with a known answer, proofs and bounds, JSON and words, bad input."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cases import cases
from command_line import assert_refused_as_bad_input, summy

CASES = [case for case in cases("amath") if case["kind"] == "endgame_exact"]
assert CASES


def position_of(case: dict[str, Any]) -> dict[str, Any]:
    """The case in the form of docs/formats.md; the side to move is side 1."""
    given = case["input"]
    mover, other = given["to_move"], "B" if given["to_move"] == "A" else "A"
    return {
        "rules": "amath",
        "board": [{"x": x, "y": y, "tile": tile, "face": face} for y, x, tile, face in given["board"]],
        "hands": [given[f"rack{mover}"], given[f"rack{other}"]],
        "scores": [given["scores"][mover], given["scores"][other]],
        "stock": given["bag"],
    }


def endgame(position: dict[str, Any], *options: str) -> Any:
    ran = summy("endgame", "-", "--json", *options, stdin=json.dumps(position))
    assert ran.err == ""
    assert ran.code == (0 if ran.json["proved"] else 1)
    return ran.json


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["source"][:40])
def test_published_end_game(case: dict[str, Any]) -> None:
    position, expected = position_of(case), case["expected"]
    scores = position["scores"]
    sign = 1 if case["input"]["to_move"] == "A" else -1
    for mover, name in enumerate("AB" if sign == 1 else "BA"):
        listed = summy("moves", "-", "--json", "--plays-only", stdin=json.dumps(position | {"to_move": mover})).json
        assert listed["count"] == expected[f"legal_placements_{name}"]
    found = endgame(position, "--lines", "20")
    assert (found["proved"], found["complete"]) == (True, True)
    assert sign * found["difference"] == expected["final_A_minus_B"]
    assert found["difference"] - (scores[0] - scores[1]) == expected["value_for_mover_rest_of_game"]


def test_published_first_moves() -> None:
    """The four plays that the source names, and passing first, which costs nothing against a side without a play."""
    found = endgame(position_of(CASES[0]), "--lines", "20")
    best = {line["text"] for line in found["lines"] if line["lower"] == found["difference"]}
    assert best == {"D10> (8)=8", "B4> (4)=(1)[x/:>x]4", "B4> (4)[x/:>x](1)=4", "B4> (4)[x/:>:](1)=4", "pass"}
    assert all(line["proved"] for line in found["lines"])
    assert [line["lower"] for line in found["lines"]] == sorted(
        (line["lower"] for line in found["lines"]), reverse=True
    )


def test_bounds_where_the_limits_end_the_search() -> None:
    found = endgame(position_of(CASES[0]), "--nodes", "3")
    assert (found["proved"], found["difference"]) == (False, None)
    assert found["nodes"] <= 4


def test_in_words() -> None:
    ran = summy("endgame", "-", stdin=json.dumps(position_of(CASES[0])))
    assert ran.code == 0
    assert ran.out.startswith("final difference +15, proved\n")
    assert " - " in ran.out
    ran = summy("endgame", "-", "--nodes", "3", stdin=json.dumps(position_of(CASES[0])))
    assert ran.code == 1
    assert "not proved" in ran.out


@pytest.mark.parametrize(
    "change",
    [{"stock": 5}, {"hands": [5, 4]}, {"hands": [["8"], 7]}, {"scoreless": 6}, {"hands": [["8"]], "scores": [1]}],
    ids=["stock", "no hand", "count", "over", "one side"],
)
def test_what_is_no_end_game(change: dict[str, Any]) -> None:
    position = position_of(CASES[0]) | change
    assert_refused_as_bad_input(summy("endgame", "-", stdin=json.dumps(position)))


def near(stock: int) -> dict[str, Any]:
    """The published position with some tiles moved from the second hand to the stock, that hand hidden."""
    position = position_of(CASES[0])
    return position | {"hands": [position["hands"][0], len(position["hands"][1]) - stock], "stock": stock}


def test_near_end_game() -> None:
    """Whatever the other side holds, it has no play, so the moves rank as in the end game."""
    found = endgame(near(1))
    assert (found["deals"], found["splits"], found["finished"], found["all_moves"]) == (4, 4, True, True)
    assert all(each["won"] + each["drawn"] + each["lost"] in (4, 0) or each["cut"] for each in found["candidates"])
    assert any(each["exact"] for each in found["candidates"])
    ran = summy("endgame", "-", "--lines", "2", stdin=json.dumps(near(1)))
    assert ran.out.startswith("4 deals")
    assert len(ran.out.splitlines()) == 3
