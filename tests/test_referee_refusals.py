"""Every reason to refuse a move: reachable, in the order of judging, with a sentence that names the place."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from summy.move import Move, move_from_json, parse_move
from summy.position import Position
from summy.position_text import parse_position
from summy.referee import Verdict, judge, judge_play
from summy.refusals import LINE_PREFIX, SENTENCES, Refusal, Refused, refuse
from wellformed import positions_and_moves

ORDER = (
    "game_over", "not_your_turn", "nothing_placed", "tile_not_in_hand", "face_missing", "face_not_allowed", "off_board",
    "square_taken", "square_reserved", "not_one_line", "gap", "line_not_whole", "table_tile_differs",
    "no_tile_from_table", "not_connected", "opening_must_cover_centre",
    "no_equals", "several_equals", "empty_side", "operator_misplaced", "no_operator", "right_side_not_a_number",
    "number_too_long", "two_digit_tile_joined", "leading_zero", "sign_not_allowed", "minus_zero", "division_by_zero",
    "step_not_whole", "not_equal",
)  # fmt: skip
"""The order of judging, of plays."""

OTHERS = (
    "stock_empty", "stock_not_empty", "bag_too_small", "too_many_tiles", "nothing_to_challenge", "pass_not_allowed",
    "not_in_this_game",
)  # fmt: skip
"""Codes of other moves."""

SUMMY = "summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-"
WIDE = "summy;=@0,0 5@5,0;;0123456789+= #8;0 0;0;70;0;#0 #0;-"
BOARD = "summy-127;=@M13;;12+-x:=7 #8;0 0;0;100;0;#0 #0;-"
OPENING = "amath;;;12=+[12][+/-]?? #8;0 0;0;84;0;#0 #0;-"
AMATH = "amath;1@G8 =@H8 1@I8;;0123456[12][+/-]?=- #8;3 0;0;77;0;#0 #0;-"
LAST = 'amath{"challenge":"challenge"};1@G8 =@H8 1@I8;;#0 4;3 0;1;0;0;#0 #0;G8> 1=1/#0'

CASES: list[tuple[str, str, str, str]] = [
    ("game_over", "summy;=@0,0;;1 2;0 0;0;0;2;#0 #0;-", "pass", "This game is over."),
    ("game_over", "amath;=@H8;;1 2;0 0;0;70;6;#0 #0;-", "H7v 1(=)", "This game is over."),
    ("game_over", LAST, "F8> 4(1=1)", "The last play ends the game: accept it by passing, or challenge it."),
    ("game_over", LAST, "exchange 4", "The last play ends the game: accept it by passing, or challenge it."),
    ("nothing_placed", SUMMY, "-3,0> (1+2=3)", "Choose at least one tile."),
    ("nothing_placed", SUMMY, "discard #0", "Choose at least one tile."),
    ("tile_not_in_hand", SUMMY, "0,1> 9", "9 is not in your hand, or not often enough."),
    ("tile_not_in_hand", SUMMY, "0,1> 00", "0 is not in your hand, or not often enough."),
    ("tile_not_in_hand", SUMMY, "0,1> [12]", "12 is not in your hand, or not often enough."),
    ("tile_not_in_hand", SUMMY, "discard 4 4", "4 is not in your hand, or not often enough."),
    ("tile_not_in_hand", SUMMY, "discard #9", "Your hand has 8 tiles, not 9."),
    ("tile_not_in_hand", OPENING, "exchange ? ? ?", "? is not in your hand, or not often enough."),
    ("face_missing", OPENING, "H8> 1[+/-]", "Choose what +/- at I8 stands for."),
    ("face_not_allowed", OPENING, "H8> 1[+/->x]", "+/- cannot stand for x."),
    ("face_not_allowed", OPENING, "H8> [1>2]=", "1 cannot stand for 2."),
    ("off_board", AMATH, "O8> 12", "P8 is not on the board."),
    ("off_board", AMATH, "P20> 12", "P20 is not on the board."),
    ("square_taken", SUMMY, "0,0> 4", "There is already a tile at 0,0."),
    ("square_taken", AMATH, "H8v 4", "There is already a tile at H8."),
    ("square_reserved", SUMMY, "-3,0> (1+2=3)0", "2,0 is closed: a sum ends there."),
    ("gap", WIDE, "-2,0> 1+(=5)2", "There is a gap after =."),
    ("nothing_placed", SUMMY, "0,0> (=)", "Choose at least one tile."),
    ("line_not_whole", WIDE, "1,0> 1", "The whole line there is =1: give it from end to end."),
    ("line_not_whole", WIDE, "0,0> (=)1(1)", "The whole line there is =1: give it from end to end."),
    ("line_not_whole", AMATH, "I9v 2", "The whole line there is 12: give it from end to end."),
    ("table_tile_differs", WIDE, "0,0> (+)1", "At 0,0 the table has =, not +."),
    ("table_tile_differs", AMATH, "F8> 3([?>1]=1)", "At G8 the table has 1, not [?>1]."),
    ("no_tile_from_table", SUMMY, "4,4> 4", "Use at least one tile that is already on the table."),
    ("tile_not_in_hand", AMATH, "A1> 4=4", "4 is not in your hand, or not often enough."),
    ("not_connected", AMATH, "A1> 4=[?>4]", "At least one new tile must touch a tile on the board."),
    ("opening_must_cover_centre", OPENING, "A1> 1=[?>1]", "The first play must cover the centre, H8."),
    ("no_equals", SUMMY, "-3,0v (1)+4", "1+4 has no =."),
    ("no_equals", OPENING, "H8> 1", "The tile at H8 forms no line with another tile."),
    ("no_equals", AMATH, "G8v (1)-2", "down: 1-2 has no =."),
    ("several_equals", WIDE, "-3,0> 1=+(=)", "1=+= has more than one =."),
    ("empty_side", WIDE, "0,0v (=)4", "Nothing stands on one side of = in =4."),
    ("operator_misplaced", WIDE, "-3,0> +12(=)3", "In +12=3 the + does not stand between two numbers."),
    ("no_operator", WIDE, "-1,0> 4(=)6", "4=6 has no + - x or : before the =."),
    ("operator_misplaced", BOARD, "K13> 1+(=)-2", "In 1+=-2 the + does not stand between two numbers."),
    ("right_side_not_a_number", BOARD, "J13> 1+2(=)-7", "After the = comes one number, not -7."),
    ("number_too_long", AMATH, "G8v (1)234=0", "down: 1234 is too long: a number has at most 3 digits."),
    (
        "two_digit_tile_joined", AMATH, "G8v (1)[12]=4",
        "down: The tile 12 stands alone: no other number tile may be right beside it.",
    ),
    ("leading_zero", WIDE, "-3,0> 1+2(=)03", "03 starts with 0. A number can't start with 0."),
    ("sign_not_allowed", AMATH, "G7v [+/->+](1)=[?>1]", "down: A number needs no + in front of it: +1."),
    ("minus_zero", AMATH, "G8v (1)=-0", "down: There is no minus in front of 0: -0."),
    ("division_by_zero", BOARD.replace("7 #8", "0 #8"), "J13> 1:0(=)2", "Nothing can be divided by 0: 1:0."),
    (
        "step_not_whole", WIDE.replace("summy;", 'summy{"integer_steps":true};').replace("01234", "0-234"),
        "-5,0> 2-3+6(=)5",
        "In 2-3+6 a step gives -1. Here each step must give a whole number, 0 or more.",
    ),
    ("not_equal", WIDE, "-3,0> 1+3(=)2", "1+3 is 4, not 2"),
    ("not_equal", AMATH, "G8v (1)=3", "down: 1 is not 3"),
    ("not_equal", AMATH, "G8v (1)=3-0", "down: 1=3-0, but 3-0 is 3"),
    ("stock_empty", "summy;=@0,0;;1 2;0 0;0;0;0;#0 #0;-", "discard 1", "The stock is empty: there is nothing to draw."),
    ("stock_not_empty", SUMMY, "pass", "You can pass only when the stock is empty."),
    (
        "bag_too_small", AMATH.replace(";77;", ";4;"), "exchange 0",
        "You can exchange only while the stock has at least 5 tiles; it has 4.",
    ),
    (
        "too_many_tiles", AMATH.replace(";77;", ";5;"), "exchange 0 1 2 3 4 5",
        "The stock has only 5 tiles: you can't exchange 6.",
    ),
    (
        "too_many_tiles", "summy-draft;;;12345 5;0 0;0;2;0;#0 #0;-", "exchange 1 2 3",
        "The stock has only 2 tiles: you can't exchange 3.",
    ),
    ("bag_too_small", "summy-draft;;;12345 5;0 0;0;0;0;#0 #0;-", "exchange 1",
     "You can exchange only while the stock has at least 1 tiles; it has 0."),
    ("nothing_to_challenge", SUMMY, "challenge", "There is no play to challenge."),
    ("nothing_to_challenge", 'amath{"challenge":"challenge"};=@H8;;1 2;0 0;0;9;0;#0 #0;-', "challenge",
     "There is no play to challenge."),
    ("pass_not_allowed", 'amath{"pass":"never"};;;1 2;0 0;0;84;0;#0 #0;-', "pass", "Passing is not part of this game."),
    ("not_in_this_game", SUMMY, "exchange 4", "This game has no such move."),
    ("not_in_this_game", AMATH, "discard 4", "This game has no such move."),
]  # fmt: skip
"""(code, position, move, sentence)."""


def judged(position: str, move: str) -> Refusal:
    at = parse_position(position)
    verdict = judge(at, parse_move(move, at.ruleset))
    assert verdict.refusal is not None
    assert (verdict.legal, verdict.score, verdict.lines) == (False, 0, ())
    return verdict.refusal


@pytest.mark.parametrize(("code", "position", "move", "sentence"), CASES)
def test_a_refusal_says_why(code: str, position: str, move: str, sentence: str) -> None:
    refusal = judged(position, move)
    assert (refusal.code, refusal.message()) == (code, sentence)


def test_it_is_not_your_turn() -> None:
    position = parse_position(SUMMY)
    verdict = judge(position, parse_move("pass"), side=1)
    assert verdict.refusal == refuse("not_your_turn")
    assert judge(position, parse_move("resign"), side=0).legal
    assert not judge(position, parse_move("resign"), side=1).legal
    assert verdict.refusal is not None
    assert verdict.refusal.message() == "It is not your turn."


def test_tiles_in_no_one_line() -> None:
    tiles = [{"x": 0, "y": 1, "tile": "4"}, {"x": 1, "y": 2, "tile": "5"}]
    position = parse_position(SUMMY)
    for value in ({"kind": "play", "tiles": tiles}, {"kind": "play", "direction": "down", "tiles": tiles}):
        refusal = judge(position, move_from_json(value, position.ruleset)).refusal
        assert refusal is not None
        assert (refusal.code, refusal.squares) == ("not_one_line", ((0, 1), (1, 2)))
        assert refusal.message() == "All tiles of a turn go in one row or one column."


def test_every_code_of_the_rules_is_reached() -> None:
    reached = {judged(position, move).code for _, position, move, _ in CASES}
    assert reached | {"not_your_turn", "not_one_line"} == {*ORDER, *OTHERS}


def test_every_sentence_is_reached() -> None:
    """No template stands in the catalogue for nothing (those of the two tests above are named here)."""
    reached = {judged(position, move).template for _, position, move, _ in CASES}
    named = {SENTENCES[key] for key in ("not_your_turn", "not_one_line", "not_equal_sides")}
    assert reached | named == set(SENTENCES.values())


@pytest.mark.parametrize(
    ("position", "move", "squares"),
    [
        (SUMMY, "-3,0> (1+2=3)0", ((2, 0),)),
        (SUMMY, "0,0> 4", ((0, 0),)),
        (SUMMY, "0,1> 9", ((0, 1),)),
        (AMATH, "O8> 12", ((15, 7),)),
        (WIDE, "-2,0> 1+(=5)2", ((1, 0),)),
        (WIDE, "1,0> 1", ((0, 0), (1, 0))),
        (WIDE, "0,0> (+)1", ((0, 0),)),
        (OPENING, "A1> 1=[?>1]", ((7, 7),)),
        (OPENING, "H8> 1[+/-]", ((8, 7),)),
        (AMATH, "G8v (1)=-0", ((6, 9), (6, 10))),
        (WIDE, "-3,0> 1+3(=)2", ((1, 0),)),
        (WIDE, "-3,0> 1+2(=)03", ((1, 0), (2, 0))),
        (SUMMY, "discard 9", ()),
        (SUMMY, "pass", ()),
    ],
)
def test_a_refusal_points_at_squares(position: str, move: str, squares: tuple[tuple[int, int], ...]) -> None:
    assert judged(position, move).squares == squares


# ---------------------------------------------------------------------------------------------- the order of judging

HELD = "0145[+/-]?"
CROWDED = f"amath;5@E5 1@G8 =@H8 1@I8;A1;{HELD} #8;0 0;0;80;0;#0 #0;-"


def entry(x: int, y: int, tile: str, face: str | None = None) -> dict[str, Any]:
    return {"x": x, "y": y, "tile": tile} | ({"face": face} if face else {})


FAULTY_TILES = {
    "tile_not_in_hand": (entry(2, 2, "9"), entry(2, 2, "0")),
    "face_missing": (entry(3, 3, "+/-"), entry(3, 3, "+/-", "-")),
    "face_not_allowed": (entry(9, 9, "1", "2"), entry(9, 9, "1")),
    "off_board": (entry(15, 3, "4"), entry(14, 3, "4")),
    "square_taken": (entry(4, 4, "5"), entry(4, 5, "5")),
    "square_reserved": (entry(0, 0, "?", "7"), entry(1, 0, "?", "7")),
}
"""Each fault of a single tile, with the same tile without the fault."""


@pytest.mark.parametrize("repaired", range(len(FAULTY_TILES) + 1))
def test_faults_of_tiles_are_judged_in_order(repaired: int) -> None:
    """A play with every fault of a tile at once, one more of them mended each time."""
    codes = [*FAULTY_TILES, "not_one_line"]
    tiles = [mended if index < repaired else faulty for index, (faulty, mended) in enumerate(FAULTY_TILES.values())]
    position = parse_position(CROWDED)
    play = move_from_json({"kind": "play", "tiles": tiles}, position.ruleset)
    verdict = judge(position, play)
    assert verdict.refusal is not None
    assert verdict.refusal.code == codes[repaired]
    for over in (replace(position, scoreless=6), replace(position, scoreless=6, to_move=1)):
        assert judge(over, play, side=0) == Verdict(False, refusal=refuse("game_over"))
    assert judge(replace(position, to_move=1), play, side=0) == Verdict(False, refusal=refuse("not_your_turn"))


IN_ORDER = [
    # Line placement: each text has the faults of all the following ones too, where they can go together.
    ("summy", [
        ("gap", "=@0,0 5@9,0", "-9,0> 1(7)2"),
        ("line_not_whole", "=@0,0 5@9,0", "1,0> 1(7)"),
        ("table_tile_differs", "=@0,0 5@9,0", "0,0> (+)1"),
        ("no_tile_from_table", "=@0,0 5@9,0", "4,4> +"),
        ("no_equals", "1@0,0", "-1,0> +(1)+"),
        ("several_equals", "=@0,0", "0,0> (=)=+"),
        ("empty_side", "=@0,0", "0,0> (=)+"),
        ("operator_misplaced", "=@0,0", "-2,0> 0+(=)+"),
        ("no_operator", "=@0,0", "-2,0> 01(=)+0"),
        ("right_side_not_a_number", "=@0,0", "-4,0> 01:0(=)0+1"),
        ("leading_zero", "=@0,0", "-4,0> 01:0(=)1"),
        ("division_by_zero", "=@0,0", "-7,0> 1-2+1:0(=)9"),
        ("step_not_whole", "=@0,0", "-3,0> 1-2(=)9"),
        ("not_equal", "=@0,0", "-3,0> 2-1(=)9"),
    ]),
    ("amath", [
        ("gap", "=@H8", "A1> 1(7)2"),
        ("line_not_whole", "=@H8", "I8> 1(7)"),
        ("table_tile_differs", "=@H8", "H8> (+)1"),
        ("not_connected", "=@H8", "A1> +"),
        ("opening_must_cover_centre", "", "A1> +"),
        ("no_equals", "", "H8> +"),
        ("empty_side", "=@H8", "H8> (=)=+"),
        ("operator_misplaced", "=@H8", "C8> 1234+(=)+0"),
        ("number_too_long", "=@H8", "C8> 01234(=)[12]0"),
        ("two_digit_tile_joined", "=@H8", "F8> 01(=)[12]0"),
        ("leading_zero", "=@H8", "E8> +01(=)-0"),
        ("sign_not_allowed", "=@H8", "F8> +1(=)-0"),
        ("minus_zero", "=@H8", "E8> 1:0(=)-0"),
        ("division_by_zero", "=@H8", "E8> 1:0(=)0"),
        ("not_equal", "=@H8", "E8> 1:2(=)0"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cases"), IN_ORDER, ids=[rules for rules, _ in IN_ORDER])
def test_faults_of_lines_are_judged_in_order(rules: str, cases: list[tuple[str, str, str]]) -> None:
    codes = [code for code, _, _ in cases]
    assert codes == [code for code in ORDER if code in codes]
    options = '{"integer_steps":true}' if rules == "summy" else ""
    for code, board, move in cases:
        refusal = judged(f"{rules}{options};{board};;#12 #8;0 0;0;70;0;#0 #0;-", move)
        assert refusal.code == code, move


def test_parentheses_on_empty_squares_are_a_gap_or_a_line_that_is_not_whole() -> None:
    assert judged(WIDE, "0,0> (=)1(2)3").code == "gap"
    assert judged(WIDE, "0,0> (=)1(2)").code == "line_not_whole"
    assert judged(WIDE, "-1,0> (2=)1").code == "line_not_whole"


def test_the_played_line_is_judged_before_crossings_and_those_by_row_and_column() -> None:
    position = "amath;1@G8 =@H8 1@I8 4@F10 5@H11;;0123456[12][+/-]?=- #8;3 0;0;77;0;#0 #0;-"
    assert judged(position, "G8v (1)=23").message() == "down: 1 is not 23"
    assert judged(position, "G8v (1)=1-0").message() == "across: 41 has no =."
    assert judged(position.replace("4@F10 ", ""), "G8v (1)=1-0").message() == "across: -5 has no =."


# ---------------------------------------------------------------------------------------------- universal rules


@settings(max_examples=400)
@given(positions_and_moves)
def test_judging_never_raises_and_a_refusal_is_whole(given: tuple[Position, Move]) -> None:
    position, move = given
    for side in (None, *range(position.sides)):
        verdict = judge(position, move, side)
        assert verdict.legal == (verdict.refusal is None)
        if verdict.refusal is not None:
            assert (verdict.score, verdict.lines) == (0, ())
            assert verdict.refusal.code in {*ORDER, *OTHERS}
            message = verdict.refusal.message()
            assert message.isprintable()
            assert not re.search(r"[{}]|\(.*'", message)


@given(positions_and_moves)
def test_the_first_reason_is_that_of_the_last_move_with_less_to_judge(given: tuple[Position, Move]) -> None:
    """Whose turn it is, is judged after the end of the game and before everything else."""
    position, move = given
    here = judge(position, move)
    other = judge(position, move, side=(position.to_move + 1) % position.sides)
    if position.sides > 1:
        code = "game_over" if here.refusal is not None and here.refusal == refuse("game_over") else "not_your_turn"
        assert other.refusal == refuse(code)


# ---------------------------------------------------------------------------------------------- sentences as values


def test_a_sentence_is_translated_first_and_filled_in_then() -> None:
    refusal = judged(WIDE, "-3,0> 1+3(=)2")
    assert refusal.message(lambda text: text.replace("is", "dá").replace("not", "não")) == "1+3 dá 4, não 2"
    crossing = judged(AMATH, "G8v (1)=3")
    spanish = {LINE_PREFIX["down"]: "abajo: {reason}", crossing.template: "{left} no es {right}"}
    assert crossing.message(spanish.__getitem__) == "abajo: 1 no es 3"


def test_a_refusal_keeps_its_values_to_itself() -> None:
    refusal = judge_play(parse_position(WIDE), parse_move("-3,0> 1+3(=)2")).refusal  # type: ignore[arg-type]
    assert refusal is not None
    params: Any = refusal.params
    with pytest.raises(TypeError):
        params["left"] = "9"


def test_refused_carries_its_refusal() -> None:
    refusal = refuse("too_many_tiles", stock=5, count=6)
    assert pickle.loads(pickle.dumps(refusal)) == refusal
    assert str(Refused(refusal)) == refusal.message()
    assert Refused(refusal).refusal is refusal


@pytest.mark.parametrize("template", sorted(SENTENCES.values()))
def test_every_sentence_is_plain(template: str) -> None:
    """It starts like a sentence (or with a value), and no word of it is code."""
    assert template[0].isupper() or template[0] == "{"
    assert "_" not in re.sub(r"\{\w+\}", "", template)
    assert len(template) < 110
