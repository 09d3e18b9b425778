"""When a game is over, what is settled, who wins; the price of overtime."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy.move import Pass, parse_move
from summy.position import Position
from summy.position_text import format_position, parse_position
from summy.referee import (
    Overtime,
    accept,
    apply,
    ends_when_accepted,
    hand_points,
    judge,
    outcome,
    overtime_penalty,
    settlement,
    winner_by_score,
)
from summy.rulesets import load_ruleset
from wellformed import positions


def settled(text: str, left: frozenset[int] = frozenset()) -> tuple[int, ...] | None:
    return settlement(parse_position(text), left=left)


# ---------------------------------------------------------------------------------------------- Summy


@pytest.mark.parametrize("sides", [1, 2, 3, 4])
@pytest.mark.parametrize("over", [False, True])
def test_summy_ends_when_every_side_in_turn_made_no_sum(sides: int, over: bool) -> None:
    scoreless = sides if over else sides - 1
    zeros = " ".join(["0"] * sides)
    text = f"summy;=@0,0;;{' '.join(['12'] * sides)};{zeros};0;0;{scoreless};{' '.join(['#0'] * sides)};-"
    assert settled(text) == ((0,) * sides if over else None)


def test_turns_that_began_with_tiles_in_the_stock_do_not_count() -> None:
    """The discard that empties the stock does not count; the two turns after it end the game."""
    position = parse_position("summy;=@0,0;;12 34;7 5;0;1;0;#0 #0;-")
    position = apply(position, parse_move("discard 1"))
    assert (position.stock, position.scoreless) == (0, 0)
    position = apply(position, Pass())
    assert outcome(position) is None
    position = apply(position, Pass())
    ended = outcome(position)
    assert ended is not None
    assert (ended.scores, ended.winner, ended.reason) == ((7, 5), 0, "finished")


def test_a_sum_worth_nothing_begins_the_count_anew() -> None:
    position = parse_position("summy;0@1,0 =@0,0;;00- 34;7 5;0;0;1;#0 #0;-")
    assert apply(position, parse_move("-3,0> 0-0(=0)")).scoreless == 0


def test_nothing_is_deducted_in_summy_and_nothing_gained_by_going_out() -> None:
    assert settled("summy;=@0,0;;99 #0;7 5;0;0;2;#0 #0;-") == (0, 0)
    assert settled("summy;=@0,0;;99 #0;7 5;0;0;0;#0 #0;-") is None


# ---------------------------------------------------------------------------------------------- A-Math


def test_going_out_gains_twice_what_the_other_holds() -> None:
    assert settled("amath;=@H8;;#0 [17]4;100 90;1;0;0;#0 #0;-") == (16, 0)
    assert settled("amath;=@H8;;[17]4 #0;100 90;0;0;3;#0 #0;-") == (0, 16)


def test_going_out_needs_an_empty_bag() -> None:
    assert settled("amath;=@H8;;#0 [17]4;100 90;1;1;0;#0 #0;-") is None
    assert settled("amath;=@H8;;#0 [17]4;100 90;1;#;0;#0 #0;-") is None


@pytest.mark.parametrize("scoreless", [0, 5])
def test_five_scoreless_turns_are_not_enough(scoreless: int) -> None:
    assert settled(f"amath;=@H8;;[17]4 1?;100 90;0;50;{scoreless};#0 #0;-") is None


def test_six_scoreless_turns_cost_each_side_its_own_hand_once() -> None:
    assert settled("amath;=@H8;;[17]4 1?;100 90;0;50;6;#0 #0;-") == (-8, -1)
    assert settled("amath;=@H8;;[17]4 1?;100 90;0;0;6;#0 #0;-") == (-8, -1)


def test_passes_and_exchanges_count_and_a_play_does_not() -> None:
    position = parse_position("amath;=@H8;;[17]4 00;0 0;0;50;0;#0 #0;-")
    for text in ("pass", "exchange 0", "exchange #1", "pass", "exchange #1"):
        position = apply(position, parse_move(text))
    assert position.scoreless == 5
    hands = (position.hands[0], ("0", "0"))
    play = parse_move("G8> 0(=)0", position.ruleset)
    assert apply(replace(position, hands=hands), play).scoreless == 0


def test_points_of_a_hand() -> None:
    position = parse_position("amath;;;[10][19][20]+=[+/-][x/:]? #8;0 0;0;50;0;#0 #0;-")
    assert hand_points(position, 0) == 3 + 7 + 5 + 2 + 1 + 1 + 1 + 0
    assert hand_points(position, 1) == 0


# ---------------------------------------------------------------------------------------------- the draft


def test_the_draft_ends_when_the_bag_is_empty_and_one_side_is_out() -> None:
    assert settled("summy-draft;=@H8;;#0 12;30 40;1;0;0;#0 #0;-") == (0, 0)


def test_the_draft_ends_after_four_scoreless_turns() -> None:
    assert settled("summy-draft;=@H8;;12 34;30 40;0;20;3;#0 #0;-") is None
    assert settled("summy-draft;=@H8;;12 34;30 40;0;20;4;#0 #0;-") == (0, 0)


@pytest.mark.parametrize(
    ("stock", "can_play", "over"),
    [
        ("0", (False, False), True),
        ("0", (True, False), False),
        ("0", (False, True), False),
        ("1", (False, False), False),
        ("#", (False, False), False),
    ],
)
def test_the_draft_ends_when_the_stock_is_empty_and_no_side_has_a_play(
    stock: str, can_play: tuple[bool, bool], over: bool
) -> None:
    position = parse_position(f"summy-draft;=@H8;;12 34;30 40;1;{stock};0;#0 #0;-")
    asked = []

    def any_play(there: Position) -> bool:
        asked.append(there.to_move)
        return can_play[there.to_move]

    assert (outcome(position, any_play) is not None) == over
    assert (asked == []) == (stock != "0")
    assert outcome(position) is None
    refusal = judge(position, Pass(), any_play=any_play).refusal
    assert (refusal is not None and refusal.code == "game_over") == over


def test_plays_are_not_looked_for_where_a_hand_is_hidden() -> None:
    position = parse_position("summy-draft;=@H8;;12 #2;30 40;0;0;0;#0 #0;-")
    assert outcome(position, lambda there: False) is None


@pytest.mark.parametrize("rules", ["summy", "summy-127", "amath", "amath-70"])
def test_other_games_never_look_for_plays(rules: str) -> None:
    square = "0,0" if rules == "summy" else "H8"

    def never(there: Position) -> bool:
        raise AssertionError

    assert outcome(parse_position(f"{rules};=@{square};;12 34;0 0;0;0;0;#0 #0;-"), never) is None


# ---------------------------------------------------------------------------------------------- sides that left


def test_sides_that_left_are_not_waited_for() -> None:
    text = "summy;=@0,0;;12 #0 34;7 5 6;0;0;2;#0 #0 #0;-"
    assert settled(text) is None
    assert settled(text, frozenset({1})) == (0, 0, 0)


def test_the_empty_hand_of_a_side_that_left_is_not_going_out() -> None:
    rules = load_ruleset("summy")
    end = replace(rules.end, out=True, out_bonus=1)
    position = parse_position("summy;=@0,0;;12 #0 34;7 5 6;0;0;0;#0 #0 #0;-")
    position = replace(position, ruleset=replace(rules, end=end))
    assert settlement(position) == (0, 3 + 7, 0)
    assert settlement(position, left=frozenset({1})) is None


# ---------------------------------------------------------------------------------------------- who wins


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((7, 5), 0), ((5, 7), 1), ((5, 5), None), ((0, -3), 0), ((1, 7, 7), None), ((7, 1, 1, 7), None), ((1, 2, 3), 2),
     ((99,), None)],
)  # fmt: skip
def test_the_highest_score_wins_and_equal_ones_are_a_draw(scores: tuple[int, ...], winner: int | None) -> None:
    assert winner_by_score(scores) == winner


def test_the_settlement_decides_the_winner() -> None:
    ended = outcome(parse_position("amath;=@H8;;#0 [17]4;90 100;1;0;0;#0 #0;-"))
    assert ended is not None
    assert (ended.scores, ended.winner) == ((106, 100), 0)


# ---------------------------------------------------------------------------------------------- pending plays

OUT = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;#0 4;3 0;1;0;0;#0 #0;G8> 1=1/#0'


def test_a_pending_play_that_goes_out_is_accepted_before_the_settlement() -> None:
    position = parse_position(OUT)
    assert outcome(position) is None
    assert ends_when_accepted(position)
    ended = outcome(apply(position, Pass()))
    assert ended is not None
    assert ended.scores == (3 + 2 * 2, 0)


def test_accepting_a_play_begins_the_count_anew() -> None:
    position = replace(parse_position(OUT), scoreless=5, stock=9)
    assert accept(position) == replace(position, pending=None, scoreless=0)
    assert accept(accept(position)) == accept(position)
    assert not ends_when_accepted(position)


# ---------------------------------------------------------------------------------------------- universal rules


@given(positions)
def test_an_outcome_adds_the_settlement_to_the_scores(position: Position) -> None:
    changes, ended = settlement(position), outcome(position)
    assert (changes is None) == (ended is None)
    if changes is not None and ended is not None:
        assert ended.scores == tuple(score + change for score, change in zip(position.scores, changes, strict=True))
        assert ended.winner == winner_by_score(ended.scores)
        assert format_position(position).split(";")[-1] == "-"
        assert not judge(position, Pass()).legal


@given(positions)
def test_whether_a_game_is_over_does_not_depend_on_the_score(position: Position) -> None:
    assert settlement(position) == settlement(replace(position, scores=(0,) * position.sides))


# ---------------------------------------------------------------------------------------------- overtime


@pytest.mark.parametrize("rules", ["amath", "amath-70"])
@given(over_ms=st.integers(-1000, 400_000))
def test_each_started_minute_over_costs_ten_points_and_more_than_five_lose(rules: str, over_ms: int) -> None:
    points, lost = overtime_penalty(over_ms, load_ruleset(rules).clock)
    started = len([minute for minute in range(5) if over_ms > minute * 60_000])
    assert points == 10 * started
    assert lost == (over_ms > 5 * 60_000)


def test_without_a_price_running_over_loses() -> None:
    clock = load_ruleset("summy").clock
    assert overtime_penalty(0, clock) == Overtime(0, False)
    assert overtime_penalty(1, clock) == Overtime(0, True)
