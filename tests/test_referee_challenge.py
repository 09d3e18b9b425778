"""Challenges: a play waits, is accepted or taken back; what was given is what is taken."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

import wellformed
from summy.deal import Deal
from summy.move import Challenge, Move, Pass, Play, parse_move
from summy.position import Hand, Position
from summy.position_text import format_position, parse_position
from summy.referee import accept, apply, challenge_succeeds, judge, settlement, untrue_line, withdraw
from wellformed import CHALLENGED, Dice, grown

START = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;023456-- 0123456=;3 0;0;<789+7;2;#0 #0;-'


def after(position: Position, *moves: str) -> Position:
    for text in moves:
        move = parse_move(text, position.ruleset)
        verdict = judge(position, move)
        assert verdict.legal, verdict.refusal
        position = apply(position, move)
    return position


def test_a_play_waits_with_its_points_counted_and_its_tiles_drawn() -> None:
    position = after(parse_position(START), "G8> (1=1)-0")
    assert format_position(position) == (
        'amath{"challenge":"challenge"};1@G8 =@H8 1@I8 -@J8 0@K8;;2345678- 0123456=;9 0;1;<9+7;2;#0 #0;G8> (1=1)-0/78'
    )


def test_an_untrue_play_waits_too() -> None:
    position = after(parse_position(START), "G8> (1=1)2")
    assert position.pending is not None
    refusal = untrue_line(position, position.pending.move)
    assert refusal is not None
    assert refusal.message() == "across: 1 is not 12"
    assert challenge_succeeds(position)


@pytest.mark.parametrize("answer", ["pass", "exchange 0", "G8v (1)=[?>1]"])
def test_a_play_stands_once_the_other_side_does_something_else(answer: str) -> None:
    text = START.replace("0123456=", "012345=?").replace(";<789+7;", ";<789+7000;")
    position = after(parse_position(text), "G8> (1=1)2", answer)
    still = position.pending
    assert still is None or still.move.squares[0] == (6, 8)
    assert position.board.get(parse_move("J8> 2").tiles[0].square) is not None  # type: ignore[union-attr]
    assert position.scoreless == (0 if still else 1)


def test_a_challenge_that_succeeds_takes_the_play_back() -> None:
    """Tiles to the hand, drawn ones to the stock, points gone, a scoreless turn; the challenger is to move."""
    before = parse_position(START)
    waiting = after(before, "G8> (1=1)2")
    assert waiting.scores == (3 + 1 + 1 + 1 + 1, 0)
    back = after(waiting, "challenge")
    assert format_position(back) == START.replace(";3 0;0;<789+7;2;", ";3 0;1;<89+77;3;")


def test_a_challenge_that_fails_loses_the_turn() -> None:
    waiting = after(parse_position(START), "G8> (1=1)-0")
    position = after(waiting, "challenge")
    assert (position.to_move, position.scoreless, position.pending) == (0, 1, None)
    assert (position.board, position.scores, position.hands) == (waiting.board, waiting.scores, waiting.hands)


def test_a_turn_taken_back_counts_on_from_the_turns_before_it() -> None:
    """The count goes on as if the play had been a pass; a play that stands begins it anew."""
    position = after(parse_position(START.replace(";2;", ";4;")), "G8> (1=1)2", "challenge")
    assert position.scoreless == 5
    assert settlement(after(position, "pass")) is not None
    assert accept(after(parse_position(START), "G8> (1=1)2")).scoreless == 0


def test_there_is_nothing_to_challenge_twice() -> None:
    position = after(parse_position(START), "G8> (1=1)2", "challenge")
    assert not judge(position, Challenge()).legal


def test_a_tile_that_forms_no_line_is_no_play_that_could_be_challenged() -> None:
    position = parse_position('amath{"challenge":"challenge"};;;1 2;0 0;0;9;0;#0 #0;-')
    refusal = judge(position, parse_move("H8> 1", position.ruleset)).refusal
    assert refusal is not None
    assert refusal.message() == "The tile at H8 forms no line with another tile."


def test_the_opening_play_taken_back_leaves_the_board_empty_and_the_centre_to_cover() -> None:
    position = parse_position('amath{"challenge":"challenge"};;;12= 34=;0 0;0;9;0;#0 #0;-')
    back = after(position, "H8> 1=2", "challenge")
    assert len(back.board) == 0
    refusal = judge(back, parse_move("A1> 3=4", back.ruleset)).refusal
    assert refusal is not None
    assert refusal.code == "opening_must_cover_centre"


def test_a_challenge_after_going_out_with_an_empty_bag_comes_before_the_settlement() -> None:
    position = parse_position('amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;2 [17];3 0;0;0;0;#0 #0;-')
    out = after(position, "G8> (1=1)2")
    assert settlement(out) is None
    for text in ("pass", "challenge"):
        assert judge(out, parse_move(text)).legal
    back = after(out, "challenge")
    assert (back.hands, back.scores, back.to_move, back.scoreless) == ((("2",), ("17",)), (3, 0), 1, 1)
    assert settlement(back) is None
    accepted = after(out, "pass")
    assert settlement(accepted) == (12, 0)


def test_a_true_play_that_goes_out_ends_the_game_when_it_is_challenged() -> None:
    position = parse_position('amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;-0 [17];3 0;0;0;0;#0 #0;-')
    assert settlement(after(position, "G8> (1=1)-0", "challenge")) == (12, 0)


@pytest.mark.parametrize("rule", ["always", "never"])
def test_a_play_that_goes_out_may_be_accepted_whatever_the_rule_for_passing(rule: str) -> None:
    options = {"always": '{"challenge":"challenge"}', "never": '{"challenge":"challenge","pass":"never"}'}[rule]
    out = after(parse_position(f"amath{options};1@G8 =@H8 1@I8;;2 [17];3 0;0;0;0;#0 #0;-"), "G8> (1=1)2")
    assert judge(out, Pass()).legal
    waiting = after(parse_position(f"amath{options};1@G8 =@H8 1@I8;;23 [17];3 0;0;0;0;#0 #0;-"), "G8> (1=1)2")
    assert judge(waiting, Pass()).legal == (rule == "always")


@pytest.mark.parametrize("sides", [1, 3])
def test_plays_are_judged_at_once_where_not_two_sides_play(sides: int) -> None:
    """Such a position can be written down, though no game of this kind leads to it."""
    hands, zeros, none = " ".join(["2-0"] * sides), " ".join(["0"] * sides), " ".join(["#0"] * sides)
    position = parse_position(f'amath{{"challenge":"challenge"}};1@G8 =@H8 1@I8;;{hands};{zeros};0;70;0;{none};-')
    refusal = judge(position, parse_move("G8> (1=1)2", position.ruleset)).refusal
    assert refusal is not None
    assert refusal.message() == "across: 1 is not 12"
    assert after(position, "G8> (1=1)-0").pending is None


# ---------------------------------------------------------------------------------------------- hidden hands


@pytest.mark.parametrize(
    ("hand", "stock", "hand_back", "stock_back"),
    [
        ("#8", "70", "#8", "70"),
        ("#8", "1", "#8", "1"),
        ("#1", "0", "2", "0"),  # of a hand that is out, the tile that comes back is known
        ("#", "#", "#", "#"),
        ("#8", "#", "#8", "#"),
    ],
)
def test_a_play_of_a_hidden_hand_is_taken_back_by_its_counts(
    hand: str, stock: str, hand_back: str, stock_back: str
) -> None:
    position = parse_position(f'amath{{"challenge":"challenge"}};1@G8 =@H8 1@I8;;{hand} #8;3 5;0;{stock};0;#0 #0;-')
    back = after(position, "G8> (1=1)2", "challenge")
    fields = format_position(back).split(";")
    assert (fields[3], fields[4], fields[6]) == (f"{hand_back} #8", "3 5", stock_back)


def test_a_known_hand_with_hidden_draws_is_counted() -> None:
    text = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8 2@J8;;0134567[12] #8;7 5;1;70;0;#0 #0;G8> (1=1)2/#1'
    fields = format_position(apply(parse_position(text), Challenge())).split(";")
    assert (fields[3], fields[4], fields[6]) == ("#8 #8", "3 5", "71")


# ---------------------------------------------------------------------------------------------- universal rules


def waiting_position(dice: Dice) -> tuple[Position, Position, Move]:
    """A position of a game with challenges, fully known or hidden, and the one after some possible play."""
    while True:
        position = wellformed.position(dice, CHALLENGED)
        if position.sides != 2 or position.pending is not None or len(position.board) == 0:
            continue
        for _ in range(30):
            move = wellformed.move_in(dice, position)
            if isinstance(move, Play) and judge(position, move).legal:
                return position, apply(position, move), move


@settings(max_examples=60)
@given(grown(waiting_position))
def test_a_play_taken_back_restores_the_position(given: tuple[Position, Position, Move]) -> None:
    """All but the order of the stock, the count of scoreless turns and whose turn it is: also the score, exactly."""
    before, waiting, _ = given
    side = before.to_move
    back = withdraw(waiting)
    assert back.board == before.board
    assert back.scores == before.scores
    assert back.to_move == 1 - side
    assert back.discarded == before.discarded
    assert (back.pending, back.scoreless) == (None, before.scoreless + 1)
    assert _counts(back) == _counts(before)
    for one, other in zip(back.hands, before.hands, strict=True):
        if isinstance(one, tuple) and isinstance(other, tuple):
            assert one == other
    if isinstance(back.stock, tuple) and isinstance(before.stock, tuple):
        assert Counter(back.stock) == Counter(before.stock)


def _counts(position: Position) -> list[int | None]:
    """Sizes of hands and stock, unknown where an unknown hand drew from it."""
    unknown = any(hand is None for hand in position.hands)
    parts: list[Hand] = [*position.hands, None if unknown else position.stock]
    return [len(part) if isinstance(part, tuple) else part for part in parts]


@settings(max_examples=60)
@given(grown(waiting_position))
def test_a_challenge_succeeds_exactly_when_a_line_is_untrue(given: tuple[Position, Position, Move]) -> None:
    before, waiting, move = given
    judged_at_once = judge(_without_challenges(before), move)
    assert challenge_succeeds(waiting) == (not judged_at_once.legal)
    assert waiting.scores[before.to_move] - before.scores[before.to_move] == judge(before, move).score
    if judged_at_once.legal:
        assert judged_at_once.score == judge(before, move).score


def _without_challenges(position: Position) -> Position:
    text = format_position(position).replace('{"challenge":"challenge"}', "", 1)
    return parse_position(text)


def test_tiles_that_go_back_are_shuffled_by_the_deal() -> None:
    deal = Deal(CHALLENGED, bytes(32), 2)
    position = parse_position(START)
    waiting = apply(position, parse_move("G8> (1=1)2", position.ruleset), deal)
    back = apply(waiting, Challenge(), deal, returns=4)
    assert back.stock == deal.reshuffled(("8", "9", "+", "7"), ("7",), 5)


def test_taking_back_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no play is pending"):
        withdraw(parse_position(START))


def test_nothing_is_shuffled_where_nothing_was_drawn() -> None:
    text = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8 2@J8;;#3 #8;7 5;1;<98;0;#0 #0;G8> (1=1)2/#0'
    deal = Deal(CHALLENGED, bytes(32), 2)
    assert withdraw(parse_position(text), deal).stock == ("9", "8")
