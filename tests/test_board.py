"""Squares, directions, runs, and a table that never changes under anybody's hands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wellformed
from summy.board import Board, Direction, Square, empty_board, format_square, parse_square
from summy.errors import FormatError
from summy.rulesets import Ruleset, load_ruleset
from summy.tiles import Token
from wellformed import RULESETS, Dice, grown

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
ONE, EQUALS = Token("1", "1"), Token("=", "=")


dice = st.integers(0, 2**32).map(Dice)


def any_board(dice: Dice) -> Board:
    return wellformed.board(dice, dice.choice(RULESETS))


# ---------------------------------------------------------------------------------------------- squares


@pytest.mark.parametrize(
    ("square", "bounded", "text"),
    [((-3, 0), False, "-3,0"), ((0, 0), False, "0,0"), ((7, 7), True, "H8"), ((12, 12), True, "M13"),
     ((0, 0), True, "A1"), ((25, 98), True, "Z99"), ((1_000_000, -1_000_000), False, "1000000,-1000000")],
)  # fmt: skip
def test_squares_of_the_formats_page(square: tuple[int, int], bounded: bool, text: str) -> None:
    assert format_square(square, bounded=bounded) == text
    assert parse_square(text, bounded=bounded) == parse_square(text) == square


@given(st.sampled_from(RULESETS), dice)
def test_a_square_comes_back_from_its_text(rules: Ruleset, dice: Dice) -> None:
    square = wellformed.square(dice, rules)
    assert parse_square(format_square(square, bounded=rules.board.bounded), bounded=rules.board.bounded) == square


@pytest.mark.parametrize(
    "text",
    ["", ",", "0", "0,", ",0", "+3,0", "03,0", "3,00", "-0,0", "0,-0", "3, 0", " 3,0", "3,0 ", "3;0", "3,0,0", "1.0,0",
     "1000001,0", "0,-1000001", "99999999,0", "H", "8H", "H0", "H08", "h8", "HH8", "H100", "Ä8", "H٨", "٣,0", "H8\n"],
)  # fmt: skip
def test_what_is_no_square(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_square(text, key="move")
    assert caught.value.key == "move"


@pytest.mark.parametrize(("text", "bounded"), [("H8", False), ("3,0", True)])
def test_each_table_has_its_own_form(text: str, bounded: bool) -> None:
    with pytest.raises(FormatError, match="is not a square like"):
        parse_square(text, bounded=bounded)


def test_a_square_off_a_board_is_written_in_numbers() -> None:
    assert format_square((-1, 3), bounded=True) == "-1,3"


# ---------------------------------------------------------------------------------------------- directions and runs


def test_directions() -> None:
    assert (ACROSS.other, DOWN.other, ACROSS.mark, DOWN.mark) == (DOWN, ACROSS, ">", "v")
    assert Square(2, 3).moved(ACROSS, 4) == (6, 3)
    assert Square(2, 3).moved(DOWN, -4) == (2, -1)
    assert set(Square(0, 0).neighbours()) == {(1, 0), (-1, 0), (0, 1), (0, -1)}


def test_a_run_is_the_whole_unbroken_row() -> None:
    board = Board({Square(x, 0): ONE for x in (-3, -2, -1, 1, 2)})
    run = board.run(Square(-2, 0), ACROSS)
    assert (run.start, len(run.tokens)) == ((-3, 0), 3)
    assert run.squares() == ((-3, 0), (-2, 0), (-1, 0))
    assert run.ends() == ((-4, 0), (0, 0))
    assert board.run(Square(2, 0), DOWN).tokens == (ONE,)


@given(grown(any_board))
def test_every_square_of_a_run_gives_the_same_run_and_its_ends_are_empty(board: Board) -> None:
    for direction in Direction:
        for square in board.tokens:
            run = board.run(square, direction)
            assert square in run.squares()
            assert {board.run(other, direction) for other in run.squares()} == {run}
            assert not any(end in board for end in run.ends())
            assert tuple(board.get(other) for other in run.squares()) == run.tokens


# ---------------------------------------------------------------------------------------------- the table


def board_and_more(dice: Dice) -> tuple[Board, dict[Square, Token], set[Square]]:
    rules = dice.choice(RULESETS)
    board, more = wellformed.board(dice, rules), wellformed.board(dice, rules)
    placed = {square: token for square, token in more.tokens.items() if square not in board}
    return board, placed, set(more.reserved)


@given(grown(board_and_more))
def test_placing_makes_a_new_board_and_taking_back_gives_the_old_one(
    given: tuple[Board, dict[Square, Token], set[Square]],
) -> None:
    board, placed, closed = given
    tokens, reserved = dict(board.tokens), board.reserved
    after = board.placing(placed, closed)
    assert (board.tokens, board.reserved) == (tokens, reserved)
    assert (after.tokens, after.reserved) == ({**tokens, **placed}, reserved | closed)
    assert after.without(placed) == Board(tokens, after.reserved)
    assert board.placing(placed).without(placed) == board


@given(grown(any_board), dice)
def test_equal_tables_are_equal_however_they_were_made(board: Board, dice: Dice) -> None:
    again = Board()
    for square in dice.sample(sorted(board.tokens), len(board)):
        again = again.placing({square: board.tokens[square]})
    again = again.placing({}, board.reserved)
    assert again == board
    assert hash(again) == hash(board)
    assert list(again.sorted_tokens()) == sorted(board.tokens.items(), key=lambda entry: (entry[0].y, entry[0].x))


def test_a_board_cannot_be_changed_from_outside() -> None:
    tokens_given = {Square(0, 0): EQUALS}
    closed_given = {Square(1, 0)}
    board = Board(tokens_given, closed_given)
    tokens_given[Square(5, 5)] = ONE
    closed_given.add(Square(6, 6))
    assert (len(board), board.reserved) == (1, {(1, 0)})
    view: Any = board.tokens
    with pytest.raises(TypeError):
        view[Square(5, 5)] = ONE
    with pytest.raises(AttributeError):
        view.clear()


@pytest.mark.parametrize("rules", RULESETS, ids=repr)
def test_the_table_before_the_first_turn(rules: Ruleset) -> None:
    board = empty_board(rules.board)
    assert dict(board.tokens) == ({} if rules.board.first is None else {rules.board.first[1]: EQUALS})
    assert not board.reserved


def test_a_row_of_a_hundred_thousand_tiles_is_read_in_one_go() -> None:
    board = Board({Square(x, 0): ONE for x in range(100_000)})
    assert len(board.run(Square(50_000, 0), ACROSS).tokens) == 100_000
    assert load_ruleset("summy").board.contains(Square(100_000, 0))
