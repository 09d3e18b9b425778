"""Games played on inside the kernel: every turn is legal, and they end with the scores that the referee counts."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest

from courses import course, deal_of
from summy.engine.greedy import play_greedily
from summy.engine.kernel.rollout_crossword import CrosswordPlayout
from summy.engine.leaves import kernel_symbols, leave_table
from summy.engine.movegen import any_play, discards, exchanges, generate
from summy.engine.rollouts import (
    GREEDY,
    WHOLE_GAME,
    Policy,
    highest_worth,
    play_policies,
    playout_as_seen,
    playout_with_all_known,
    swap_of,
    unseen_tiles,
)
from summy.log import GameState, at, decide, fold
from summy.move import Move, Pass, Play, parse_move
from summy.position import Position, hand_count
from summy.referee import accept, judge, outcome
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

PLAY, SWAP, PASS = 0, 1, 2


@dataclass
class Told:
    """A stock whose order after each exchange is told beforehand."""

    orders: list[tuple[str, ...]] = field(default_factory=list)

    def draws_from_bottom(self, side: int) -> bool:
        return side % 2 == 1

    def reshuffled(self, stock: tuple[str, ...], returned: tuple[str, ...], count: int) -> tuple[str, ...]:
        order = self.orders[count - 1]
        assert Counter(order) == Counter(stock + returned)
        return order


def replayed(position: Position, traced: tuple, *, until_stock_empty: bool = False) -> GameState:
    """The end of a traced course when the referee plays it, or where the stock became empty in it."""
    hands, stock, notes, _, _ = traced
    names = kernel_symbols(position.ruleset)

    def named(kinds: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(names[kind] for kind in kinds)

    dealt = replace(position, hands=tuple(named(hand) for hand in hands), stock=named(stock))
    told = Told([named(order) for *_, order in notes if order is not None])
    state = at(dealt, told)
    for turn, (side, kind, what, points, _) in enumerate(notes):
        if until_stock_empty and turn and state.position.stock_empty:
            break
        if state.ended is not None or state.position.to_move != side:
            assert kind == PASS  # passes without tiles are made by the log itself
            continue
        move: Move = Pass()
        if kind == PLAY:
            move = parse_move(what, position.ruleset)
        elif kind == SWAP:
            move = swap_of(position.ruleset, named(what))
        events = decide(state, move, side, any_play)
        assert events[0].points == points
        state = fold(state, events)
    return state


@pytest.mark.parametrize(
    ("rules", "sides"),
    [
        ("summy", 1),
        ("summy", 2),
        ("summy", 3),
        ("summy", 4),
        ("summy-127", 2),
        ("summy-draft", 2),
        ("amath", 2),
        ("amath-70", 2),
    ],
)
@pytest.mark.parametrize("policy", [Policy(), GREEDY])
def test_games_played_on_end_as_the_referee_says(rules: str, sides: int, policy: Policy) -> None:
    for seed in range(1, 3):  # the seed 0 has challenges, which rollouts take as accepted
        states = [state for state in course(rules, seed, sides) if outcome(state.position, any_play) is None]
        for state in states[:: max(1, len(states) // 4)]:
            playout = playout_as_seen(state.position, (policy,))
            traced = playout.trace(-1, 5, seed, WHOLE_GAME)
            *_, scores, ended = traced
            assert ended
            end = replayed(state.position, traced)
            assert end.ended is not None
            assert end.ended.scores == scores


@pytest.mark.parametrize("rules", ["summy", "summy-draft", "amath"])
def test_every_kind_of_candidate_is_followed_as_the_referee_says(rules: str) -> None:
    kinds = set()
    for seed in (1, 2, 3):
        position = accept(course(rules, seed)[2 * seed].position)
        names = kernel_symbols(position.ruleset)
        playout = playout_as_seen(position)
        plays = playout.position.generate(5)
        for index in range(len(plays)):
            playout.add_play(plays, index)
        for swap in [*discards(position), *exchanges(position)][-3:]:
            playout.add_swap([names.index(name) for name in swap.tiles])
        if position.ruleset.turn.pass_ == "always":
            playout.add_pass()
        for candidate in range(playout.candidate_count):
            traced = playout.trace(candidate, 9, candidate, WHOLE_GAME)
            kinds.add(traced[2][0][1])
            assert replayed(position, traced).ended.scores == traced[3]
    assert {PLAY, SWAP} <= kinds


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_a_candidate_is_followed_until_the_stock_is_empty(rules: str) -> None:
    reached_before_the_end = 0
    for seed in range(1, 7):
        position = next(state.position for state in course(rules, seed)[5:] if any_play(state.position))
        names = kernel_symbols(position.ruleset)
        playout = playout_as_seen(position)
        playout.add_play(playout.position.generate(1), 0)
        traced = playout.trace(0, 9, seed, WHOLE_GAME)
        hands, scores, to_move, scoreless, ended = playout.reach(0, 9, seed)
        playout.leave()
        assert playout.trace(0, 9, seed, WHOLE_GAME) == traced
        state = replayed(position, traced, until_stock_empty=True)
        assert ended == (state.ended is not None)
        assert scores == (state.position.scores if state.ended is None else state.ended.scores)
        if not ended:
            reached_before_the_end += 1
            assert (to_move, scoreless) == (state.position.to_move, state.position.scoreless)
            for hand, known in zip(hands, state.position.hands, strict=True):
                assert isinstance(known, tuple)
                assert Counter(names[kind] for kind in hand) == Counter(known)
    assert reached_before_the_end >= 3


def test_unseen_tiles_are_dealt_and_nothing_else() -> None:
    position = course("summy", 4, 3)[9].position
    playout = playout_as_seen(position)
    names = kernel_symbols(position.ruleset)
    seen = set()
    for iteration in range(20):
        hands, stock, *_ = playout.trace(-1, 1, iteration, 0)
        assert tuple(names[kind] for kind in hands[position.to_move]) == position.hand
        assert [len(hand) for hand in hands] == [hand_count(hand) for hand in position.hands]
        assert len(stock) == position.stock_count
        others = [kind for side, hand in enumerate(hands) if side != position.to_move for kind in hand]
        assert not Counter(names[kind] for kind in (*others, *stock)) - unseen_tiles(position)
        seen.add(hands[position.to_move - 1])
    assert len(seen) > 15
    assert playout.trace(-1, 1, 3, 0) == playout.trace(-1, 1, 3, 0)
    assert playout.trace(-1, 1, 3, 0)[0] != playout.trace(-1, 2, 3, 0)[0]


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_outcomes_depend_on_seed_and_iteration_alone(rules: str) -> None:
    position = next(state.position for state in course(rules, 5)[4:] if any_play(state.position))

    def outcomes(first: int, count: int, plies: int) -> tuple[list[int], list[int]]:
        playout = playout_as_seen(position)
        playout.add_play(playout.position.generate(1), 0)
        points, wins, utilities = (array("i", bytes(4 * count)) for _ in range(3))
        playout.run(0, 77, first, points, wins, utilities, plies)
        assert utilities == points
        return points.tolist(), wins.tolist()

    for plies in (0, 2, WHOLE_GAME):
        whole, _ = outcomes(0, 12, plies)
        assert whole[:5] + whole[5:] == outcomes(0, 5, plies)[0] + outcomes(5, 7, plies)[0]
    points, wins = outcomes(0, 30, WHOLE_GAME)
    assert [500_000 + 500_000 * ((lead > 0) - (lead < 0)) for lead in points] == wins
    assert len(set(points)) > 5


def test_the_table_is_as_before_after_a_batch() -> None:
    for rules in ("summy", "amath"):
        position = next(state.position for state in course(rules, 6)[5:] if any_play(state.position))
        playout = playout_as_seen(position)
        playout.add_play(playout.position.generate(3), 0)
        first = playout.trace(0, 1, 1, 4)
        points = array("i", bytes(80))
        playout.run(0, 3, 0, points, array("i", bytes(80)), array("i", bytes(80)), WHOLE_GAME)
        assert playout.trace(0, 1, 1, 4) == first


def test_plays_remembered_from_other_rollouts_change_nothing() -> None:
    """Against rollouts with nothing to remember, each by a playout of its own."""
    position = next(state.position for state in course("amath", 2) if (state.position.stock_count or 99) < 6)

    def playout() -> CrosswordPlayout:
        made = playout_as_seen(position)
        assert isinstance(made, CrosswordPlayout)
        plays = made.position.generate(4)
        for index in range(len(plays)):
            made.add_play(plays, index)
        made.add_pass()
        return made

    def outcomes(made: CrosswordPlayout, candidate: int, first: int, count: int) -> list[int]:
        points, wins, utilities = (array("i", bytes(4 * count)) for _ in range(3))
        made.run(candidate, 7, first, points, wins, utilities, WHOLE_GAME)
        return points.tolist()

    whole = playout()
    for candidate in range(whole.candidate_count):
        found = outcomes(whole, candidate, 0, 25)
        assert found == [value for each in range(25) for value in outcomes(playout(), candidate, each, 1)]
        assert found == outcomes(whole, candidate, 0, 25)
    assert whole.remembered > whole.searched / 4


def test_greedy_policies_score_what_greedy_games_score() -> None:
    # Ties among plays are broken otherwise, so only games without them are equal: the mean is close.
    mine = theirs = 0
    for seed in range(1, 40):
        deal = deal_of("summy", seed, 2)
        mine += sum(play_policies(deal, (GREEDY,))[0])
        theirs += sum(play_greedily(deal))
    assert mine == pytest.approx(theirs, rel=0.05)


def test_a_policy_compares_the_best_plays_with_those_that_save_the_blanks() -> None:
    ruleset = load_ruleset("amath")
    table = leave_table(ruleset)
    saved = 0
    positions = [state.position for seed in range(1, 8) for state in course("amath", seed)]
    for position in positions:
        if "?" not in position.hand or position.stock_empty or position.pending is not None:
            continue
        compared = []
        for hand in (position.hand, tuple(tile for tile in position.hand if tile != "?")):
            hands = tuple(hand if side == position.to_move else other for side, other in enumerate(position.hands))
            for play in generate(replace(position, hands=hands), 8):
                left = Counter(position.hand)
                left.subtract(placement.tile for placement in play.tiles)
                score = judge(position, play).score
                assert score is not None
                compared.append((100 * score + table.worth(left.elements(), position.stock_count or 0), play))
        *_, notes, _, _ = playout_as_seen(position, (Policy(),)).trace(-1, 1, 0, 1)
        _, kind, what, points, _ = notes[0]
        if kind != PLAY:
            assert not compared or max(compared, key=value_of)[0] <= highest_worth(ruleset)
            continue
        best = max(value for value, _ in compared)
        made = parse_move(what, ruleset)
        assert (best, made) in compared
        assert points == judge(position, made).score
        saved += isinstance(made, Play) and all(placement.tile != "?" for placement in made.tiles)
    assert saved


def value_of(weighed: tuple[int, Move]) -> int:
    """What a play was worth."""
    return weighed[0]


def test_faulty_positions_are_refused() -> None:
    position = course("summy", 1)[3].position
    playout = playout_as_seen(position)
    with pytest.raises(ValueError, match="another position"):
        playout.add_play(generate(course("summy", 1)[4].position), 0)
    with pytest.raises(ValueError, match="no such candidate"):
        playout.trace(0, 1, 1, 1)
    with pytest.raises(ValueError, match="not a tile of the hand"):
        playout.add_swap([0] * 9)
    with pytest.raises(ValueError, match="no such game"):
        playout.begin([], 0, 0)
    with pytest.raises(ValueError, match="hidden"):
        playout_with_all_known(replace(position, stock=12))
    assert load_ruleset("summy").hand_size == 8
