"""Lines that use all of some tiles: the counts of exercise books."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from summy.engine.bingo import all_bingos, fits_pattern, opening, read_pattern
from summy.engine.movegen import generate
from summy.errors import FormatError
from summy.move import parse_move
from summy.referee import judge
from summy.rulesets import load_ruleset
from summy.tiles import sort_tiles

AMATH = load_ruleset("amath")
CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "cases/amath.json").read_text())


def of_kind(kind: str) -> list[dict[str, Any]]:
    """The known answers of one kind."""
    return [case for case in CASES if case["kind"] == kind]


@pytest.mark.parametrize("case", of_kind("bingo_puzzle"), ids=lambda case: "".join(case["input"]["rack"]))
def test_a_full_hand(case: dict[str, Any]) -> None:
    """Lines, best score and number of places on the opening board."""
    hand, expected = sort_tiles(case["input"]["rack"]), case["expected"]
    bingos = all_bingos(AMATH, hand)
    assert len(bingos) == expected["distinct_equations"]
    assert {example.replace(" ", "") for example in expected.get("examples", [])} <= {each.plain for each in bingos}
    plays = generate(opening(AMATH, hand))
    if "opening_best_score" in expected:
        assert max(plays.scores) == expected["opening_best_score"]
    if "opening_legal_placements" in expected:
        assert len(plays) == expected["opening_legal_placements"]


@pytest.mark.parametrize("case", of_kind("bingo_puzzle_9"), ids=lambda case: "".join(case["input"]["tiles"]))
def test_nine_tiles(case: dict[str, Any]) -> None:
    """A hand and one tile more."""
    bingos = all_bingos(AMATH, sort_tiles(case["input"]["tiles"]))
    assert len(bingos) == case["expected"]["distinct_equations"]


@pytest.mark.parametrize("target", ["0", "7", "11", "20", "+", "x", "="])
def test_a_target_tile(target: str) -> None:
    """All tiles of a hand and a given one."""
    (case,) = of_kind("target_drill")
    bingos = all_bingos(AMATH, sort_tiles([*case["input"]["rack"], target]))
    assert len(bingos) == case["expected"]["distinct_equations_per_target"][target]


def test_every_line_is_legal_and_scores_what_it_says() -> None:
    """The referee agrees with each best first play."""
    hand = sort_tiles(["5", "5", "+", "=", "=", "1", "0", "10"])
    position = opening(AMATH, hand)
    for bingo in all_bingos(AMATH, hand):
        verdict = judge(position, parse_move(bingo.play, AMATH))
        assert (verdict.legal, verdict.score, verdict.lines[0].text) == (True, bingo.points, bingo.faces)


def test_a_pattern_tells_lines_by_their_shape() -> None:
    """Digits are any digits; a tile with two digits counts as two."""
    bingos = all_bingos(AMATH, sort_tiles(["0", "1", "6", "9", "9", "13", "+", "="]))
    assert all(fits_pattern(bingo, read_pattern("12+34=567")) != bingo.plain.startswith("109=") for bingo in bingos)


def test_a_pattern_of_something_else_is_refused() -> None:
    """Letters are no faces."""
    with pytest.raises(FormatError):
        read_pattern("ab=c")
