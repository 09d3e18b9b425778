"""Simulation: the same for any number of threads, legal, and right where it is plain what is right."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courses import course
from summy.board import Board
from summy.engine.allocation import Arm, ahead, allocate, best_of, threshold
from summy.engine.chances import chances_of
from summy.engine.movegen import generate
from summy.engine.players import Limits, choose, player_from_spec
from summy.engine.rollouts import WHOLE_GAME
from summy.engine.selfplay import seen_by_mover
from summy.engine.simulate import Analysis, NothingToSimulate, SimulationOptions, simulate
from summy.errors import SummyError
from summy.move import Discard, Pass, Play, format_move, parse_move
from summy.position import Position, position_from_json
from summy.referee import judge, outcome
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

QUICK = SimulationOptions(iterations=12, candidates=6, minimum=6)


def middle(rules: str, seed: int = 1, turn: int = 5) -> Position:
    """A position with plays, as its mover sees it."""
    states = course(rules, seed)[turn:]
    return seen_by_mover(next(state.position for state in states if len(generate(state.position, 3)) == 3))


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_any_number_of_threads_finds_the_same(rules: str) -> None:
    position = middle(rules)
    found = [simulate(position, seed=4, options=replace(QUICK, workers=workers), explained=2) for workers in (1, 4, 3)]
    assert repr(found[0]) == repr(found[1]) == repr(found[2])
    assert repr(simulate(position, seed=5, options=QUICK)) != repr(found[0])


@pytest.mark.parametrize("rules", ["summy", "summy-127", "summy-draft", "amath"])
@pytest.mark.parametrize("plies", [2, WHOLE_GAME])
def test_nothing_depends_on_threads_or_on_how_the_table_came_about(rules: str, plies: int) -> None:
    # Equal plays are told apart by where they lie. How lines are listed depends on who was laid first, and on what was
    # laid and taken back by another thread's rollouts.
    options = replace(QUICK, plies=plies, iterations=20)
    states = [state for seed in range(1, 5) for state in course(rules, seed)[3::5] if state.ended is None]
    compared = 0
    for state in states[:: max(1, len(states) // 12)]:
        position = seen_by_mover(state.position)
        if position.pending is not None:
            continue
        backwards = dict(reversed(position.board.tokens.items()))
        turned = replace(position, board=Board(backwards, position.board.reserved))
        assert turned == position
        try:
            found = repr(simulate(position, seed=2, options=options))
        except NothingToSimulate:
            continue
        assert repr(simulate(position, seed=2, options=replace(options, workers=3))) == found
        assert repr(simulate(turned, seed=2, options=options)) == found
        compared += 1
    assert compared > 5


@settings(max_examples=15)
@given(rules=st.sampled_from(["summy", "summy-draft", "amath"]), seed=st.integers(1, 6), data=st.data())
def test_every_candidate_is_legal_and_well_told(rules: str, seed: int, data: st.DataObject) -> None:
    states = [state for state in course(rules, seed) if outcome(state.position) is None]
    position = seen_by_mover(data.draw(st.sampled_from(states)).position)
    try:
        analysis = simulate(position, seed=seed, options=QUICK, explained=2)
    except NothingToSimulate:
        return
    check(analysis, position)


def check(analysis: Analysis, position: Position) -> None:
    assert analysis.iterations == sum(move.samples for move in analysis.moves)
    assert [move.utility for move in analysis.moves] == sorted((move.utility for move in analysis.moves), reverse=True)
    for move in analysis.moves:
        verdict = judge(position, move.move)
        assert verdict.legal
        assert verdict.score == move.score
        assert parse_move(move.text, position.ruleset) is not None
        assert move.lead.low <= move.lead.mean <= move.lead.high
        assert 0 <= move.chance.mean <= 1
        assert sum(share for _, share in move.replies) <= 1 + 1e-9
        assert all(0 < share <= 1 for share in move.heat.values())
    assert analysis.best.line[0] == analysis.best.text


def test_hidden_tiles_are_not_looked_at() -> None:
    for rules in ("summy", "amath"):
        position = course(rules, 3)[4].position
        assert repr(simulate(position, seed=1, options=QUICK)) == repr(
            simulate(seen_by_mover(position), seed=1, options=QUICK)
        )


def test_a_win_is_taken_rather_than_points_lost() -> None:
    # The stock is empty and the other side has nothing: the play that makes up for the deficit wins at once.
    position = position_from_json(
        {
            "rules": "summy",
            "board": [{"x": 0, "y": 0, "tile": "="}],
            "hands": [["9", "8", "1", "+", "7"], []],
            "scores": [0, 33],
            "stock": 0,
        }
    )
    best = simulate(position, seed=1, options=QUICK).best
    assert isinstance(best.move, Play)
    assert best.score == max(generate(position).scores)


def test_moves_asked_for_are_tried_too() -> None:
    position = middle("summy")
    plays = generate(position)
    worst = plays[plays.ranked()[-1]]
    discard = Discard(position.hand[:1])
    analysis = simulate(position, seed=2, options=QUICK, also=(worst, discard))
    tried = {move.text for move in analysis.moves}
    assert {plays.text(plays.ranked()[-1]), format_move(discard, position.board, position.ruleset)} <= tried


def test_it_stops_when_told_and_when_time_is_over() -> None:
    position, many = middle("summy"), replace(QUICK, iterations=10**6, confidence=1 - 1e-15)
    asked = []

    def stopped() -> bool:
        asked.append(True)
        return len(asked) > 40

    assert simulate(position, seed=1, options=many, stopped=stopped).iterations < 10**4
    assert simulate(position, seed=1, options=many, seconds=0.05).iterations < 10**6


def test_nothing_to_compare_is_an_error_and_one_move_is_none() -> None:
    alone = {"rules": "summy", "board": [{"x": 0, "y": 0, "tile": "="}], "hands": [["+", "x"], 3], "stock": 0}
    assert simulate(position_from_json(alone), seed=1).best.move == Pass()
    with pytest.raises(NothingToSimulate):
        simulate(position_from_json({**alone, "scoreless": 2}), seed=1)


# ------------------------------------------------------------------------------------------ allocation


def test_samples_go_to_those_that_may_be_best() -> None:
    arms = [Arm(index) for index in range(4)]

    def sample(arm: Arm, count: int) -> None:
        for iteration in range(arm.samples, arm.samples + count):
            luck = (iteration * 7919) % 101
            arm.points.append(0)
            arm.wins.append(0)
            arm.utilities.append([1000, 998, 500, 0][arm.index] + luck + (iteration * (arm.index + 3)) % 17)

    allocate(arms, sample, minimum=8, budget=2000, confidence=0.99, out_of_time=lambda: False)
    assert best_of(arms).index == 0
    assert arms[2].samples == arms[3].samples == 8
    assert min(arms[0].samples, arms[1].samples) > 8


def test_equal_iterations_are_compared_in_pairs() -> None:
    one, other = (
        Arm(index, utilities=array("i", values)) for index, values in enumerate(([5, 9, 2, 7], [4, 9, 1, 5, 99]))
    )
    differences = [1, 0, 1, 2]
    mean = sum(differences) / 4
    variance = sum((difference - mean) ** 2 for difference in differences) / 3
    assert ahead(one, other) == pytest.approx(mean / math.sqrt(variance / 4))
    assert ahead(one, one) == math.inf
    assert threshold(2, 0.95) < threshold(9, 0.95) < threshold(9, 0.99)


@pytest.mark.parametrize("rules", ["summy", "amath"])
def test_chances_rise_with_the_lead_and_fall_with_the_tiles_to_come(rules: str) -> None:
    table = chances_of(load_ruleset(rules))
    for unseen in (1, 8, 40, 90):
        chances = [table.chance(100 * lead, unseen) for lead in range(-200, 201, 10)]
        assert chances == sorted(chances)
        assert chances[0] < 0.2 < 0.8 < chances[-1]
    assert table.chance(1500, 8) > table.chance(1500, 80) > 0.5


# ------------------------------------------------------------------------------------------ players


def test_players_by_specification() -> None:
    player = player_from_spec("sim:iterations=3,plies=1,candidates=4,minimum=2,chances=no,endgame=no")
    assert player.thinking is not None
    assert player.thinking.simulation.plies == 1
    assert not player.thinking.simulation.chances
    position = middle("summy")
    assert choose(player, position, Limits(3)) == choose(player, position, Limits(3))
    assert player_from_spec("max").habits is not None
    assert player_from_spec("cheat").sees_all
    for wrong in (
        "nobody",
        "pip:iterations=3",
        "sim:iterations=x",
        "sim:chances=perhaps",
        "sim:hat=1",
        "sim:minimum=0",
    ):
        with pytest.raises(SummyError):
            player_from_spec(wrong)


def test_one_that_sees_all_needs_to_be_shown_all() -> None:
    position = course("summy", 2)[4].position
    cheat = player_from_spec("cheat:candidates=6,swaps=2")
    assert judge(position, choose(cheat, position, Limits(1)).move).legal
    with pytest.raises(ValueError, match="hidden"):
        choose(cheat, seen_by_mover(position), Limits(1))
