"""The position after a turn: tiles laid, scored and drawn; no tile lost, none made, nothing else changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

import wellformed
from summy.move import Challenge, Discard, Exchange, Move, Pass, Play, Resign, parse_move
from summy.position import Hand, Position, Stock
from summy.position_text import format_position, parse_position
from summy.referee import apply, draw, end_turn, judge, place
from wellformed import Dice, grown, positions_and_moves


def after(position: str, move: str) -> str:
    """The text of the position after a move."""
    at = parse_position(position)
    return format_position(apply(at, parse_move(move, at.ruleset)))


# ---------------------------------------------------------------------------------------------- a whole turn


def test_a_play_is_laid_scored_and_followed_by_a_draw_from_the_top() -> None:
    assert after("summy;=@0,0;;123+ 45;0 5;0;<987654;1;#0 #0;-", "-3,0> 1+2(=)3") == (
        "summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;456789 45;6 5;1;<;0;#0 #0;-"
    )


def test_the_second_side_draws_from_the_bottom() -> None:
    assert after("summy;=@0,0;;45 123+0000;0 5;1;<987654;0;#0 #0;-", "discard 0 0").endswith(
        ";45 001234" + "5+;0 5;0;<9876;0;#0 00;-"
    )


@pytest.mark.parametrize(
    ("side", "drawn", "left"), [(0, "98", "7654"), (1, "45", "9876"), (2, "98", "7654"), (3, "45", "9876")]
)
def test_sides_one_and_three_draw_from_the_top_two_and_four_from_the_bottom(side: int, drawn: str, left: str) -> None:
    hands = ["000000"] * 4
    position = parse_position(f"summy;=@0,0;;{' '.join(hands)};0 0 0 0;0;<987654;0;#0 #0 #0 #0;-")
    names, position = draw(position, side)
    assert "".join(names) == drawn  # type: ignore[arg-type]
    assert "".join(position.stock) == left  # type: ignore[arg-type]


def test_a_hand_is_refilled_to_its_size_as_far_as_the_stock_reaches() -> None:
    assert after("summy;=@0,0;;123+ 45;0 5;0;<98;0;#0 #0;-", "-3,0> 1+2(=)3").split(";")[3] == "89 45"
    assert after("summy;=@0,0;;0123456789+ 45;0 0;0;<98;0;#0 #0;-", "discard 0").split(";")[3] == "123456789+ 45"
    assert after("summy-draft;=@H8;;1234= 45;0 0;0;<98;0;#0 #0;-", "exchange 1").split(";")[3] == "2349= 45"


def test_discarded_tiles_leave_the_game() -> None:
    assert after("summy;=@0,0;;012 45;0 5;0;<9;0;3 4;-", "discard 0 2") == ("summy;=@0,0;;19 45;0 5;1;<;0;023 4;-")


def test_exchanged_tiles_go_back_after_new_ones_are_drawn() -> None:
    """Without a deal they go to the bottom, in canonical order."""
    assert after("amath;=@H8;;012=+-[20]? #8;0 0;0;<98765;0;#0 #0;-", "exchange = 0") == (
        "amath;=@H8;;1289[20]+-? #8;0 0;1;<7650=;1;#0 #0;-"
    )


@pytest.mark.parametrize(
    ("position", "move", "scoreless"),
    [
        ("summy;=@0,0;;12 #8;0 0;0;0;1;#0 #0;-", "pass", 2),
        ("summy;=@0,0;;12 #8;0 0;0;1;0;#0 #0;-", "discard 1", 0),
        ("summy;=@0,0;;12 #8;0 0;0;5;0;#0 #0;-", "discard 1", 0),
        ("summy;0@1,0 =@0,0;;00- #8;0 0;0;0;1;#0 #0;-", "-3,0> 0-0(=0)", 0),
        ("amath;=@H8;;12 #8;0 0;0;84;4;#0 #0;-", "pass", 5),
        ("amath;=@H8;;12 #8;0 0;0;84;4;#0 #0;-", "exchange 1", 5),
        ("amath;=@H8;;00 #8;0 0;0;84;4;#0 #0;-", "G8> 0(=)0", 0),
        ("summy-draft;=@H8;;12 #5;0 0;0;84;2;#0 #0;-", "exchange 1", 3),
    ],
)  # fmt: skip
def test_turns_without_a_play_are_counted_and_a_play_begins_anew(position: str, move: str, scoreless: int) -> None:
    """In Summy a turn counts if it began with an empty stock: the discard that empties it does not."""
    assert after(position, move).split(";")[7] == str(scoreless)


def test_the_turn_goes_round() -> None:
    position = parse_position("summy;=@0,0;;1 1 1;0 0 0;0;0;0;#0 #0 #0;-")
    order = []
    for _ in range(4):
        order.append(position.to_move)
        position = apply(position, Pass())
    assert order == [0, 1, 2, 0]


def test_a_lone_player_is_always_to_move() -> None:
    assert apply(parse_position("summy;=@0,0;;1;0;0;<2;0;#0;-"), parse_move("discard 1")).to_move == 0


# ---------------------------------------------------------------------------------------------- placing only


def test_placing_does_not_refill_and_the_same_side_moves_again() -> None:
    position = parse_position("summy;=@0,0;;1234+ 45;1 5;0;<987654;1;#0 #0;-")
    play = parse_move("-3,0> 1+2(=)3", position.ruleset)
    assert isinstance(play, Play)
    assert format_position(place(position, play)) == (
        "summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;4 45;7 5;0;<987654;0;#0 #0;-"
    )


@pytest.mark.parametrize("move", ["-3,0> 1+2(=)4", "5,5> 1"])
def test_an_illegal_play_is_neither_placed_nor_applied(move: str) -> None:
    position = parse_position("summy;=@0,0;;1234+ 45;1 5;0;<987654;1;#0 #0;-")
    play = parse_move(move, position.ruleset)
    assert isinstance(play, Play)
    for do in (place, apply):
        with pytest.raises(ValueError, match=r"not 4|Use at least one"):
            do(position, play)


def test_resigning_and_challenging_nothing_lead_to_no_position() -> None:
    position = parse_position("amath;=@H8;;1 2;0 0;0;9;0;#0 #0;-")
    for move in (Resign(), Challenge()):
        with pytest.raises(ValueError, match=r"resigning ends the game|no play is pending"):
            apply(position, move)


# ---------------------------------------------------------------------------------------------- hidden parts


@pytest.mark.parametrize(
    ("hand", "stock", "drawn", "hand_after", "stock_after"),
    [
        ("#6", "<9876", 2, "#8", "2"),
        ("#6", "3", 2, "#8", "1"),
        ("#6", "1", 1, "#7", "0"),
        ("#6", "0", (), "#6", "0"),
        ("#6", "#", 2, "#8", "#"),
        ("#", "3", (), "#", "#"),
        ("#", "<987", (), "#", "#"),
        ("#", "<", (), "#", "<"),
        ("#", "0", (), "#", "0"),
        ("#", "#", (), "#", "#"),
        ("123456", "3", 2, "#8", "1"),
        ("123456", "0", (), "123456", "0"),
        ("123456", "#", 2, "#8", "#"),
        ("123456", "<", (), "123456", "<"),
        ("123456", "<987", ("9", "8"), "12345689", "<7"),
        ("0123456789+", "<987", (), "0123456789+", "<987"),
        ("#11", "<987", (), "#11", "<987"),
    ],
)
def test_what_is_drawn_is_known_counted_or_unknown(
    hand: str, stock: str, drawn: tuple[str, ...] | int, hand_after: str, stock_after: str
) -> None:
    """How much an unknown hand draws is not known; from an unknown stock a hand is taken to be filled."""
    names, there = draw(parse_position(f"summy;=@0,0;;{hand} #8;0 0;0;{stock};0;#0 #0;-"), 0)
    fields = format_position(there).split(";")
    assert (names or (), fields[3], fields[6]) == (drawn, f"{hand_after} #8", stock_after)


def test_a_hidden_discard_is_counted() -> None:
    fields = after("summy;=@0,0;;#8 45;0 5;0;70;0;#3 4;-", "discard #3").split(";")
    assert (fields[3], fields[6], fields[8]) == ("#8 45", "67", "#6 4")


def test_a_hidden_exchange_is_counted() -> None:
    fields = after("amath;=@H8;;#8 45;0 5;0;70;0;#0 #0;-", "exchange #3").split(";")
    assert (fields[3], fields[6]) == ("#8 45", "70")


# ---------------------------------------------------------------------------------------------- universal rules


def tiles_of(position: Position) -> Counter[str]:
    """Every tile of a position of which every part is known."""
    parts: list[Hand | Stock] = [*position.hands, *position.discarded, position.stock]
    assert all(isinstance(part, tuple) for part in parts)
    laid = Counter(token.tile for token in position.board.tokens.values())
    return laid + Counter(tile for part in parts if isinstance(part, tuple) for tile in part)


def open_position_and_move(dice: Dice) -> tuple[Position, Move]:
    """A position of which every tile is known, and a move for it."""
    position = wellformed.position(dice)
    rules = position.ruleset

    def known(hand: Hand) -> Hand:
        return hand if isinstance(hand, tuple) else wellformed.tile_names(dice, rules)

    stock = position.stock if isinstance(position.stock, tuple) else wellformed.tile_names(dice, rules, 30)
    position = replace(
        position,
        hands=tuple(known(hand) for hand in position.hands),
        discarded=tuple(known(hand) for hand in position.discarded),
        stock=stock,
        scoreless=0,
        pending=None,
    )
    return position, wellformed.move_in(dice, position)


@given(grown(open_position_and_move))
def test_no_tile_is_lost_and_none_is_made(given: tuple[Position, Move]) -> None:
    position, move = given
    if judge(position, move).legal and not isinstance(move, Resign):
        hidden = isinstance(move, Discard | Exchange) and not move.tiles
        if not hidden:
            assert tiles_of(apply(position, move)) == tiles_of(position)


@given(positions_and_moves)
def test_a_turn_changes_only_what_it_should(given: tuple[Position, Move]) -> None:
    position, move = given
    verdict = judge(position, move)
    if not verdict.legal or isinstance(move, Resign | Challenge):
        return
    before = format_position(position)
    there = apply(position, move)
    side, others = position.to_move, [side for side in range(position.sides) if side != position.to_move]
    assert format_position(position) == before
    assert there.to_move == (side + 1) % position.sides
    assert there.scores[side] == position.scores[side] + verdict.score
    for other in others:
        assert there.hands[other] == position.hands[other]
        assert there.scores[other] == position.scores[other]
        assert there.discarded[other] == position.discarded[other]
    if isinstance(move, Play):
        assert set(there.board.tokens) == {*position.board.tokens, *move.squares}
        assert there.board.reserved == position.board.reserved.union(*(line.closes for line in verdict.lines))
    else:
        assert there.board == position.board
    for count in (there.stock_count, *(len(h) if isinstance(h, tuple) else h for h in there.hands)):
        assert count is None or count >= 0


@given(grown(open_position_and_move))
def test_what_is_counted_agrees_with_what_is_known(given: tuple[Position, Move]) -> None:
    """The same turn seen by somebody who knows only the counts leads to the same counts."""
    position, move = given

    def counted(there: Position) -> list[int | None]:
        parts = [*there.hands, *there.discarded, there.stock]
        return [len(part) if isinstance(part, tuple) else part for part in parts]

    seen = replace(
        position,
        hands=tuple(len(hand) if isinstance(hand, tuple) else hand for hand in position.hands),
        stock=position.stock_count,
        discarded=tuple(len(hand) if isinstance(hand, tuple) else hand for hand in position.discarded),
    )
    # A hidden hand holds no more copies of a tile than the set has; a hand of these positions may.
    if judge(position, move).legal and judge(seen, move).legal and not isinstance(move, Resign):
        there = apply(seen, move)
        assert counted(there) == counted(apply(position, move))
        assert there.board == apply(position, move).board


@given(positions_and_moves)
def test_ending_a_turn_counts_by_the_rules(given: tuple[Position, Move]) -> None:
    position, _ = given
    always = position.ruleset.end.scoreless_counts == "always"
    assert end_turn(position).scoreless == position.scoreless + (always or position.stock_empty)
    assert end_turn(position, stock_was_empty=True).scoreless == position.scoreless + 1
