"""Moves as values, their text and JSON forms: what comes back, what is equal, what can't be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attempt import attempt
from damage import GOOD_MOVES, anything, damaged, mangled
from summy.board import Board, Direction, Square
from summy.errors import FormatError
from summy.move import (
    Challenge,
    Discard,
    Exchange,
    Move,
    Pass,
    Placement,
    Play,
    Resign,
    format_move,
    line_direction,
    move_from_json,
    move_to_json,
    parse_move,
)
from summy.rulesets import load_ruleset
from summy.tiles import Token
from wellformed import positions_and_moves

SUMMY, AMATH = load_ruleset("summy"), load_ruleset("amath")
ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
EQUALS = Token("=", "=")


def placed(text: str, start: tuple[int, int], direction: Direction) -> tuple[Placement, ...]:
    """One-character tiles along a line; an underscore leaves a square out."""
    first = Square(*start)
    line = [(first.moved(direction, index), tile) for index, tile in enumerate(text)]
    return tuple(Placement(square, tile, tile) for square, tile in line if tile != "_")


# ---------------------------------------------------------------------------------------------- text


def test_a_play_of_the_formats_page() -> None:
    play = parse_move("-3,0> 1+2(=)3", SUMMY)
    assert play == Play(placed("1+2_3", (-3, 0), ACROSS), ACROSS)
    assert isinstance(play, Play)
    assert play.written is not None
    assert (play.written.start, play.written.length) == ((-3, 0), 5)
    assert play.written.table == ((Square(0, 0), "=", None),)


def test_a_play_on_a_board_of_the_formats_page() -> None:
    play = parse_move("H8v 7x[12]=84", AMATH)
    tiles = ("7", "x", "12", "=", "8", "4")
    assert play == Play(tuple(Placement(Square(7, 7 + step), tile, tile) for step, tile in enumerate(tiles)))
    assert format_move(play, Board(), AMATH) == "H8v 7x[12]=84"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("discard 7 + =", Discard(("7", "+", "="))),
        ("exchange 12 + =", Exchange(("12", "+", "="))),
        ("discard #3", Discard((), 3)),
        ("exchange #12", Exchange((), 12)),
        ("discard #0", Discard(())),
        ("exchange +/- x/: ?", Exchange(("+/-", "x/:", "?"))),
        ("pass", Pass()),
        ("challenge", Challenge()),
        ("resign", Resign()),
    ],
)
def test_moves_without_a_line(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert format_move(move, Board(), SUMMY) == text


def test_tiles_of_a_swap_are_written_in_canonical_order() -> None:
    assert format_move(parse_move("discard = + 7 0"), Board(), SUMMY) == "discard 0 7 + ="
    assert Discard(("=", "7")) == Discard(("7", "="))
    assert Discard(("7", "=")).count == 2
    assert Discard(("7",), 5).count == 1


@pytest.mark.parametrize("text", ["discard * ÷ –", "discard X / −", "discard × : -"])
def test_other_spellings_of_tiles(text: str) -> None:
    assert parse_move(text) == Discard(("-", "x", ":"))


def test_faces_of_placed_tiles() -> None:
    play = parse_move("H8> [?>7][+/->-][?>12]=([x/:>x])?[+/-]", AMATH)
    assert isinstance(play, Play)
    assert [(each.tile, each.face) for each in play.tiles] == [
        ("?", "7"), ("+/-", "-"), ("?", "12"), ("=", "="), ("?", None), ("+/-", None),
    ]  # fmt: skip
    assert play.written is not None
    assert play.written.table == ((Square(11, 7), "x", "x/:"),)


@pytest.mark.parametrize("text", ["-3,0> 1+(2=3)", "-3,0> 1+(2)(=)(3)", "-3,0> 1+(2)(=3)", "-3,0> 1[+]([2]=3)"])
def test_any_grouping_of_table_tiles_is_read_and_one_is_written(text: str) -> None:
    board = Board({Square(x, 0): Token(tile, tile) for x, tile in ((-1, "2"), (0, "="), (1, "3"))})
    assert format_move(parse_move(text, SUMMY), board, SUMMY) == "-3,0> 1+(2=3)"


def test_table_tiles_are_written_by_their_faces_in_maximal_groups() -> None:
    laid = {(5, 7): Token("12", "12"), (6, 7): Token("+/-", "+"), (8, 7): Token("?", "4"), (9, 7): Token("=", "=")}
    board = Board({Square(*square): token for square, token in laid.items()})
    play = parse_move("F8> ([12]+)4([?>4]=)56", AMATH)
    assert format_move(play, board, AMATH) == "F8> ([12]+)4(4=)56"


@pytest.mark.parametrize(
    ("neighbour", "text"), [((6, 7), "G8> (=)5"), ((8, 7), "H8> 5(=)"), ((7, 6), "H7v (=)5"), ((0, 0), "H8v 5")]
)
def test_a_lone_tile_in_crossword_placement_is_written_across_when_it_has_a_row(
    neighbour: tuple[int, int], text: str
) -> None:
    play = Play(placed("5", (7, 7), ACROSS))
    board = Board({Square(*neighbour): EQUALS})
    assert format_move(play, board, AMATH) == text


def test_a_lone_tile_in_crossword_placement_is_read_either_way() -> None:
    assert parse_move("H8v 5", AMATH) == parse_move("H8> 5", AMATH) == Play(placed("5", (7, 7), ACROSS))


def test_direction_is_part_of_a_play_where_one_line_is_played() -> None:
    assert parse_move("0,1v 5", SUMMY) != parse_move("0,1> 5", SUMMY)
    assert move_from_json({"kind": "play", "direction": "down", "tiles": []}, AMATH) == Play(())


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "pass ", " pass", "PASS", "pass 1", "challenge\n", "discard", "discard ", "discard 7  8",
        "discard 7,8", "discard [12]", "discard #", "discard #-1", "discard #03", "discard #13", "discard #100",
        "discard 21", "exchange ?>7", "1+2=3", "-3,0>1+2", "-3,0 > 1", "-3,0>  1", "-3,0> 1 ", "-3,0> ", "-3,0> 1 +",
        "> 1", "-3,0= 1", "-3,0V 1", "H8> )1(", "H8> (1", "H8> 1)", "H8> ()1", "H8> ((1))", "H8> [1", "H8> 1]",
        "H8> []", "H8> [(]1[)]", "H8> [?>]", "H8> [>7]", "H8> [?>?]", "H8> (?)1", "H8> ([+/-])1", "H8> 1?>7", "h8> 1",
        "AA1> 1", "0,0> 21a", "1000001,0> 1", "1000000,0> 12", "0,999999v 123", "0,0> \ud800", "0,0> 1\n",
    ],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_move(text)
    assert caught.value.key == "move"


@pytest.mark.parametrize(("text", "rules"), [("H8> 1", SUMMY), ("0,0> 1", AMATH)])
def test_with_a_ruleset_squares_have_its_form(text: str, rules: Any) -> None:
    assert isinstance(parse_move(text), Play)
    with pytest.raises(FormatError, match="is not a square like"):
        parse_move(text, rules)


# ---------------------------------------------------------------------------------------------- plays without a text


@pytest.mark.parametrize(
    ("play", "on_table"),
    [
        (Play(()), []),
        (Play(placed("_2", (0, 1), ACROSS) + placed("3", (3, 3), DOWN)), []),
        (Play(placed("1_3", (0, 1), ACROSS)), []),
        (Play(placed("12", (0, 1), ACROSS), DOWN), []),
        (Play(placed("1", (0, 0), ACROSS)), [(0, 0)]),
        (Play(placed("1", (0, 1), ACROSS) * 2, ACROSS), []),
        (Play(placed("1", (1_000_001, 0), ACROSS), ACROSS), [(1_000_000, 0)]),
    ],
    ids=["nothing", "two-rows", "gap", "other-direction", "taken", "twice", "far-away"],
)
def test_a_play_that_does_not_lie_in_one_line_has_no_text(play: Play, on_table: list[tuple[int, int]]) -> None:
    with pytest.raises(FormatError, match="has no text"):
        format_move(play, Board({Square(*square): EQUALS for square in on_table}), SUMMY)


# ---------------------------------------------------------------------------------------------- universal rules


@given(positions_and_moves)
def test_a_move_comes_back_from_its_text(given: tuple[Any, Move]) -> None:
    position, move = given
    text, error = attempt(lambda: format_move(move, position.board, position.ruleset))
    if error is None:
        assert parse_move(text, position.ruleset) == move
        assert format_move(parse_move(text, position.ruleset), position.board, position.ruleset) == text
    else:
        assert isinstance(move, Play)


@given(positions_and_moves)
def test_a_move_comes_back_from_its_json(given: tuple[Any, Move]) -> None:
    position, move = given
    rules = position.ruleset
    for value in (move_to_json(move), move_to_json(move, position.board)):
        assert move_from_json(json.loads(json.dumps(value)), rules) == move or _direction_was_wrong(move, rules)


def _direction_was_wrong(move: Move, rules: Any) -> bool:
    """A play along no line has no direction in JSON: it comes back without one."""
    return isinstance(move, Play) and rules.placement == "line" and line_direction(move, Board()) is None


@given(positions_and_moves)
def test_equal_plays_are_equal_whatever_order_they_were_given_in(given: tuple[Any, Move]) -> None:
    _, move = given
    if isinstance(move, Play):
        again = Play(move.tiles[::-1], move.direction)
        assert again == move
        assert hash(again) == hash(move)
        squares = [(square.y, square.x) for square in again.squares]
        assert squares == sorted(squares)


@given(st.one_of(st.sampled_from(GOOD_MOVES).flatmap(mangled), st.text(max_size=12)))
def test_any_text_is_a_move_or_bad_form(text: str) -> None:
    for rules in (None, SUMMY, AMATH):
        move, error = attempt(lambda rules=rules: parse_move(text, rules))  # type: ignore[misc]
        assert (move is None) == isinstance(error, FormatError)


GOOD_JSON: list[Any] = [
    {"kind": "play", "direction": "across", "tiles": [{"x": 1, "y": -1, "tile": "6"}, {"x": 1, "y": 0, "tile": "x"}]},
    {"kind": "play", "tiles": [{"x": 7, "y": 7, "tile": "?", "face": "12"}]},
    {"kind": "discard", "tiles": ["7", "+"]},
    {"kind": "exchange", "tiles": 3},
    {"kind": "pass"},
]


@given(st.one_of(st.sampled_from(GOOD_JSON).flatmap(damaged), anything))
def test_any_json_is_a_move_or_bad_form(value: Any) -> None:
    for rules in (None, SUMMY, AMATH):
        move, error = attempt(lambda rules=rules: move_from_json(value, rules))  # type: ignore[misc]
        assert (move is None) == isinstance(error, FormatError)


# ---------------------------------------------------------------------------------------------- JSON


def test_json_forms_of_the_formats_page() -> None:
    play = parse_move("1,-1v 6(3)x8=504", SUMMY)
    board = Board({Square(1, 0): Token("3", "3")})
    value = move_to_json(play, board)
    assert value["kind"] == "play"
    assert value["direction"] == "down"
    assert value["tiles"][:2] == [{"x": 1, "y": -1, "tile": "6"}, {"x": 1, "y": 1, "tile": "x"}]
    assert move_to_json(Discard(("7", "+"))) == {"kind": "discard", "tiles": ["7", "+"]}
    assert move_to_json(Discard((), 3)) == {"kind": "discard", "tiles": 3}
    assert move_to_json(Pass()) == {"kind": "pass"}


def test_a_face_is_given_where_it_differs() -> None:
    play = parse_move("H8> [?>7][12]?", AMATH)
    assert move_to_json(play)["tiles"] == [
        {"x": 7, "y": 7, "tile": "?", "face": "7"}, {"x": 8, "y": 7, "tile": "12"}, {"x": 9, "y": 7, "tile": "?"},
    ]  # fmt: skip


def test_a_face_equal_to_the_tile_is_accepted() -> None:
    value = {"kind": "play", "tiles": [{"x": 0, "y": 0, "tile": "*", "face": "×"}]}
    assert move_from_json(value) == Play((Placement(Square(0, 0), "x", "x"),))


def test_a_text_inside_json_is_read_too() -> None:
    assert move_from_json("discard #3") == Discard((), 3)
    with pytest.raises(FormatError) as caught:
        move_from_json("nonsense", key="pending.move")
    assert caught.value.key == "pending.move"


def test_the_direction_of_several_tiles_need_not_be_given() -> None:
    tiles = [{"x": 0, "y": -1, "tile": "1"}, {"x": 0, "y": 1, "tile": "2"}]
    assert move_from_json({"kind": "play", "tiles": tiles}, SUMMY) == move_from_json(
        {"kind": "play", "direction": "down", "tiles": tiles}, SUMMY
    )


def test_keys_of_listed_moves_are_ignored() -> None:
    value = {"kind": "pass", "score": 0, "text": "pass", "equations": []}
    assert move_from_json(value) == Pass()


TILE: Callable[..., dict[str, Any]] = lambda **more: {"x": 0, "y": 0, "tile": "1", **more}  # noqa: E731


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (None, "move"),
        ([], "move"),
        ({}, "move.kind"),
        ({"kind": "jump"}, "move.kind"),
        ({"kind": ["play"]}, "move.kind"),
        ({"kind": "pass", "tiles": []}, "move.'tiles'"),
        ({"kind": "discard", "direction": "across", "tiles": ["7"]}, "move.'direction'"),
        ({"kind": "play"}, "move.tiles"),
        ({"kind": "play", "tiles": {}}, "move.tiles"),
        ({"kind": "play", "tiles": [TILE(x=x) for x in range(101)]}, "move.tiles"),
        ({"kind": "play", "tiles": [], "direction": "up"}, "move.direction"),
        ({"kind": "play", "tiles": [TILE(), 7]}, "move.tiles[1]"),
        ({"kind": "play", "tiles": [TILE(z=1)]}, "move.tiles[0].'z'"),
        ({"kind": "play", "tiles": [{"x": 0, "tile": "1"}]}, "move.tiles[0].y"),
        ({"kind": "play", "tiles": [TILE(x=True)]}, "move.tiles[0].x"),
        ({"kind": "play", "tiles": [TILE(x=1.0)]}, "move.tiles[0].x"),
        ({"kind": "play", "tiles": [TILE(y=1_000_001)]}, "move.tiles[0].y"),
        ({"kind": "play", "tiles": [TILE(tile="21")]}, "move.tiles[0].tile"),
        ({"kind": "play", "tiles": [TILE(tile=7)]}, "move.tiles[0].tile"),
        ({"kind": "play", "tiles": [TILE(face="")]}, "move.tiles[0].face"),
        ({"kind": "play", "tiles": [TILE(face="?")]}, "move.tiles[0].face"),
        ({"kind": "play", "tiles": [TILE(face=7)]}, "move.tiles[0].face"),
        ({"kind": "discard"}, "move.tiles"),
        ({"kind": "discard", "tiles": 13}, "move.tiles"),
        ({"kind": "discard", "tiles": True}, "move.tiles"),
        ({"kind": "discard", "tiles": ["7"] * 101}, "move.tiles"),
        ({"kind": "exchange", "tiles": ["7", "z"]}, "move.tiles[1]"),
        ({"kind": "exchange", "tiles": ["7", None]}, "move.tiles[1]"),
    ],
)
def test_bad_json_names_the_key(value: Any, key: str) -> None:
    with pytest.raises(FormatError) as caught:
        move_from_json(value, AMATH)
    assert caught.value.key == key


# ---------------------------------------------------------------------------------------------- size


def test_a_text_of_megabytes_is_read_or_refused_at_once() -> None:
    long = 150_000
    assert len(parse_move("0,0> " + "1" * long, SUMMY).tiles) == long  # type: ignore[union-attr]
    for text in (
        "0,0> " + "(" * long,
        "[" * long,
        ">" * long,
        "discard " + "7 " * long,
        "0,0> " + "[7" * long,
        "v" * long,
    ):
        with pytest.raises(FormatError) as caught:
            parse_move(text)
        assert len(caught.value.message) < 200
