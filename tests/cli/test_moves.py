"""`summy moves`: the listing of docs/formats.md, order, cuts, ends, other rulesets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from command_line import assert_refused_as_bad_input, summy
from damage import GOOD, GOOD_TEXT
from summy import judge, move_from_json, parse_move, parse_position

ALL = summy("moves", "-", "--json", stdin=json.dumps(GOOD)).json


def moves(position: Any, *options: str) -> Any:
    ran = summy("moves", "-", "--json", *options, stdin=json.dumps(position))
    assert (ran.code, ran.err) == (0, "")
    return ran.json


def test_example_of_the_guide() -> None:
    listed = moves(GOOD, "--plays-only")
    assert listed["count"] == len(listed["moves"]) == 70
    assert listed["moves"][0] == {
        "kind": "play",
        "direction": "down",
        "tiles": [
            {"x": 1, "y": -1, "tile": "6"},
            {"x": 1, "y": 1, "tile": "x"},
            {"x": 1, "y": 2, "tile": "8"},
            {"x": 1, "y": 3, "tile": "="},
            {"x": 1, "y": 4, "tile": "5"},
            {"x": 1, "y": 5, "tile": "0"},
            {"x": 1, "y": 6, "tile": "4"},
        ],
        "equations": ["63x8=504"],
        "score": 26,
        "text": "1,-1v 6(3)x8=504",
    }


def test_best_score_first_then_code_points_of_the_text() -> None:
    keys = [(-entry["score"], entry["text"]) for entry in ALL["moves"]]
    assert keys == sorted(keys)


def test_every_multiset_of_the_hand_can_be_discarded_once() -> None:
    discards = [tuple(entry["tiles"]) for entry in ALL["moves"] if entry["kind"] == "discard"]
    assert len(discards) == len(set(discards)) == 2**8 - 1
    assert ALL["count"] == 70 + 255


def test_every_entry_is_legal_and_says_the_same_twice() -> None:
    position = parse_position(GOOD_TEXT)
    for entry in ALL["moves"]:
        move = parse_move(entry["text"], position.ruleset)
        assert move_from_json(entry, position.ruleset) == move
        verdict = judge(position, move)
        assert (verdict.legal, verdict.score) == (True, entry["score"])
        assert [line.text for line in verdict.lines] == entry.get("equations", [])


@pytest.mark.parametrize("best", [1, 7, 69, 70, 71, 200, 1000])
def test_best_n_is_the_beginning_of_the_whole_list(best: int) -> None:
    listed = moves(GOOD, "--best", str(best))
    assert "count" not in listed
    assert listed["moves"] == ALL["moves"][:best]


def test_text_form_gives_the_same_moves() -> None:
    assert summy("moves", "-", "--json", stdin=GOOD_TEXT).json == ALL


def test_no_legal_move_is_an_empty_list() -> None:
    position = {"rules": "summy", "board": [{"x": 0, "y": 0, "tile": "="}], "hands": [["1"]], "stock": 0}
    assert moves(position, "--plays-only") == {"count": 0, "moves": []}
    assert summy("moves", "-", "--plays-only", stdin=json.dumps(position)).out == "no legal move\n"


def test_pass_is_listed_where_it_is_legal_only() -> None:
    kinds = {entry["kind"] for entry in ALL["moves"]}
    assert kinds == {"play", "discard"}
    late = moves({**GOOD, "stock": 0})
    assert late["moves"][-1] == {"kind": "pass", "score": 0, "text": "pass"}
    assert {entry["kind"] for entry in late["moves"]} == {"play", "pass"}


def test_unknown_stock_lists_discards_and_no_pass() -> None:
    unknown = moves({key: value for key, value in GOOD.items() if key != "stock"})
    assert unknown == ALL


def test_one_tile_that_completes_two_lines_is_two_moves() -> None:
    """The 4 at (0,0) completes 2+2=4 across and 1x4=4 down."""
    across = [{"x": x - 4, "y": 0, "tile": tile} for x, tile in enumerate("2+2=")]
    down = [{"x": 0, "y": y - 4, "tile": tile} for y, tile in enumerate("1x4=")]
    listed = moves({"rules": "summy", "board": across + down, "hands": [["4"]]}, "--plays-only")
    assert [(entry["direction"], entry["text"]) for entry in listed["moves"]] == [
        ("down", "0,-4v (1x4=)4"),
        ("across", "-4,0> (2+2=)4"),
    ]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hands": [8, ["1"]]}, "hands[0]"),
        ({"hands": [None]}, "hands[0]"),
        ({"scoreless": 2, "stock": 0}, "over"),
    ],
)
def test_nothing_can_be_listed(change: dict[str, Any], named: str) -> None:
    ran = summy("moves", "-", stdin=json.dumps({**GOOD, "discarded": [], "scores": [], **change}))
    assert_refused_as_bad_input(ran)
    assert named in ran.err


def test_bounded_board_writes_squares_with_letters() -> None:
    position = {"rules": "summy-127", "board": [{"x": 12, "y": 12, "tile": "="}], "hands": [["1", "2", "3", "+"]]}
    texts = [entry["text"] for entry in moves(position, "--plays-only")["moves"]]
    assert texts == ["J13> 1+2(=)3", "J13> 2+1(=)3", "M10v 1+2(=)3", "M10v 2+1(=)3"]


def test_hand_of_twelve_tiles() -> None:
    position = {"rules": "summy", "board": [{"x": 0, "y": 0, "tile": "="}], "hands": [["1", "2", "3", *"+++++++++"]]}
    texts = [entry["text"] for entry in moves(position, "--plays-only")["moves"]]
    assert texts == ["-3,0> 1+2(=)3", "-3,0> 2+1(=)3", "0,-3v 1+2(=)3", "0,-3v 2+1(=)3"]
