"""What a side sees: everything it may see, and nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from summy import Game, Position, load_ruleset, parse_position, ruleset_names
from summy.board import Direction
from summy.envs.actions import DISCARD, action_space
from summy.envs.chance import resampled
from summy.envs.drawing import information_text, observation_text, picture, private_text, public_text
from summy.envs.observation import PHASES, layout_of, observe, unseen
from summy.envs.table import Settings, Table
from summy.envs.turn import actions_of
from summy.move import parse_move

POSITION = parse_position("summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-")
FULL = replace(
    parse_position("summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= 12345678;6 0;0;3;0;#0 777;-"),
    stock=("9", "9", "9"),
)


def tables(name: str, seed: int, sides: int = 2) -> Iterator[Table]:
    """The states of a game of random actions."""
    chance = random.Random(seed)
    rules = load_ruleset(name)
    table = Table(Settings(rules, sides), Game.new(rules, seed=bytes([seed]) * 32, sides=sides).state)
    while not table.over:
        yield table
        table = table.after(chance.choice(table.legal))
    yield table


def texts(table: Table, side: int) -> tuple[str, ...]:
    return (
        observation_text(table, side),
        private_text(table, side),
        public_text(table),
        information_text(table, side),
    )


def moved_hidden_tiles(table: Table, side: int, seed: int) -> tuple[Table, Position]:
    """The same state with the tiles that a side has not seen exchanged for one another."""
    other = resampled(table, side, random.Random(seed).random)
    return other, other.position


@pytest.mark.parametrize("name", ruleset_names())
def test_exchanging_hidden_tiles_changes_nothing_that_a_side_sees(name: str) -> None:
    changed = 0
    sides = 2 if load_ruleset(name).sides.maximum == 2 else 3
    for seed in range(3):
        for count, table in enumerate(tables(name, seed, sides)):
            if count % 5:
                continue
            for side in range(sides):
                other, position = moved_hidden_tiles(table, side, count)
                seen, seen_then = observe(table, side), observe(other, side)
                assert seen.keys() == seen_then.keys()
                assert all(np.array_equal(seen[key], seen_then[key]) for key in seen)
                assert texts(table, side) == texts(other, side)
                assert table.over or side != table.side or table.legal == other.legal
                changed += position.hands != table.position.hands
    assert changed > 10


@pytest.mark.parametrize("name", ruleset_names())
def test_a_side_sees_its_own_tiles(name: str) -> None:
    """The counter-test: what is a side's own does show."""
    differing = 0
    for table in tables(name, seed=7):
        for side in range(2):
            other, position = moved_hidden_tiles(table, 1 - side, seed=1)
            if position.hands[side] != table.position.hands[side] and side != table.side:
                assert not np.array_equal(observe(table, side)["hand"], observe(other, side)["hand"])
                assert private_text(table, side) != private_text(other, side)
                differing += 1
    assert differing > 0


@pytest.mark.parametrize("name", ruleset_names())
def test_arrays_fit_their_pieces_and_count_every_tile(name: str) -> None:
    for table in tables(name, seed=2):
        position = table.position
        for side in range(2):
            arrays = observe(table, side)
            pieces = layout_of(table.settings).pieces
            assert sorted(arrays) == sorted(piece.name for piece in pieces)
            for piece in pieces:
                array = arrays[piece.name]
                assert (array.shape, array.dtype) == (piece.shape, piece.dtype)
                assert piece.low <= array.min() <= array.max() <= piece.high
            hidden = sum(map(len, (position.stock or (), position.hands[1 - side], position.discarded[1 - side])))  # type: ignore[arg-type]
            assert arrays["unseen"].sum() == sum(unseen(position, side).values()) == hidden
            assert arrays["hand"].sum() + arrays["taken"].sum() == arrays["hand_sizes"][0]
            faces = arrays["board"][: len(layout_of(table.settings).faces)].sum()
            assert faces - arrays["draft"][0].sum() == len(position.board)


