"""Every case with a known answer that needs no engine: sums and equations, scores, sets, boards, draws, ends, overtime.

The kinds that need all plays of a position (`position`, `opening`, `bingo_puzzle`, `endgame_exact`, ...) belong to the
engine (tests/engine, tests/cli/test_endgame.py); `tournament_diff` is no rule of the game.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cases import cases, placed_legally
from summy.board import Board, Direction, Square
from summy.deal import opening_rank
from summy.examples import judge_line
from summy.move import Exchange, Pass, Placement, Play, parse_move
from summy.position import Position, position_from_json
from summy.referee import apply, judge, judge_play, outcome, overtime_penalty, place
from summy.rulesets import load_ruleset
from summy.tiles import Token

AMATH = load_ruleset("amath")
SUMS = cases("summy")


def of_kind(kind: str) -> list[dict[str, Any]]:
    found = [case for case in cases("amath") if case["kind"] == kind]
    assert found
    return found


@pytest.mark.parametrize("down", [False, True], ids=["across", "down"])
@pytest.mark.parametrize("case", SUMS, ids=[case["input"] for case in SUMS])
def test_sum(case: dict[str, Any], down: bool) -> None:
    """A whole line as if every tile were placed legally, along both directions."""
    position, move = placed_legally(case["input"], down=down)
    verdict = judge(position_from_json(position), parse_move(move))
    expected = case["expected"]
    assert verdict.legal == expected["legal"]
    if verdict.legal:
        assert (verdict.score, verdict.lines[0].text) == (expected["score"], case["input"])
    else:
        assert verdict.refusal is not None
        assert verdict.refusal.code == expected["code"]


@pytest.mark.parametrize("case", SUMS, ids=[case["input"] for case in SUMS])
def test_sum_as_an_example_line(case: dict[str, Any]) -> None:
    """The same answer where the rules in words show a line."""
    verdict = judge_line(load_ruleset("summy"), case["input"])
    assert (verdict.legal, verdict.score) == (case["expected"]["legal"], case["expected"].get("score", 0))


@pytest.mark.parametrize("rules", ["amath", "amath-70"])
@pytest.mark.parametrize("case", of_kind("equation"), ids=lambda case: case["input"])
def test_equation(case: dict[str, Any], rules: str) -> None:
    if rules == "amath-70" and re.search(r"\[1[789]\]", case["input"]):
        pytest.skip("there is no such tile in the small set")
    assert judge_line(load_ruleset(rules), case["input"]).legal == (case["expected"] == "valid")


@pytest.mark.parametrize("case", of_kind("line_score"), ids=lambda case: "".join(case["input"]["tiles"]))
def test_line_score(case: dict[str, Any]) -> None:
    """The tiles in a row of squares with these premiums; what lies there already gets none."""
    given = case["input"]
    premiums = tuple("" if cell == ".." else cell.rstrip("*") for cell in given["squares"])
    empty_row = ("",) * len(premiums)
    rows = (empty_row, premiums, empty_row)
    board = replace(AMATH.board, width=len(premiums), height=3, premium_rows=rows)
    rules = replace(AMATH, board=board, scoring=replace(AMATH.scoring, full_hand_bonus=0))
    tiles = list(enumerate(given["tiles"]))
    lying = {Square(x, 1): Token(tile, tile) for x, tile in tiles if given["already_on_board"][x]}
    placed = tuple(Placement(Square(x, 1), tile, tile) for x, tile in tiles if Square(x, 1) not in lying)
    hand = tuple(placement.tile for placement in placed)
    verdict = judge_play(Position(rules, Board(lying), (hand, 8), (0, 0)), Play(placed))
    assert verdict.legal, verdict.refusal
    assert verdict.score == case["expected"]


@pytest.mark.parametrize("case", of_kind("play_score"), ids=lambda case: case["expected"]["equation"])
def test_play_score(case: dict[str, Any]) -> None:
    placed = tuple(Placement(Square(x, y), tile, face) for y, x, tile, face in case["input"]["play"])
    board = Board({Square(2, 11): Token("=", "=")})
    position = Position(AMATH, board, (tuple(case["input"]["rack"]), 8), (0, 0))
    verdict = judge_play(position, Play(placed))
    expected = case["expected"]
    assert (verdict.legal, verdict.score) == (expected["legal"], expected["score"])
    assert [line.text.replace("[15]", "15") for line in verdict.lines] == [expected["equation"]]


@pytest.mark.parametrize("case", of_kind("tile_set"), ids=lambda case: case["input"])
def test_tile_set(case: dict[str, Any]) -> None:
    tiles = load_ruleset({"STANDARD_100": "amath", "PRIMARY_70": "amath-70"}[case["input"]]).tiles
    assert {name: [count, tiles.points[name]] for name, count in tiles.counts.items()} == case["expected"]
    assert case["input"].endswith(f"_{tiles.total}")


@pytest.mark.parametrize("rules", ["amath", "amath-70", "summy-draft"])
def test_premium_grid(rules: str) -> None:
    (case,) = of_kind("premium_grid")
    rows = [" ".join(cell or ".." for cell in row) for row in load_ruleset(rules).board.premium_rows]
    assert rows == [row.replace("3P*", "3P") for row in case["expected"]]


@pytest.mark.parametrize("case", of_kind("exchange"), ids=lambda case: str(case["input"]["bag"]))
def test_exchange(case: dict[str, Any]) -> None:
    position = Position(AMATH, Board(), (("1", "2"), 8), (0, 0), stock=case["input"]["bag"])
    assert judge(position, Exchange(("1",))).legal == (case["expected"] == "allowed")


@pytest.mark.parametrize("case", of_kind("first_player_draw"), ids=lambda case: "-".join(case["input"]["draw"]))
def test_first_player_draw(case: dict[str, Any]) -> None:
    first = max(case["input"]["draw"], key=opening_rank)
    assert case["expected"].startswith(f"{first} starts")


def test_game_end_by_going_out() -> None:
    case = next(case for case in of_kind("game_end") if "player_out" in case["input"])
    # 17 and 0 and + are worth 6 + 1 + ... : 8 points that the other side keeps.
    position = Position(AMATH, Board(), ((), ("17", "4")), (100, 100), stock=0)
    bonus = case["expected"]["bonus_to_player_out"]
    assert sum(AMATH.tiles.points[tile] for tile in ("17", "4")) == case["input"]["opponent_rack_points"]
    ended = outcome(position)
    assert ended is not None
    assert (ended.scores, ended.winner) == ((100 + bonus, 100), 0)


def test_game_end_by_passes() -> None:
    case = next(case for case in of_kind("game_end") if "passes_each" in case["input"])
    position = Position(AMATH, Board(), (("17", "4"), ("1", "?")), (100, 100), stock=20)
    for _ in range(2 * case["input"]["passes_each"]):
        assert outcome(position) is None
        position = apply(position, Pass())
    ended = outcome(position)
    assert ended is not None
    assert (ended.scores, ended.winner) == ((100 - 8, 100 - 1), 1)


@pytest.mark.parametrize("case", of_kind("time_penalty"), ids=lambda case: str(case["input"]["over_ms"]))
def test_time_penalty(case: dict[str, Any]) -> None:
    for rules in ("amath", "amath-70"):
        points, lost = overtime_penalty(case["input"]["over_ms"], load_ruleset(rules).clock)
        assert {"penalty": points, "forfeit": lost} == case["expected"]


def test_example_of_the_thai_rule_sheet_on_the_board() -> None:
    """7-7=6x0 with 3P under the first 7, 2P under = and 2E under x: (2x3 + 2 + 2 + 1x2 + 2 + 2 + 1) x 2 = 34."""
    rows = [[""] * 15 for _ in range(15)]
    rows[7][5], rows[7][8], rows[7][10] = "3P", "2P", "2E"
    plain = replace(AMATH, board=replace(AMATH.board, premium_rows=tuple(map(tuple, rows))))
    position = Position(plain, Board(), (("7", "-", "7", "=", "6", "x", "0"), 8), (0, 0))
    play = Play(tuple(Placement(Square(5, 7).moved(Direction.ACROSS, i), t, t) for i, t in enumerate("7-7=6x0")))
    assert judge_play(position, play).score == 34
    assert place(position, play).scores == (34, 0)
