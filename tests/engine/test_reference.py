"""The slow reference itself: against hand-counted positions, figures of independent programs, and its own brute force.

What this does not show: that the reference agrees with the library (test_against_reference.py does).
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from strategies import ALL_RULES, Json, small_positions, start_position

EXAMPLE: Json = {
    "rules": "summy",
    "board": [
        {"x": -3, "y": 0, "tile": "1"},
        {"x": -2, "y": 0, "tile": "+"},
        {"x": -1, "y": 0, "tile": "2"},
        {"x": 0, "y": 0, "tile": "="},
        {"x": 1, "y": 0, "tile": "3"},
    ],
    "reserved": [[-4, 0], [2, 0]],
    "hands": [["0", "4", "5", "6", "8", "+", "x", "="]],
}


def texts(position: Json) -> list[str]:
    return [play["text"] for play in reference.plays(position)]


def test_example_of_the_formats_page_has_70_plays_the_best_worth_26() -> None:
    plays = reference.plays(EXAMPLE)
    assert len(plays) == 70
    assert (plays[0]["score"], plays[0]["text"]) == (26, "1,-1v 6(3)x8=504")


def test_first_plays_of_summy_counted_by_hand() -> None:
    assert texts(start_position("summy", ["1", "2", "3", "+"])) == [
        "-3,0> 1+2(=)3",
        "-3,0> 2+1(=)3",
        "0,-3v 1+2(=)3",
        "0,-3v 2+1(=)3",
    ]
    assert texts(start_position("summy-127", ["7", "6", "1", "-"])) == [
        "J13> 7-1(=)6",
        "J13> 7-6(=)1",
        "M10v 7-1(=)6",
        "M10v 7-6(=)1",
    ]


def test_a_closed_square_stops_a_line() -> None:
    position = start_position("summy", ["1", "2", "3", "+"])
    assert texts({**position, "reserved": [[1, 0], [0, -4]]}) == ["0,-3v 1+2(=)3", "0,-3v 2+1(=)3"]
    assert texts({**position, "reserved": [[0, -1], [-3, 0]]}) == []


def test_a_lone_tile_that_completes_two_sums_is_two_plays_in_summy() -> None:
    board = [{"x": x, "y": 0, "tile": tile} for x, tile in ((-3, "1"), (-2, "+"), (-1, "2"), (0, "="))]
    board += [{"x": 1, "y": y, "tile": tile} for y, tile in ((-4, "5"), (-3, "-"), (-2, "2"), (-1, "="))]
    position = {**start_position("summy", ["3"]), "board": board}
    assert texts(position) == ["1,-4v (5-2=)3", "-3,0> (1+2=)3"]


def test_a_lone_tile_that_completes_two_lines_is_one_play_in_crossword_placement() -> None:
    board = [{"x": x, "y": 7, "tile": tile} for x, tile in ((4, "1"), (5, "+"), (6, "2"), (7, "="))]
    board += [{"x": 8, "y": y, "tile": tile} for y, tile in ((3, "5"), (4, "-"), (5, "2"), (6, "="))]
    (play,) = reference.plays({**start_position("amath", ["3"]), "board": board})
    assert play["text"] == "E8> (1+2=)3"
    assert play["equations"] == ["1+2=3", "5-2=3"]
    assert play["score"] == (1 + 2 + 1 + 1 + 1) + (2 + 2 + 1 + 1 + 1)


def test_opening_plays_of_amath_counted_by_hand() -> None:
    # Only "1=1", starting at F8, G8, H8 and the same down; the centre triples the tile on it.
    plays = reference.plays(start_position("amath", ["1", "1", "="]))
    assert sorted(play["text"] for play in plays) == [
        "F8> 1=1",
        "G8> 1=1",
        "H6v 1=1",
        "H7v 1=1",
        "H8> 1=1",
        "H8v 1=1",
    ]
    assert {play["score"] for play in plays} == {1 + 1 + 3}


def test_blanks_and_choice_tiles_are_told_apart() -> None:
    plays = reference.plays(start_position("amath", ["?", "2", "="]))
    assert {play["text"][4:] for play in plays} == {"2=[?>2]", "[?>2]=2"}
    # The 2 and the = are worth a point each, the blank none; the centre triples one of the three.
    assert {play["score"] for play in plays} == {1 + 1 + 0, 3 + 1 + 0}


def test_more_sides_and_a_sign() -> None:
    plays = reference.plays(start_position("amath", ["1", "1", "1", "=", "="]))
    assert "H8> 1=1=1" in {play["text"] for play in plays}
    plays = reference.plays(start_position("amath", ["1", "1", "-", "-", "="]))
    assert {play["equations"][0] for play in plays} == {"1=1", "-1=-1"}


def test_draft_scores_tiles_and_result() -> None:
    plays = reference.plays(start_position("summy-draft", ["4", "4", "="]))
    # One point a tile, the one on the centre three, and the result 4.
    assert {play["score"] for play in plays} == {1 + 1 + 3 + 4}


@pytest.mark.parametrize(
    ("hand", "count", "best"),
    [
        # Counts of two independent generators for exercises of a Thai book (tests/cases/amath.json, bingo_puzzle).
        (["2", "3", "4", "6", "6", "9", "+", "="], 398, 97),
        (["0", "1", "2", "4", "6", "8", "+", "="], 624, 94),
    ],
)
def test_opening_counts_of_independent_programs(hand: list[str], count: int, best: int) -> None:
    plays = reference.plays(start_position("amath", hand))
    assert (len(plays), plays[0]["score"]) == (count, best)


@pytest.mark.parametrize("rules", ALL_RULES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_walking_finds_what_trying_everything_finds(rules: str, data: st.DataObject) -> None:
    most = 4 if rules in ("summy", "summy-127", "summy-draft") else 3
    table = reference.read_position(data.draw(small_positions(rules, most=most, blanks=0)))
    assert reference.walked_plays(table) == reference.every_play(table)


@pytest.mark.parametrize("rules", ["amath", "amath-70"])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_walking_finds_what_trying_everything_finds_with_a_blank(rules: str, data: st.DataObject) -> None:
    position = data.draw(small_positions(rules, most=1, blanks=0))
    table = reference.read_position(position)
    table = table._replace(hand=("?", *table.hand))
    assert reference.walked_plays(table) == reference.every_play(table)


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        ("summy", ["1", "2", "3", "+", "4"]),
        ("summy-127", ["6", "6", "0", "-"]),
        ("amath", ["1", "1", "=", "-"]),
        ("amath-70", ["2", "2", "=", "+/-"]),
        ("summy-draft", ["4", "4", "=", "+"]),
    ],
)
def test_walking_finds_what_trying_everything_finds_at_the_start(rules: str, hand: list[str]) -> None:
    table = reference.read_position(start_position(rules, hand))
    plays = reference.walked_plays(table)
    assert len(plays) >= 4
    assert plays == reference.every_play(table)


def test_perft_counted_by_hand() -> None:
    position = start_position("summy", ["1", "2", "3", "+"])
    first, second = reference.perft(position, 2)
    assert (first["plays"], first["scores"], first["tiles"]) == (4, 24, 16)
    assert second == {"plays": 0, "scores": 0, "tiles": 0, "checksum": 0}


def test_discards_are_multisets() -> None:
    assert reference.discards(("1", "1", "=")) == {("1",), ("=",), ("1", "1"), ("1", "="), ("1", "1", "=")}