def test_the_arrays_of_a_known_position() -> None:
    settings = Settings(FULL.ruleset, 2, window=11)
    table = Table.at(settings, FULL)
    arrays = observe(table, 0)
    planes = layout_of(settings).planes
    assert planes == (*"0123456789", "+", "-", "x", ":", "=", "closed")
    assert {  # the tiles lie from x -3 to 1, so the window begins at x -6 and y -5
        (planes[plane], column - 6, row - 5) for plane, row, column in np.argwhere(arrays["board"]).tolist()
    } == {
        ("1", -3, 0), ("+", -2, 0), ("2", -1, 0), ("=", 0, 0), ("3", 1, 0), ("closed", -4, 0), ("closed", 2, 0),
    }  # fmt: skip
    names = settings.space.names
    assert {name: n for name, n in zip(names, arrays["hand"].tolist(), strict=True) if n} == dict.fromkeys(
        "04568+x=", 1
    )
    assert arrays["scores"].tolist() == [6, 0]
    assert observe(table, 1)["scores"].tolist() == [0, 6]
    assert arrays["hand_sizes"].tolist() == [8, 8]
    assert observe(table, 1)["discarded"].tolist() == [3, 0]
    assert arrays["stock"].tolist() == [3]
    assert arrays["phase"].tolist() == [1, 0, 0, 0, 0]
    assert observe(table, 1)["phase"].sum() == 0
    assert not arrays["draft"].any()


def test_a_turn_that_is_being_chosen_shows_to_its_own_side_only() -> None:
    table = Table.at(Settings(FULL.ruleset, 2, window=15), FULL)
    space = table.settings.space
    before = observe(table, 1), texts(table, 1)
    anchor, first, *_ = actions_of(parse_move("1,-1v 6(3)x8=504", FULL.ruleset), space, FULL)
    table = table.after(anchor).after(first)
    arrays = observe(table, 0)
    assert np.argwhere(arrays["draft"][0]).tolist() == [[6, 9]]  # the 6 at 1,-1
    assert np.argwhere(arrays["draft"][1]).tolist() == [[8, 9]]  # below the 3, which lies there already
    six = layout_of(table.settings).planes.index("6")
    assert np.argwhere(arrays["board"][six]).tolist() == [[6, 9]]
    assert arrays["phase"].tolist() == [0, 0, 1, 0, 0]
    assert PHASES[2] == str(Direction.DOWN)
    assert arrays["taken"][6] == 1
    assert arrays["hand"][6] == 0
    after = observe(table, 1), texts(table, 1)
    assert all(np.array_equal(before[0][key], after[0][key]) for key in before[0])
    assert before[1] == after[1]
    assert not set(observe(table, 0, private=False)) & {"hand", "taken", "unseen", "draft", "phase"}
    assert not observe(table, 0, private=False)["board"][six].any()


def test_tiles_being_discarded_are_out_of_the_hand() -> None:
    table = Table.at(Settings(FULL.ruleset, 2), FULL)
    space = table.settings.space
    table = table.after(DISCARD).after(space.swapped("0")).after(space.swapped("8"))
    arrays = observe(table, 0)
    assert arrays["phase"].tolist() == [0, 0, 0, 1, 0]
    assert arrays["hand"].sum() == 6
    assert [space.names[kind] for kind in np.flatnonzero(arrays["taken"])] == ["0", "8"]


def test_choice_tiles_blanks_and_premium_squares_have_planes() -> None:
    position = parse_position("amath;[?>2]@H8 [+/->-]@I8 1@J8 =@K8 1@L8;;1 1;0 0;0;2;0;#0 #0;-")
    settings = Settings(position.ruleset, 2)
    board = observe(Table.at(settings, position), 0)["board"]
    planes = layout_of(settings).planes
    assert [planes[plane] for plane in np.flatnonzero(board[:, 7, 7])] == ["2", "?", "3P"]
    assert [planes[plane] for plane in np.flatnonzero(board[:, 7, 8])] == ["-", "+/-"]
    assert board[planes.index("3E")].sum() == 8
    assert board[planes.index("2P")].sum() == 24


def test_others_discards_are_written_as_numbers() -> None:
    table = Table.at(Settings(FULL.ruleset, 2), FULL)
    for action in actions_of(parse_move("discard 0 4"), action_space(FULL.ruleset), FULL):
        table = table.after(action)
    assert "discard #2" in information_text(table, 1)
    assert "discard 0 4" in information_text(table, 0)
    assert "0 4" not in information_text(table, 1)


def test_the_picture_shows_the_table_and_the_hand() -> None:
    table = Table.at(Settings(FULL.ruleset, 2), FULL)
    assert picture(table) == "  #  1  +  2  =  3  #\npoints 6 0, stock 3\nside 0 holds 0 4 5 6 8 + x =; to move"


def test_positions_of_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="another game"):
        Table.at(Settings(load_ruleset("amath"), 2), POSITION)
    with pytest.raises(ValueError, match="another game"):
        Table.at(Settings(POSITION.ruleset, 3), POSITION)
