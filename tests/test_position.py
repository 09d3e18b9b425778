"""Positions: what they hold, their JSON and text forms, and what can't be read."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attempt import attempt
from damage import GOOD, GOOD_TEXT, anything, damaged, mangled
from summy.board import Board, Square
from summy.errors import FormatError
from summy.move import Play
from summy.position import Pending, Position, check_strict, position_from_json, position_to_json
from summy.position_text import format_position, parse_position
from summy.rulesets import load_ruleset
from summy.tiles import Token
from wellformed import positions

SUMMY = load_ruleset("summy")
PENDING_TEXT = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;2+ 4[12];3 0;1;70;0;#0 #0;G8> 1=1/2'
"""A play that waits for a challenge; its side drew a 2."""


def with_parts(**parts: Any) -> dict[str, Any]:
    """The position of the formats page with some keys exchanged; `...` leaves a key out."""
    value = {**GOOD, **parts}
    return {key: part for key, part in value.items() if part is not ...}


def refused(value: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        position_from_json(value)
    return caught.value


# ---------------------------------------------------------------------------------------------- the formats page


def test_both_forms_of_the_formats_page_are_one_position() -> None:
    position = position_from_json(GOOD)
    assert parse_position(GOOD_TEXT) == position
    assert format_position(position) == GOOD_TEXT
    assert position_to_json(position) == GOOD


def test_parts_of_the_example() -> None:
    position = position_from_json(GOOD)
    assert (position.ruleset, position.sides, position.to_move) == (SUMMY, 2, 0)
    assert position.board.get(Square(1, 0)) == Token("3", "3")
    assert position.board.reserved == {(-4, 0), (2, 0)}
    assert position.hand == ("0", "4", "5", "6", "8", "+", "x", "=")
    assert position.hands[1] == 8
    assert (position.scores, position.stock, position.stock_count, position.scoreless) == ((6, 0), 70, 70, 0)
    assert position.discarded == ((), 3)
    assert position.pending is None


def test_what_may_be_left_out() -> None:
    position = position_from_json({"rules": "summy", "board": [], "hands": [["1", "="], 8]})
    assert position == Position(SUMMY, Board(), (("1", "="), 8), (0, 0), 0, None, 0, ((), ()), None)
    nulls = dict.fromkeys(("options", "reserved", "scores", "to_move", "stock", "scoreless", "discarded", "pending"))
    assert position_from_json({"rules": "summy", "board": [], "hands": [["1", "="], 8], **nulls}) == position


@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_sides_are_the_length_of_hands(sides: int) -> None:
    position = position_from_json({"rules": "summy", "board": [], "hands": [8] * sides})
    assert (position.sides, position.scores, position.discarded) == (sides, (0,) * sides, ((),) * sides)


def test_hands_are_kept_in_canonical_order_and_the_stock_is_not() -> None:
    position = position_from_json(with_parts(hands=[["=", "0", "+"], None], stock=["=", "0", "+"]))
    assert position.hands == (("0", "+", "="), None)
    assert position.stock == ("=", "0", "+")
    text = "summy;;;0+= #;0 0;0;<=0+;0;#0 #0;-"
    assert format_position(replace(position, board=Board(), scores=(0, 0), discarded=())) == text


def test_counted_empty_unknown() -> None:
    position = parse_position("summy;;;#0 #8 #;0 0 0;1;#;0;# #0 #3;-")
    assert position.hands == ((), 8, None)
    assert position.discarded == (None, (), 3)
    assert (position.stock, position.stock_count, position.stock_empty) == (None, None, False)
    assert parse_position("summy;;;#8;0;0;<;0;#0;-").stock == ()
    assert parse_position("summy;;;#8;0;0;0;0;#0;-").stock == 0
    assert parse_position("summy;;;#8;0;0;<;0;#0;-").stock_empty


def test_the_hand_of_the_mover_must_be_known_to_be_asked_for() -> None:
    with pytest.raises(FormatError) as caught:
        _ = parse_position("summy;;;01 #8;0 0;1;#;0;#0 #0;-").hand
    assert caught.value.key == "hands[1]"


def test_options_are_those_that_differ_from_the_default() -> None:
    text = 'summy{"integer_steps":true};;;#8;0;0;#;0;#0;-'
    position = parse_position(text)
    assert position.ruleset == load_ruleset("summy", {"integer_steps": True})
    assert format_position(position) == text
    assert position_to_json(position)["options"] == {"integer_steps": True}
    assert format_position(parse_position('summy{"integer_steps": false};;;#8;0;0;#;0;#0;-')).startswith("summy;")


def test_a_face_is_written_where_it_differs_and_accepted_where_not() -> None:
    board = [{"x": 7, "y": 7, "tile": "?", "face": "12"}, {"x": 8, "y": 7, "tile": "5", "face": "5"}]
    position = position_from_json({"rules": "amath", "board": board, "hands": [8, 8]})
    assert position_to_json(position)["board"] == [board[0], {"x": 8, "y": 7, "tile": "5"}]
    assert format_position(position).startswith("amath;[?>12]@H8 5@I8;;")


def test_a_pending_play() -> None:
    position = parse_position(PENDING_TEXT)
    assert position.pending is not None
    assert position.pending.drawn == ("2",)
    assert [placement.square for placement in position.pending.move.tiles] == [(6, 7), (7, 7), (8, 7)]
    assert position_to_json(position)["pending"] == {
        "move": {
            "kind": "play",
            "direction": "across",
            "tiles": [{"x": 6, "y": 7, "tile": "1"}, {"x": 7, "y": 7, "tile": "="}, {"x": 8, "y": 7, "tile": "1"}],
        },
        "drawn": ["2"],
    }
    assert format_position(position) == PENDING_TEXT


def test_a_pending_move_may_hold_a_slash_of_its_own() -> None:
    text = 'amath{"challenge":"challenge"};8@G8 :@H8 4@I8 =@J8 [x/:>x]@K8;;2 5;0 0;1;70;0;#0 #0;G8> 8/4=[x/:>x]/#1'
    pending = parse_position(text).pending
    assert pending is not None
    assert [placement.face for placement in pending.move.tiles] == ["8", ":", "4", "=", "x"]
    assert pending.drawn == 1


# ---------------------------------------------------------------------------------------------- universal rules


@given(positions)
def test_a_position_comes_back_from_its_json(position: Position) -> None:
    value = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(value) == position
    assert position_to_json(position_from_json(value)) == value


@given(positions)
def test_a_position_comes_back_from_its_text(position: Position) -> None:
    text = format_position(position)
    assert "\n" not in text
    assert parse_position(text) == position
    assert format_position(parse_position(text)) == text
    assert parse_position(text + "\r\n") == position


@given(positions)
def test_both_forms_say_the_same(position: Position) -> None:
    assert parse_position(format_position(position)) == position_from_json(position_to_json(position))
    assert hash(parse_position(format_position(position))) == hash(position)


@settings(max_examples=300)
@given(st.one_of(damaged(GOOD), damaged(position_to_json(parse_position(PENDING_TEXT))), anything), st.booleans())
def test_any_json_is_a_position_or_bad_form(value: Any, strict: bool) -> None:
    def read() -> Position:
        position = position_from_json(value)
        if strict:
            check_strict(position)
        return position

    position, error = attempt(read)
    assert isinstance(position, Position) or isinstance(error, FormatError)
    if position is not None:
        assert position_from_json(position_to_json(position)) == position


@settings(max_examples=300)
@given(st.one_of(st.sampled_from([GOOD_TEXT, PENDING_TEXT]).flatmap(mangled), st.text(max_size=30)))
def test_any_text_is_a_position_or_bad_form(text: str) -> None:
    position, error = attempt(lambda: parse_position(text))
    assert isinstance(position, Position) or isinstance(error, FormatError)
    if position is not None:
        assert parse_position(format_position(position)) == position


# ---------------------------------------------------------------------------------------------- bad form, key by key

TILE = {"x": 0, "y": 0, "tile": "="}
CHOICE = {"rules": "amath", "hands": [8, 8], "discarded": None, "reserved": []}


@pytest.mark.parametrize(
    ("parts", "key", "says"),
    [
        ({"rules": ...}, "rules", "is missing"),
        ({"board": ...}, "board", "is missing"),
        ({"hands": ...}, "hands", "is missing"),
        ({"surprise": 1}, "'surprise'", "is not a key of a position"),
        ({"rules": "chess"}, "rules", "no such ruleset"),
        ({"rules": None}, "rules", "must be the name"),
        ({"rules": "/etc/passwd.toml"}, "rules", "not a file"),
        ({"options": []}, "options", "must be an object"),
        ({"options": {"integer_steps": None}}, "options", "plain values"),
        ({"options": {"speed": 1}}, "options", "no such option"),
        ({"options": {"integer_steps": "yes"}}, "options", "must be one of false, true"),
        ({"board": {}}, "board", "must be a list"),
        ({"board": [TILE, 3]}, "board[1]", "must be an object"),
        ({"board": [TILE, TILE]}, "board[1]", "already a tile"),
        ({"board": [{"x": 0, "y": 0}]}, "board[0].tile", "must be a tile name"),
        ({"board": [{**TILE, "tile": "21"}]}, "board[0].tile", "is not a tile"),
        ({"board": [{**TILE, "tile": "12"}]}, "board[0]", "summy has no tile 12"),
        ({"board": [{**TILE, "face": "7"}]}, "board[0]", "= cannot stand for 7"),
        ({"board": [{**TILE, "x": 1_000_001}]}, "board[0].x", "too far away"),
        ({"board": [{**TILE, "y": "0"}]}, "board[0].y", "whole number"),
        ({"board": [{**TILE, "z": 0}]}, "board[0].'z'", "is not a key of a tile"),
        ({"board": [{"x": 0, "y": 0, "tile": "?"}], **CHOICE}, "board[0]", "needs a face"),
        ({"board": [{"x": 0, "y": 0, "tile": "+/-", "face": "x"}], **CHOICE}, "board[0]", "+/- cannot stand for x"),
        ({"board": [{"x": 15, "y": 0, "tile": "1"}], **CHOICE}, "board[0]", "is not on the board"),
        (
            {"board": [{"x": 0, "y": 0, "tile": "?", "face": "17"}], **CHOICE, "rules": "amath-70"},
            "board[0]",
            "? cannot stand for 17",
        ),
        ({"reserved": [[0]]}, "reserved[0]", "must be [x, y]"),
        ({"reserved": {}}, "reserved", "must be a list"),
        ({"reserved": [[0, 0.5]]}, "reserved[0]", "whole number"),
        ({**CHOICE, "board": [], "reserved": [[0, 15]]}, "reserved[0]", "is not on the board"),
        ({"hands": []}, "hands", "1 to 4 sides"),
        ({"hands": [8] * 5}, "hands", "1 to 4 sides"),
        ({"hands": 8}, "hands", "must be a list"),
        ({"hands": [["1"], "8"]}, "hands[1]", "list of tile names, a number or null"),
        ({"hands": [["1"] * 13, 8]}, "hands[0]", "more than 12 tiles"),
        ({"hands": [8, 13]}, "hands[1]", "from 0 to 12"),
        ({"hands": [8, -1]}, "hands[1]", "from 0 to 12"),
        ({"hands": [8, True]}, "hands[1]", "list of tile names, a number or null"),
        ({"hands": [["1", "12"], 8]}, "hands[0][1]", "summy has no tile 12"),
        ({"hands": [["1", 2], 8]}, "hands[0][1]", "must be a tile name"),
        ({"scores": [1]}, "scores", "one entry a side"),
        ({"scores": {}}, "scores", "list of whole numbers"),
        ({"scores": [0, "1"]}, "scores[1]", "whole number"),
        ({"scores": [10**100, 1]}, "scores[0]", "at most 100 digits"),
        ({"to_move": 2}, "to_move", "from 0 to 1"),
        ({"to_move": True}, "to_move", "from 0 to 1"),
        ({"stock": -1}, "stock", "from 0 to"),
        ({"stock": "70"}, "stock", "must be a list of tile names"),
        ({"stock": ["12"]}, "stock[0]", "has no tile 12"),
        ({"scoreless": 1_000_001}, "scoreless", "from 0 to 1000000"),
        ({"scoreless": 0.0}, "scoreless", "from 0 to 1000000"),
        ({"discarded": [3]}, "discarded", "one entry a side"),
        ({"discarded": [[], 95]}, "discarded[1]", "from 0 to 94"),
        ({"pending": []}, "pending", "must be null or"),
        ({"pending": {"move": {"kind": "pass"}, "drawn": 0}}, "pending.move", "must be a play"),
        ({"pending": {"move": {"kind": "play", "tiles": []}, "drawn": None}}, "pending.drawn", "or a number"),
        ({"pending": {"move": {"kind": "jump"}, "drawn": 0}}, "pending.move.kind", "is not a kind of move"),
        ({"pending": {"move": "jump", "drawn": 0}}, "pending.move", "is not a move"),
        ({"pending": {"move": "0,9> 1", "drawn": 0}}, "pending.move", "does not lie on the board"),
        ({"pending": {"move": "-3,0> 1", "drawn": 9}}, "pending.drawn", "more than the side holds"),
    ],
)
def test_bad_json_names_the_key(parts: dict[str, Any], key: str, says: str) -> None:
    error = refused(with_parts(**parts))
    assert error.key == key
    assert says in error.message


@pytest.mark.parametrize("value", [None, [], "summy", 3])
def test_a_position_is_an_object(value: Any) -> None:
    assert refused(value).message == "a position is an object"


def test_faces_must_be_known_and_allowed_by_code() -> None:
    codes = {
        "face_missing": {"x": 0, "y": 0, "tile": "?"},
        "face_not_allowed": {"x": 0, "y": 0, "tile": "1", "face": "2"},
        "unknown_tile": {"x": 0, "y": 0, "tile": "z"},
        "unknown_face": {"x": 0, "y": 0, "tile": "?", "face": "?"},
        "off_board": {"x": -1, "y": 0, "tile": "1"},
    }
    for code, entry in codes.items():
        assert refused({"rules": "amath", "board": [entry], "hands": [8, 8]}).code == code


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("summy;", "chess;", "rules"),
        ("summy;", "summy{;", "options"),
        ("summy;", "summy{};;", ""),
        ("summy;", 'summy{"a":1};', "options"),
        ("summy;", "summy{}", "options"),
        ("1@-3,0", "1@-3", "board"),
        ("1@-3,0", "1-3,0", "board"),
        ("1@-3,0", "@-3,0", "board"),
        ("1@-3,0", "11@-3,0", "board"),
        ("1@-3,0", "1@H8", "board"),
        ("1@-3,0", "1@0,0", "board"),
        ("1@-3,0", " 1@-3,0", "board"),
        ("1@-3,0", "[12]@-3,0", "board -3,0"),
        ("-4,0 2,0", "-4,0  2,0", "reserved"),
        ("-4,0 2,0", "-4", "reserved"),
        ("04568+x= #8", "", "hands"),
        ("04568+x= #8", "#8 #8 #8 #8 #8", "hands"),
        ("#8;", "#13;", "hands[1]"),
        ("#8;", "#08;", "hands[1]"),
        ("#8;", "0123456789012;", "hands[1]"),
        ("04568+x=", "04568[12]", "hands[0]"),
        ("04568+x=", "04568[+>-]", "hands[0]"),
        ("6 0;0", "6;0", "scores"),
        ("6 0;0", "6 0 0;0", "scores"),
        ("6 0;0", "+6 0;0", "scores[0]"),
        ("6 0;0", "06 0;0", "scores[0]"),
        ("6 0;0", "-0 0;0", "scores[0]"),
        ("6 0;0", f"{10**100} 0;0", "scores[0]"),
        ("6 0;0", "6 0;2", "to_move"),
        ("6 0;0", "6 0;", "to_move"),
        (";70;", ";-1;", "stock"),
        (";70;", ";1000001;", "stock"),
        (";70;", ";<[12];", "stock"),
        (";70;", ";<[?>7];", "stock"),
        (";70;0;", ";70;x;", "scoreless"),
        (";70;0;", ";70;1000001;", "scoreless"),
        ("#0 #3", "#0", "discarded"),
        ("#0 #3", "#0 #95", "discarded[1]"),
        ("#3;-", "#3;", "pending"),
        ("#3;-", "#3;-3,0> 1", "pending"),
        ("#3;-", "#3;pass/#1", "pending.move"),
        ("#3;-", "#3;-3,0> 1/", "pending.drawn"),
        ("#3;-", "#3;-3,0> 1/#", "pending.drawn"),
        ("#3;-", "#3;-3,0> 1/#9", "pending.drawn"),
        ("#3;-", "#3;-3,0> 2/#1", "pending.move"),
        ("#3;-", "#3;nonsense/#1", "pending.move"),
        ("#3;-", "#3;-;", ""),
    ],
)
def test_bad_text_names_the_part(old: str, new: str, key: str) -> None:
    assert old in GOOD_TEXT
    with pytest.raises(FormatError) as caught:
        parse_position(GOOD_TEXT.replace(old, new, 1))
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("pending", "key"),
    [
        ("G8> 1=1/2", ""),
        ("G8> 1=1/#2", ""),
        ("H8> =1/2", ""),
        ("G8> 1(=)1/2", ""),
        ("G8> 1=1/3", "pending.drawn"),
        ("G8> 1=1/22", "pending.drawn"),
        ("G8> 1=1/#3", "pending.drawn"),
        ("G8> 1=[?>1]/2", "pending.move"),
        ("G8> 1=?/2", "pending.move"),
        ("G9> 1=1/2", "pending.move"),
        ("G8> (1=1)/2", "pending.move"),
    ],
)
def test_a_pending_play_must_lie_on_the_board(pending: str, key: str) -> None:
    text = PENDING_TEXT.rpartition(";")[0] + f";{pending}"
    position, error = attempt(lambda: parse_position(text))
    assert (error.key if isinstance(error, FormatError) else "") == key
    assert (position is None) == bool(key)


@pytest.mark.parametrize("hands", ["2+", "2+ 4[12] 1"])
def test_a_pending_play_needs_two_sides(hands: str) -> None:
    sides = len(hands.split())
    zeros, none = " ".join(["0"] * sides), " ".join(["#0"] * sides)
    text = f'amath{{"challenge":"challenge"}};1@G8 =@H8 1@I8;;{hands};{zeros};0;70;0;{none};G8> 1=1/#0'
    with pytest.raises(FormatError) as caught:
        parse_position(text)
    assert caught.value.key == "pending"


def test_a_pending_play_comes_from_a_hand() -> None:
    value = {**position_to_json(parse_position(PENDING_TEXT)), "hands": [11, 2]}
    assert refused({**value, "pending": {**value["pending"], "drawn": 0}}).key == "pending.move"
    assert position_from_json({**value, "pending": {**value["pending"], "drawn": 2}}).hands == (11, 2)


def test_a_pending_play_is_one_unbroken_line() -> None:
    value = position_to_json(parse_position(PENDING_TEXT))
    value["board"].append({"x": 9, "y": 9, "tile": "5"})
    value["pending"]["move"]["tiles"].append({"x": 9, "y": 9, "tile": "5"})
    error = refused(value)
    assert (error.key, error.message) == ("pending.move", "pending.move: does not lie in one unbroken line")


@pytest.mark.parametrize(
    "options", ["{" * 100_000, '{"a":' * 50_000, '{"integer_steps":' + "9" * 5000 + "}", '{"a":1}' * 9]
)
def test_options_that_are_no_json(options: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_position(f"summy{options};;;#8;0;0;#;0;#0;-")
    assert caught.value.key == "options"


def test_a_nested_value_of_any_depth_is_bad_form() -> None:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    for key in GOOD:
        assert refused(with_parts(**{key: nested})).key.partition("[")[0] in (key, "rules")
    assert refused(with_parts(pending={"move": nested, "drawn": nested})).key == "pending.move"
    assert refused(with_parts(pending={"move": {"kind": nested}, "drawn": 0})).key == "pending.move.kind"


# ---------------------------------------------------------------------------------------------- a ruleset of one's own


def test_a_ruleset_file_stands_in_for_the_packaged_one(tmp_path: Path) -> None:
    from importlib import resources

    text = (resources.files("summy.rulesets") / "summy.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('id = "summy"', 'id = "mine"').replace("size = 8", "size = 5"), encoding="utf-8")
    value = {"rules": "mine", "board": [], "hands": [5]}
    assert position_from_json(value, ruleset_file=file).ruleset.hand_size == 5
    assert parse_position("mine;;;#5;0;0;#;0;#0;-", ruleset_file=file).ruleset.id == "mine"
    with pytest.raises(FormatError, match="the ruleset file describes mine"):
        position_from_json({**value, "rules": "summy"}, ruleset_file=file)
    with pytest.raises(FormatError, match="no such ruleset"):
        position_from_json(value)


def test_a_given_ruleset_replaces_the_named_one() -> None:
    other = load_ruleset("summy", {"integer_steps": True})
    assert position_from_json(GOOD, ruleset=other).ruleset is other


# ---------------------------------------------------------------------------------------------- strict


def test_the_example_is_possible() -> None:
    position = position_from_json(GOOD)
    check_strict(replace(position, stock=70))
    tiles_told = 5 + 8 + 8 + 3
    assert tiles_told + 70 == SUMMY.tiles.total


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"stock": 71}, "there are 95 tiles, but the set has 94"),
        ({"stock": 69}, "there are 93 tiles, but the set has 94"),
        ({"hands": [["0"] * 7, 8], "stock": None}, "there are 7 tiles 0, but the set has 6"),
        ({"discarded": [["+"] * 4, 3], "stock": None}, "there are 6 tiles +, but the set has 5"),
        ({"stock": ["="] * 14}, "there are 16 tiles =, but the set has 14"),
        ({"stock": None, "hands": [["0"], 12], "discarded": [77, 0]}, "there are 95 tiles, but the set has 94"),
    ],
)
def test_strict_refuses_what_no_set_holds(parts: dict[str, Any], says: str) -> None:
    position = position_from_json(with_parts(**parts))
    with pytest.raises(FormatError, match=says.replace("+", r"\+")):
        check_strict(position)


@pytest.mark.parametrize("parts", [{"stock": None}, {"hands": [["0"], None], "stock": 5}, {"discarded": [None, 3]}])
def test_strict_allows_fewer_tiles_where_something_is_unknown(parts: dict[str, Any]) -> None:
    check_strict(position_from_json(with_parts(**parts)))


# ---------------------------------------------------------------------------------------------- values


def test_a_position_cannot_be_changed() -> None:
    position = position_from_json(GOOD)
    with pytest.raises(AttributeError):
        position.to_move = 1  # type: ignore[misc]
    value = position_to_json(position)
    value["hands"][0].append("9")
    value["scores"][0] = 99
    assert position_to_json(position) == GOOD


@given(positions)
def test_positions_can_be_copied_and_sent_to_another_process(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.deepcopy(position) == position


def test_lists_that_were_read_may_change_afterwards() -> None:
    value = json.loads(json.dumps(GOOD))
    position = position_from_json(value)
    value["hands"][0].clear()
    value["board"].clear()
    assert position == position_from_json(GOOD)


def test_nothing_drawn_is_one_value() -> None:
    play = Play(())
    assert Pending(play, 0) == Pending(play, ())
    assert Pending(play, ("=", "1")) == Pending(play, ("1", "="))


def test_a_table_of_many_tiles_is_read_in_one_go() -> None:
    many = range(20_000)
    board = Board({Square(x, x % 7): Token("1", "1") for x in many}, {Square(x, 9) for x in many})
    position = Position(SUMMY, board, (8,), (0,))
    assert parse_position(format_position(position)) == position
    assert position_from_json(position_to_json(position)) == position
