"""What must not matter, and what must: turned and moved tables, order of the hand, one tile more or fewer."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from courses import course
from searching import likely_hand
from summy.board import Board, Direction, Square
from summy.engine.movegen import generate
from summy.move import Placement, Play
from summy.position import Position

pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A table of a random game on the unlimited table with a hand that is likely to have plays."""
    states = course("summy", draw(st.integers(1, 6)), 2)
    state = draw(st.sampled_from([state for state in states if state.ended is None]))
    hand = likely_hand(random.Random(draw(st.integers(0, 10**6))), draw(st.integers(0, 7)))
    return holding(state.position, hand)


def holding(position: Position, hand: list[str]) -> Position:
    return Position(position.ruleset, position.board, (tuple(hand),), (0,))


def scored(position: Position) -> dict[Play, int]:
    plays = generate(position)
    found = dict(zip(plays, plays.scores, strict=True))
    assert len(found) == len(plays), "a play was found twice"
    return found


def transposed(position: Position) -> Position:
    tokens = {Square(y, x): token for (x, y), token in position.board.tokens.items()}
    board = Board(tokens, [Square(y, x) for x, y in position.board.reserved])
    return Position(position.ruleset, board, position.hands, position.scores)


def moved(position: Position, across: int, down: int) -> Position:
    tokens = {Square(x + across, y + down): token for (x, y), token in position.board.tokens.items()}
    board = Board(tokens, [Square(x + across, y + down) for x, y in position.board.reserved])
    return Position(position.ruleset, board, position.hands, position.scores)


def each_square(play: Play, change: dict[str, int] | None) -> Play:
    """A play turned over the diagonal (`change` None) or moved."""
    tiles = []
    for placement in play.tiles:
        x, y = placement.square
        square = Square(y, x) if change is None else Square(x + change["x"], y + change["y"])
        tiles.append(Placement(square, placement.tile, placement.face))
    assert play.direction is not None
    return Play(tuple(tiles), play.direction.other if change is None else play.direction)


@settings(max_examples=150, suppress_health_check=SLOW)
@given(position=positions())
def test_a_turned_table_has_the_turned_plays(position: Position) -> None:
    expected = {each_square(play, None): score for play, score in scored(position).items()}
    assert scored(transposed(position)) == expected


@settings(max_examples=150, suppress_health_check=SLOW)
@given(position=positions(), x=st.integers(-999_900, 999_900), y=st.integers(-999_900, 999_900))
def test_a_table_far_away_has_the_same_plays(position: Position, x: int, y: int) -> None:
    expected = {each_square(play, {"x": x, "y": y}): score for play, score in scored(position).items()}
    assert scored(moved(position, x, y)) == expected


@settings(max_examples=100, suppress_health_check=SLOW)
@given(position=positions(), data=st.data())
def test_the_order_of_the_hand_does_not_matter(position: Position, data: st.DataObject) -> None:
    mixed = data.draw(st.permutations(position.hand))
    assert scored(holding(position, list(mixed))) == scored(position)


@settings(max_examples=150, suppress_health_check=SLOW)
@given(position=positions(), tile=st.sampled_from("0123456789+-x:="))
def test_one_tile_more_gives_all_plays_and_perhaps_others(position: Position, tile: str) -> None:
    before = scored(position)
    after = scored(holding(position, [*position.hand, tile]))
    assert before.items() <= after.items()
    for play in after.keys() - before.keys():
        assert tile in [placement.tile for placement in play.tiles]


@settings(max_examples=100, suppress_health_check=SLOW)
@given(position=positions())
def test_a_closed_square_takes_away_the_plays_that_need_it_and_no_others(position: Position) -> None:
    before = scored(position)
    if not before:
        return
    square = next(iter(before)).tiles[0].square
    closed = Position(position.ruleset, position.board.placing({}, [square]), position.hands, position.scores)
    expected = {play: score for play, score in before.items() if square not in play.squares}
    assert scored(closed) == expected


def test_one_tile_that_completes_two_lines_is_two_plays() -> None:
    from summy.position_text import parse_position

    position = parse_position("summy;1@-2,0 +@-1,0 =@1,0 3@2,0 1@0,-2 +@0,-1 =@0,1 3@0,2;;2;0;0;0;0;#0;-")
    assert [(play.direction, score) for play, score in scored(position).items()] == [
        (Direction.ACROSS, 6),
        (Direction.DOWN, 6),
    ]
