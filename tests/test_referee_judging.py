"""What the referee accepts and what it scores, rule by rule."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given

from summy.board import Board, Direction, Square
from summy.move import Discard, Exchange, Move, Pass, Placement, Play, move_from_json, parse_move
from summy.position import Position
from summy.position_text import parse_position
from summy.referee import Verdict, judge, judge_play
from summy.rulesets import load_ruleset
from summy.tiles import Token
from wellformed import positions_and_moves


def judged(position: str, move: str) -> Verdict:
    at = parse_position(position)
    return judge(at, parse_move(move, at.ruleset))


def code_of(position: str, move: str) -> str | None:
    refusal = judged(position, move).refusal
    return refusal.code if refusal else None


def score_of(position: str, move: str) -> int:
    verdict = judged(position, move)
    assert verdict.legal, verdict.refusal
    return verdict.score


def summy(board: str, hand: str, closed: str = "") -> str:
    return f"summy;{board};{closed};{hand} #8;0 0;0;50;0;#0 #0;-"


def on_board(rules: str, board: str, hand: str) -> str:
    return f"{rules};{board};;{hand} #8;0 0;0;50;0;#0 #0;-"


# ---------------------------------------------------------------------------------------------- Summy: the table


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("-3,0> 1+2(=)3", None),
        ("0,-3v 1+2(=)3", None),
        ("-3,1> 1+2=3", "no_tile_from_table"),
        ("1,0> 1", "line_not_whole"),
        ("0,0> (=)1", "empty_side"),
        ("-2,0> 1+(=)", "empty_side"),
    ],
)
def test_a_sum_goes_through_a_tile_of_the_table(move: str, code: str | None) -> None:
    assert code_of(summy("=@0,0", "123+="), move) == code


def test_a_line_may_hold_several_tiles_of_the_table_with_placed_ones_between() -> None:
    assert score_of(summy("1@-3,0 2@-1,0 =@0,0", "+3"), "-3,0> (1)+(2=)3") == 6
    assert score_of(summy("+@-2,0 =@0,0 3@1,0", "12"), "-3,0> 1(+)2(=3)") == 6


def test_a_line_is_the_whole_maximal_run() -> None:
    """A tile of the table that touches either end belongs to it."""
    assert code_of(summy("=@0,0 1@2,0", "12+3"), "-3,0> 1+2(=)3") == "line_not_whole"
    assert code_of(summy("=@0,0 1@2,0", "12+3"), "-3,0> 1+2(=)3(1)") == "not_equal"
    assert code_of(summy("=@0,0 9@-4,0", "12+3"), "-3,0> 1+2(=)3") == "line_not_whole"


def test_tiles_that_touch_from_the_side_do_not_matter() -> None:
    beside = summy("=@0,0 5@-3,1 +@-2,1 5@-1,-1 =@1,1", "12+3")
    verdict = judged(beside, "-3,0> 1+2(=)3")
    assert (verdict.score, [line.text for line in verdict.lines]) == (6, ["1+2=3"])


def test_a_sum_that_comes_about_in_the_crossing_direction_neither_scores_nor_closes() -> None:
    """Placing 3 at (1,0) also completes 5-2=3 downwards."""
    board = "1@-3,0 +@-2,0 2@-1,0 =@0,0 5@1,-4 -@1,-3 2@1,-2 =@1,-1"
    verdict = judged(summy(board, "3"), "-3,0> (1+2=)3")
    assert (verdict.score, len(verdict.lines)) == (6, 1)
    assert verdict.lines[0].closes == ((-4, 0), (2, 0))


def test_a_lone_tile_that_completes_two_sums_is_played_in_the_direction_that_is_said() -> None:
    board = summy("1@-3,0 +@-2,0 2@-1,0 =@0,0 5@1,-4 -@1,-3 2@1,-2 =@1,-1", "3")
    assert (score_of(board, "-3,0> (1+2=)3"), score_of(board, "1,-4v (5-2=)3")) == (6, 10)


def test_a_lone_tile_without_a_direction_is_played_in_the_better_legal_one() -> None:
    position = parse_position(summy("1@-3,0 +@-2,0 2@-1,0 =@0,0 5@1,-4 -@1,-3 2@1,-2 =@1,-1", "34"))
    lone = Play((Placement(Square(1, 0), "3", "3"),))
    best = judge(position, lone)
    assert (best.score, best.lines[0].direction) == (10, Direction.DOWN)
    without = parse_position(summy("1@-3,0 +@-2,0 2@-1,0 =@0,0 5@1,-4 -@1,-3 1@1,-2 =@1,-1", "34"))
    assert judge(without, lone).lines[0].direction is Direction.ACROSS
    wrong = judge(position, Play((Placement(Square(1, 0), "4", "4"),))).refusal
    assert wrong is not None
    assert wrong.message() == "1+2 is 3, not 4"
    nowhere = judge(position, Play((Placement(Square(9, 9), "4", "4"),))).refusal
    assert nowhere is not None
    assert nowhere.code == "no_tile_from_table"


def test_the_stated_direction_must_be_that_of_the_tiles() -> None:
    tiles = [{"x": 1, "y": 0, "tile": "1"}, {"x": 2, "y": 0, "tile": "2"}]
    position = parse_position(summy("=@0,0", "12"))
    down = judge(position, move_from_json({"kind": "play", "direction": "down", "tiles": tiles})).refusal
    assert down is not None
    assert down.code == "not_one_line"


def test_ends_are_closed_for_good_in_both_directions_and_for_both_sides() -> None:
    closed = summy("1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0", "0", closed="-4,0 2,0")
    assert code_of(closed, "-3,0> (1+2=3)0") == "square_reserved"
    assert code_of(closed, "2,0v 0") == "square_reserved"
    other_side = closed.replace("0 #8;0 0;0;", "#8 0;0 0;1;")
    assert code_of(other_side, "2,0v 0") == "square_reserved"


def test_the_squares_before_and_after_a_line_are_closed_by_it() -> None:
    (line,) = judged(summy("=@0,0", "123+"), "0,-3v 1+2(=)3").lines
    assert line.closes == ((0, -4), (0, 2))
    assert line.squares() == tuple((0, y) for y in range(-3, 2))


def test_a_sum_may_end_at_the_edge_of_a_board_which_closes_nothing_beyond() -> None:
    def board(tiles: str) -> str:
        return f"summy-127;{tiles};;123+= #8;0 0;0;50;0;#0 #0;-"

    assert judged(board("=@D1"), "A1> 1+2(=)3").lines[0].closes == ((5, 0),)
    assert judged(board("=@X25"), "U25> 1+2(=)3").lines[0].closes == ((19, 24),)
    assert judged(board("=@A24"), "A21v 1+2(=)3").lines[0].closes == ((0, 19),)
    assert code_of(board("=@X25"), "V25> 1+(=)23") == "off_board"


def test_the_unlimited_table_ends_where_coordinates_do() -> None:
    far = summy("=@999999,-1000000", "123+")
    (line,) = judged(far, "999996,-1000000> 1+2(=)3").lines
    assert line.closes == ((999_995, -1_000_000),)
    beyond = Play((Placement(Square(1_000_001, 0), "1", "1"),), Direction.ACROSS)
    refusal = judge(parse_position(summy("=@1000000,0", "1")), beyond).refusal
    assert refusal is not None
    assert refusal.code == "off_board"


@pytest.mark.parametrize(
    ("line", "score"),
    [("8x15=120", 17), ("7-6=1", 14), ("0x7=0", 7), ("0-0=0", 0), ("100-99=1", 20), ("9x9x9=729", 45)],
)
def test_summy_scores_every_digit_of_the_line_old_and_new(line: str, score: int) -> None:
    for lying in range(1, len(line)):
        board = " ".join(f"{tile}@{x},0" for x, tile in enumerate(line[:lying]))
        assert score_of(summy(board, line[lying:]), f"0,0> ({line[:lying]}){line[lying:]}") == score


def test_a_play_may_use_twelve_tiles() -> None:
    assert score_of(summy("=@0,0", "11122222333+"), "-8,0> 111+2222(=)2333") == 3 + 8 + 2 + 9


# ---------------------------------------------------------------------------------------------- A-Math: the table


def test_the_opening_covers_the_centre() -> None:
    empty = on_board("amath", "", "11=")
    assert code_of(empty, "H8> 1=1") is None
    assert code_of(empty, "F8> 1=1") is None
    assert code_of(empty, "H6v 1=1") is None
    assert code_of(empty, "I8> 1=1") == "opening_must_cover_centre"
    assert code_of(empty, "G9> 1=1") == "opening_must_cover_centre"


def test_later_a_new_tile_touches_an_old_one() -> None:
    table = on_board("amath", "1@G8 =@H8 1@I8", "2=2-0")
    assert code_of(table, "A1> 2=2") == "not_connected"
    assert code_of(table, "J9> 2=2") == "not_connected"
    assert code_of(table, "J8> 2=2") == "line_not_whole"
    assert code_of(table, "G8> (1=1)-0") is None


def test_every_run_of_two_or_more_through_a_new_tile_must_be_true() -> None:
    table = on_board("amath", "1@G8 =@H8 1@I8", "1=12=")
    assert code_of(table, "G8v (1)=1") is None
    assert code_of(table, "G9> 1=1") == "no_equals"
    assert [line.text for line in judged(table, "G8v (1)=1").lines] == ["1=1"]


def test_a_play_beside_another_forms_several_lines() -> None:
    table = on_board("amath", "3@G7 =@G8 2@H7 =@H8", "3=2")
    verdict = judged(table, "G9> 3=2")
    assert not verdict.legal
    columns = on_board("amath", "3@G7 =@G8 3@I7 =@I8", "3=3")
    verdict = judged(columns, "G9> 3=3")
    assert [(line.text, line.direction.value, line.start) for line in verdict.lines] == [
        ("3=3", "across", (6, 8)), ("3=3", "down", (6, 6)), ("3=3", "down", (8, 6)),
    ]  # fmt: skip


def test_crossing_lines_come_by_row_and_column() -> None:
    # Down column H; the crossings lie to the right in row 7 and to the left in row 9.
    verdict = judged(on_board("amath", "=@I7 0@J7 0@F9 =@G9", "00="), "H7v 0=0")
    assert [(line.direction.value, line.start) for line in verdict.lines] == [
        ("down", (7, 6)), ("across", (7, 6)), ("across", (5, 8)),
    ]  # fmt: skip


def test_a_lone_tile_scores_both_its_lines() -> None:
    board = "1@E8 +@F8 2@G8 =@H8 5@I4 -@I5 2@I6 =@I7"
    verdict = judged(on_board("amath", board, "3"), "E8> (1+2=)3")
    assert [line.text for line in verdict.lines] == ["1+2=3", "5-2=3"]
    assert verdict.score == (1 + 2 + 1 + 1 + 1) + (2 + 2 + 1 + 1 + 1)
    assert judged(on_board("amath", board, "3"), "I4v (5-2=)3") == verdict


def test_premium_squares_count_for_new_tiles_only() -> None:
    # The centre triples its tile for the play that covers it.
    assert score_of(on_board("amath", "", "1=1"), "G8> 1=1") == 1 + 3 * 1 + 1
    assert score_of(on_board("amath", "1@G8 =@H8 1@I8", "-0"), "G8> (1=1)-0") == 1 + 1 + 1 + 2 + 1


def test_tile_premiums_come_before_the_product_of_equation_premiums() -> None:
    # In row 1, 3E at A and 2P at D.
    assert score_of(on_board("amath", "+@B1 1@C1 2@E1", "1="), "A1> 1(+1)=(2)") == (1 + 2 + 1 + 2 * 1 + 1) * 3


def test_premiums_count_in_the_played_and_in_the_crossing_line() -> None:
    """A new tile on a premium square counts it in both its lines."""
    # B2 and its neighbours: 2E at B2. Across 1=1 in row 2, down 1=1 in column B.
    board = "=@C2 1@D2 =@B3 1@B4"
    verdict = judged(on_board("amath", board, "1"), "B2> 1(=1)")
    assert [line.score for line in verdict.lines] == [6, 6]
    assert verdict.score == 12


@pytest.mark.parametrize(("squares", "factor"), [((1,), 2), ((0,), 3), ((0, 7), 9), ((0, 7, 14), 27), ((), 1)])
def test_product_of_equation_premiums(squares: tuple[int, ...], factor: int) -> None:
    """The first row holds three 3E (A, H, O), the second a 2E at B; only new tiles wake them."""
    rules = load_ruleset("amath")
    row = 1 if squares == (1,) else 0
    faces = list("1+2-3+4=5-1+1-1")
    board = Board({Square(x, row): Token(face, face) for x, face in enumerate(faces) if x not in squares})
    if not squares:
        board, squares = board.without([Square(4, 0)]), (4,)
    placed = tuple(Placement(Square(x, row), faces[x], faces[x]) for x in squares)
    verdict = judge_play(Position(rules, board, (tuple(each.tile for each in placed), 8), (0, 0)), Play(placed))
    plain = sum(rules.tiles.points[face] for face in faces)
    assert verdict.lines[0].text == "1+2-3+4=5-1+1-1"
    assert verdict.score == plain * factor


@pytest.mark.parametrize(("count", "bonus"), [(7, 0), (8, 40), (9, 40), (12, 40)])
def test_bonus_for_at_least_a_full_hand_is_added_after_multiplying(count: int, bonus: int) -> None:
    rules = load_ruleset("amath")
    faces = "1-1+1-1+1=1+1-1"
    placed = tuple(Placement(Square(x, 0), face, face) for x, face in enumerate(faces) if x < count)
    board = Board({Square(x, 0): Token(face, face) for x, face in enumerate(faces) if x >= count})
    hand = tuple(placement.tile for placement in placed)
    verdict = judge_play(Position(rules, board, (hand, 8), (0, 0)), Play(placed))
    assert verdict.legal
    assert verdict.score == verdict.lines[0].score + bonus


def test_a_blank_scores_nothing_and_a_choice_tile_its_own_points() -> None:
    table = on_board("amath", "=@H8 1@I8", "[+/-]?12-")
    assert score_of(table, "E8> [?>2]-1(=1)") == 2 * 0 + 2 + 1 + 1 + 1
    assert score_of(table, "E8> 2[+/->-]1(=1)") == 1 + 1 + 1 + 1 + 1


def test_a_blank_of_the_small_set_is_never_seventeen() -> None:
    def opening(rules: str) -> str | None:
        return code_of(on_board(rules, "", "?[10]7+="), "D8> [10]+7=[?>17]")

    assert (opening("amath"), opening("amath-70")) == (None, "face_not_allowed")


@pytest.mark.parametrize("move", ["H8> 1", "H8v 1"])
def test_a_play_forms_at_least_one_line(move: str) -> None:
    assert code_of(on_board("amath", "", "1"), move) == "no_equals"


# ---------------------------------------------------------------------------------------------- the draft


def test_the_draft_scores_a_point_a_tile_and_the_result() -> None:
    assert score_of(on_board("summy-draft", "", "44="), "H8> 4=4") == 3 + 1 + 1 + 4
    assert score_of(on_board("summy-draft", "1@G8 +@H8 2@I8", "=3"), "G8> (1+2)=3") == 5 + 3


def test_an_equation_premium_of_the_draft_multiplies_tiles_and_result() -> None:
    # 2E at B2, a new tile on it.
    assert score_of(on_board("summy-draft", "=@C2 7@D2", "7"), "B2> 7(=7)") == (3 + 7) * 2


def test_a_tile_in_two_equations_counts_in_both() -> None:
    board = "4@G7 =@G8 4@I7 =@I8"
    verdict = judged(on_board("summy-draft", board, "44="), "G9> 4=4")
    assert [line.text for line in verdict.lines] == ["4=4", "4=4", "4=4"]
    assert verdict.score == sum(line.score for line in verdict.lines)


def test_each_line_of_the_draft_has_one_equals_sign() -> None:
    assert code_of(on_board("summy-draft", "", "444=="), "F8> 4=4=4") == "several_equals"


def test_the_draft_opens_over_the_centre_of_an_empty_board() -> None:
    assert code_of(on_board("summy-draft", "", "44="), "A1> 4=4") == "opening_must_cover_centre"


# ---------------------------------------------------------------------------------------------- challenge mode


def test_where_plays_are_challenged_any_possible_one_is_taken() -> None:
    table = on_board('amath{"challenge":"challenge"}', "1@G8 =@H8 1@I8", "2+=?")
    verdict = judged(table, "G8> (1=1)2")
    assert (verdict.legal, verdict.score, verdict.lines[0].text) == (True, 4, "1=12")
    assert code_of(table, "A1> 2+") == "not_connected"
    assert code_of(table, "G8> (1=1)3") == "tile_not_in_hand"
    assert code_of(table, "J8> 2") == "line_not_whole"


# ---------------------------------------------------------------------------------------------- hidden hands


@pytest.mark.parametrize("hand", ["#", "#8"])
def test_tiles_of_a_hidden_hand_are_taken_on_trust(hand: str) -> None:
    assert score_of(summy("=@0,0", hand), "-3,0> 1+2(=)3") == 6
    assert code_of(summy("=@0,0", hand), "discard 1 1") is None


def test_a_hidden_hand_holds_no_more_than_it_counts() -> None:
    assert code_of(summy("=@0,0", "#3"), "-3,0> 1+2(=)3") == "tile_not_in_hand"
    assert code_of(summy("=@0,0", "#3"), "discard #4") == "tile_not_in_hand"
    assert code_of(summy("=@0,0", "#3"), "discard 1 2 3 4") == "tile_not_in_hand"
    assert code_of(summy("=@0,0", "#0"), "discard #1") == "tile_not_in_hand"
    assert code_of(summy("=@0,0", "#3"), "discard #3") is None


@pytest.mark.parametrize("hand", ["#", "#8"])
@pytest.mark.parametrize("move", ["0,0> (=)[12]", "discard 12", "0,0> (=)[?>7]", "discard 0 0 0 0 0 0 0"])
def test_a_hidden_hand_holds_tiles_of_the_set_only(hand: str, move: str) -> None:
    assert code_of(summy("=@0,0", hand), move) == "tile_not_in_hand"


# ---------------------------------------------------------------------------------------------- other moves


@pytest.mark.parametrize(
    ("position", "move", "legal"),
    [
        ("summy;=@0,0;;12 #8;0 0;0;1;0;#0 #0;-", "discard 1 2", True),
        ("summy;=@0,0;;12 #8;0 0;0;#;0;#0 #0;-", "discard 1 2", True),
        ("summy;=@0,0;;12 #8;0 0;0;0;0;#0 #0;-", "discard 1", False),
        ("summy;=@0,0;;12 #8;0 0;0;0;0;#0 #0;-", "pass", True),
        ("summy;=@0,0;;12 #8;0 0;0;1;0;#0 #0;-", "pass", False),
        ("summy;=@0,0;;12 #8;0 0;0;#;0;#0 #0;-", "pass", False),
        ("amath;=@H8;;12 #8;0 0;0;5;0;#0 #0;-", "exchange 1 2", True),
        ("amath;=@H8;;12 #8;0 0;0;#;0;#0 #0;-", "exchange 1 2", True),
        ("amath;=@H8;;12 #8;0 0;0;4;0;#0 #0;-", "exchange 1", False),
        ("amath;=@H8;;12 #8;0 0;0;84;0;#0 #0;-", "pass", True),
        ("amath;=@H8;;12345678 #8;0 0;0;5;0;#0 #0;-", "exchange 1 2 3 4 5", True),
        ("amath;=@H8;;12345678 #8;0 0;0;5;0;#0 #0;-", "exchange 1 2 3 4 5 6", False),
        ("summy-draft;=@H8;;12345 #5;0 0;0;5;0;#0 #0;-", "exchange 1 2 3 4 5", True),
        ("summy-draft;=@H8;;12345 #5;0 0;0;2;0;#0 #0;-", "exchange 1 2 3", False),
        ("summy-draft;=@H8;;12345 #5;0 0;0;84;0;#0 #0;-", "pass", True),
        ("summy;=@0,0;;12 #8;0 0;0;1;0;#0 #0;-", "resign", True),
    ],
)
def test_discard_exchange_pass(position: str, move: str, legal: bool) -> None:
    verdict = judged(position, move)
    assert (verdict.legal, verdict.score, verdict.lines) == (legal, 0, ())


# ---------------------------------------------------------------------------------------------- universal rules


@given(positions_and_moves)
def test_a_verdict_depends_on_the_squares_not_on_the_order_of_tiles(given: tuple[Position, Move]) -> None:
    position, move = given
    if isinstance(move, Play):
        assert judge(position, Play(move.tiles[::-1], move.direction)) == judge(position, move)


@given(positions_and_moves)
def test_a_legal_play_scores_its_lines_and_lies_in_them(given: tuple[Position, Move]) -> None:
    position, move = given
    verdict = judge(position, move)
    if isinstance(move, Play) and verdict.legal:
        rules = position.ruleset
        bonus = rules.scoring.full_hand_bonus if len(move.tiles) >= rules.hand_size else 0
        assert verdict.score == sum(line.score for line in verdict.lines) + bonus
        covered = set(itertools.chain.from_iterable(line.squares() for line in verdict.lines))
        assert set(move.squares) <= covered


def test_two_sides_of_one_table_judge_alike() -> None:
    """Nothing but the hand of the side to move is looked at."""
    position = parse_position("summy;=@0,0;;123+ 123+;0 5;0;50;0;#0 #0;-")
    move = parse_move("-3,0> 1+2(=)3", position.ruleset)
    assert judge(position, move) == judge(replace(position, to_move=1, stock=None, discarded=(3, None)), move)


@pytest.mark.parametrize("move", [Discard(("1",)), Exchange(("1",)), Pass()])
def test_what_a_game_has_not_is_not_in_it(move: Move) -> None:
    rules = load_ruleset("summy")
    bare = replace(rules, turn=replace(rules.turn, discard=False, pass_="never"))
    refusal = judge(Position(bare, Board(), (("1",), 8), (0, 0), stock=50), move).refusal
    assert refusal is not None
    assert refusal.code in ("not_in_this_game", "pass_not_allowed")
