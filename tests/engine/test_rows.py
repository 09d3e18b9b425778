"""The rows of a search's plays say the same as the plays."""

from __future__ import annotations

import struct

import pytest

from summy import Game, Play, Position, load_ruleset, ruleset_names
from summy.board import Direction
from summy.engine.movegen import FoundPlays, generate, kernel_position
from summy.move import line_direction
from summy.tiles import FACES, MAX_HAND, ORDER

pytestmark = pytest.mark.kernel

ROW = struct.Struct(f"=iiiBB{MAX_HAND}B{MAX_HAND}B2x")


def positions(name: str, seed: int, turns: int) -> list[Position]:
    """The first positions of a game of best plays."""
    game = Game.new(load_ruleset(name), seed=bytes([seed]) * 32)
    found = []
    while game.outcome is None and len(found) < turns:
        found.append(game.position)
        moves = game.legal_moves()
        game.play(moves.best() or moves.others[0])
    return found


def row_of(play: Play, position: Position) -> tuple[int, ...]:
    """The row that a play should have."""
    direction = line_direction(play, position.board)
    first, last = play.squares[0], play.squares[-1]
    padding = [255] * (MAX_HAND - len(play.tiles))
    return (
        *first,
        last.y if direction is Direction.DOWN else last.x,
        direction is Direction.DOWN,
        len(play.tiles),
        *(ORDER.index(placement.tile) for placement in play.tiles),
        *padding,
        *(FACES.index(placement.token.face) for placement in play.tiles),
        *padding,
    )


def rows_of(plays: FoundPlays, first: int, count: int) -> list[tuple[int, ...]]:
    return list(ROW.iter_unpack(plays.rows(first, count)))


@pytest.mark.parametrize("name", ruleset_names())
def test_each_play_has_its_row(name: str) -> None:
    seen = 0
    for position in [position for seed in range(5, 11) for position in positions(name, seed, turns=6)]:
        plays = generate(position)
        shown = min(len(plays), 500)
        assert rows_of(plays, 0, shown) == [row_of(plays[index], position) for index in range(shown)]
        seen += shown
    assert seen > 10


@pytest.mark.parametrize("name", ["summy", "amath"])
def test_rows_are_given_from_anywhere_and_end_with_the_plays(name: str) -> None:
    plays = generate(positions(name, seed=5, turns=2)[-1])
    rows = rows_of(plays, 0, len(plays))
    assert len(rows) > 10
    assert rows_of(plays, 7, 3) == rows[7:10]
    assert rows_of(plays, len(rows) - 2, 100) == rows[-2:]
    assert rows_of(plays, len(rows), 5) == rows_of(plays, -1, 5) == rows_of(plays, 0, -1) == []


def test_plays_that_are_not_held_in_memory_have_rows_too() -> None:
    position = positions("amath", seed=5, turns=2)[-1]
    whole = generate(position)
    kernel = kernel_position(position)
    kernel.limit = 10  # type: ignore[union-attr]
    plays = kernel.generate()
    assert len(plays) == len(whole) > 10
    assert sorted(rows_of(plays, 0, len(plays))) == sorted(rows_of(whole, 0, len(whole)))
