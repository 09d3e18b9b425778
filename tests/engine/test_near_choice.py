"""Choosing with a few tiles in the stock: right where the answer can be counted, fair, reproducible, in time."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from math import comb, perm

import pytest

from ending import near_endgame, plain_value
from summy.board import Board
from summy.deal import Deal
from summy.engine.hidden import seen_by_mover
from summy.engine.movegen import any_play, generate, greedy
from summy.engine.near_choice import NearBudget, choose_near_end, deals_of, is_near_end
from summy.engine.near_endgame import splits
from summy.engine.players import PLAYERS, Limits, choose, player_from_spec
from summy.engine.rollouts import playout_as_seen, unseen_tiles
from summy.engine.selfplay import steps
from summy.engine.simulate import simulate
from summy.engine.simulation_options import SimulationOptions
from summy.engine.thinking import choose_by_thinking
from summy.log import start
from summy.move import Play
from summy.position import Position
from summy.referee import apply, judge
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

POINTS = SimulationOptions(chances=False, candidates=12, swaps=0)
EVERYTHING = NearBudget(leaders=64, nodes=10**9, nodes_each=10**9)
LITTLE = NearBudget(deals=12, nodes=2_000, nodes_each=300)


@lru_cache(maxsize=32)
def few_left(rules: str, stock: int) -> Position:
    """A position of a greedy game with so many tiles in the stock and none discarded."""
    for seed in range(1000):
        begun = start(Deal(load_ruleset(rules), seed.to_bytes(32, "big"), 2))
        for _, state in islice(steps(begun, [greedy] * 2), 60):
            position = state.position
            if state.ended is None and position.stock_count == stock and is_near_end(position) and any_play(position):
                return position
    raise AssertionError("no such game")


def small(rules: str, number: int, stock: int, hand: int) -> Position:
    """Small hands and few hidden tiles: what is left over lies, for the side to move to see, out of the game."""
    position = near_endgame(rules, number, stock=stock, hand=hand)
    return replace(position, discarded=position.discarded[::-1])


@pytest.mark.parametrize(("rules", "hand"), [("amath", 3), ("amath-70", 3), ("summy", 4)])
def test_the_move_is_the_best_on_average_where_all_can_be_counted(rules: str, hand: int) -> None:
    """One tile in the stock: every play takes it, and trying everything in every deal says what it is worth."""
    counted = 0
    for number in range(40):
        position = small(rules, number, stock=1, hand=hand)
        plays = list(generate(position))
        if not 2 <= len(plays) <= POINTS.candidates or counted == 5:
            continue
        counted += 1
        assert isinstance(position.hands[1], tuple)
        unseen = (*position.hands[1], *position.stock)  # type: ignore[misc]
        sums = {}
        for play in plays:
            sums[play] = 0
            for index, tile in enumerate(unseen):
                others = unseen[:index] + unseen[index + 1 :]
                after = apply(replace(position, hands=(position.hands[0], others), stock=(tile,)), play)
                sums[play] += after.scores[0] - after.scores[1] - plain_value(after)
        chosen = choose_near_end(seen_by_mover(position), POINTS, seed=1, budget=EVERYTHING).move
        assert isinstance(chosen, Play)
        assert sums[chosen] == max(sums.values())
    assert counted == 5


def test_all_deals_are_gone_through_where_there_are_few() -> None:
    position = seen_by_mover(few_left("amath", 1))
    pool = unseen_tiles(position)
    deals = deals_of(position, 60, 1)
    assert Counter(deals) == Counter(splits(pool, sum(pool.values()) - 1, 1))
    assert sum(deal.deals for deal in deals) == sum(pool.values())
    assert deals_of(position, 60, 2) != deals


def test_drawn_deals_are_ways_in_which_the_tiles_can_lie() -> None:
    position = seen_by_mover(few_left("amath", 4))
    pool = unseen_tiles(position)
    deals = deals_of(position, 50, 1)
    assert sum(deal.deals for deal in deals) == 50 < comb(sum(pool.values()), 4) * perm(4)
    assert all(Counter(deal.hand) + Counter(deal.stock) == pool and len(deal.stock) == 4 for deal in deals)
    assert deals == deals_of(position, 50, 1) != deals_of(position, 50, 2)


@pytest.mark.parametrize("rules", ["summy", "amath"])
@pytest.mark.parametrize("stock", [1, 3])
def test_the_same_seed_chooses_the_same_whatever_is_hidden(rules: str, stock: int) -> None:
    position = few_left(rules, stock)
    options = SimulationOptions(iterations=20)
    chosen = {
        choose_near_end(each, options, seed=5, budget=LITTLE)
        for each in (position, seen_by_mover(position), seen_by_mover(position))
    }
    backwards = dict(reversed(position.board.tokens.items()))
    turned = replace(position, board=Board(backwards, position.board.reserved))
    chosen.add(choose_near_end(seen_by_mover(turned), options, seed=5, budget=LITTLE))
    assert len(chosen) == 1
    assert judge(position, chosen.pop().move).legal


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_players_solve_the_near_end_unless_it_is_switched_off(rules: str) -> None:
    spec = "ada:iterations=4"
    thinking, without = player_from_spec(spec).thinking, player_from_spec(f"{spec},near=no").thinking
    assert thinking is not None
    assert without is not None
    assert thinking == replace(without, near=True) != without
    for stock in (1, 2):
        position = seen_by_mover(few_left(rules, stock))
        chosen = choose_by_thinking(thinking, position, Limits(3))
        assert chosen == choose_near_end(position, thinking.simulation, seed=3)
        simulated = choose_by_thinking(without, position, Limits(3))
        assert simulated is not None
        assert simulated.move == simulate(position, seed=3, options=without.simulation).best.move
        discarded = replace(position, discarded=((), 1))
        assert choose_by_thinking(thinking, discarded, Limits(3)) == choose_by_thinking(without, discarded, Limits(3))


def test_time_is_kept() -> None:
    position = seen_by_mover(few_left("amath", 3))
    ada = PLAYERS["ada"]
    choose(ada, position, Limits(1, 0.01))  # tables and maps are made once
    begun = time.process_time()
    choose(ada, position, Limits(1))
    whole = time.process_time() - begun
    begun = time.process_time()
    move = choose(ada, position, Limits(1, 0.01)).move
    assert time.process_time() - begun < max(0.1, whole / 2)
    assert judge(position, move).legal


def test_it_is_for_few_tiles_that_both_sides_will_know() -> None:
    position = few_left("amath", 2)
    assert is_near_end(position)
    assert is_near_end(seen_by_mover(position))
    assert not is_near_end(replace(position, stock=0))
    assert not is_near_end(replace(position, stock=5))
    assert not is_near_end(replace(position, stock=None))
    assert not is_near_end(replace(position, discarded=((), 1)))
    assert not is_near_end(replace(position, discarded=(("1",), ())))
    assert not is_near_end(replace(position, hands=(*position.hands, 3), scores=(0, 0, 0), discarded=((), (), ())))


@pytest.mark.parametrize("rules", ["summy", "amath"])
@pytest.mark.parametrize("missing", [1, 40])
def test_positions_with_tiles_missing_are_simulated(rules: str, missing: int) -> None:
    # A study shows a few tiles only: what is not seen would not go into the other hand.
    position = seen_by_mover(few_left(rules, 1))
    squares = sorted(position.board.tokens, key=lambda square: (square.y, square.x))
    position = replace(position, board=position.board.without(squares[:missing]))
    assert not is_near_end(position)
    assert judge(position, choose(PLAYERS["ada"], position, Limits(1, 0.2)).move).legal


def test_hands_that_are_too_large_are_refused() -> None:
    position = few_left("summy", 1)
    playout = playout_as_seen(position)
    with pytest.raises(ValueError, match="at most 12 tiles"):
        playout.know([[0] * 13, [0]], [0])
    with pytest.raises(ValueError, match="at most 12 tiles"):
        playout.see([0], [1, 13], [0] * 20, 1)
