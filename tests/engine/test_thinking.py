"""Players that look ahead: exact where the end can be solved, and done when their time is over."""

from __future__ import annotations

import time

import pytest

from courses import course
from summy.engine.endgame import EndgameLimits, solve
from summy.engine.hidden import seen_by_mover
from summy.engine.movegen import any_play
from summy.engine.players import PLAYERS, Limits, choose, player_from_spec
from summy.engine.thinking import END_NODES
from summy.referee import apply, outcome

pytestmark = pytest.mark.kernel


def test_a_solved_end_game_is_played_exactly() -> None:
    solved = 0
    for seed in range(1, 6):
        for state in course("amath", seed):
            position = seen_by_mover(state.position)
            if not position.stock_empty or outcome(state.position, any_play) is not None or not position.hand:
                continue
            best = solve(position, EndgameLimits(END_NODES))
            if best.difference is None:
                continue
            move = choose(PLAYERS["ada"], position, Limits(1)).move
            after = apply(state.position, move)
            end = outcome(after, any_play)
            if end is None:
                reached = solve(after).difference
                assert reached is not None
                reached = reached if after.to_move == position.to_move else -reached
            else:
                reached = end.scores[position.to_move] - end.scores[1 - position.to_move]
            assert reached == best.difference
            solved += 1
    assert solved >= 4


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_time_is_kept(rules: str) -> None:
    player = player_from_spec("ada:iterations=1000000,confidence=0.999999999")
    position = seen_by_mover(course(rules, 2)[5].position)
    choose(PLAYERS["vera"], position, Limits(1))  # tables and maps are made once
    choose(player, position, Limits(1, 0.01))
    begun = time.monotonic()
    choose(player, position, Limits(1, 0.3))
    assert time.monotonic() - begun < 3  # the machine may be busy


def test_the_same_seed_chooses_the_same_move() -> None:
    for rules in ("summy", "amath"):
        position = seen_by_mover(course(rules, 3)[6].position)
        for player in ("vera", "ada:iterations=10,minimum=4"):
            chosen = [choose(player_from_spec(player), position, Limits(5)) for _ in range(2)]
            assert chosen[0] == chosen[1]
