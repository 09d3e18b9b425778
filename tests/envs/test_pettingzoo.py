"""The PettingZoo environments: the project's own conformance suite, and what ours promise beyond it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from summy import Deal, Game, load_ruleset, ruleset_names
from summy.engine.players import PLAYERS
from summy.engine.selfplay import chooser_of, seen_by_mover
from summy.envs.pettingzoo import ILLEGAL_REWARD, SummyEnv, env, environment_id
from summy.envs.turn import actions_of

pytestmark = pytest.mark.filterwarnings("ignore:Observation")
"""The suite warns of every observation that is a dictionary; a mask asks for one."""


def played(environment: Any, seed: int) -> list[int]:
    """A game of random actions to its end."""
    chance = random.Random(seed)
    actions = []
    for _ in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        action = None
        if not (terminated or truncated):
            action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
            actions.append(action)
        environment.step(action)
    return actions


@pytest.mark.parametrize("name", ruleset_names())
def test_the_suite_of_pettingzoo(name: str) -> None:
    api_test(pettingzoo.make("aec", environment_id(name)), num_cycles=100)
    seed_test(partial(env, name), num_cycles=40)
    render_test(partial(env, name))


@pytest.mark.nightly
@pytest.mark.parametrize("sides", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ruleset_names())
def test_the_suite_at_length(name: str, sides: int) -> None:
    if sides > load_ruleset(name).sides.maximum:
        pytest.skip("not for so many sides")
    api_test(env(name, sides=sides), num_cycles=3000)
    seed_test(partial(env, name, sides=sides, reward="result"), num_cycles=1000)


@pytest.mark.parametrize("sides", [1, 3])
def test_the_suite_with_other_numbers_of_sides(sides: int) -> None:
    api_test(env("summy", sides=sides, reward="result"), num_cycles=100)


def test_all_rulesets_are_registered() -> None:
    assert {environment_id(name) for name in ruleset_names()} <= set(pettingzoo.aec_registry)
    assert environment_id("amath") == "summy/amath-v0"


def test_a_ruleset_of_ones_own_can_be_played() -> None:
    rules = load_ruleset("amath")
    small = replace(rules, hand_size=5, digest="five tiles")
    environment = env(small)
    environment.reset(seed=1)
    observation, *_ = environment.last()
    assert observation["observation"]["hand"].sum() == 5
    played(environment, 1)
    assert environment.unwrapped.table.state.ended is not None


@pytest.mark.parametrize("name", ruleset_names())
def test_a_game_on_a_deal_is_the_game_of_the_library(name: str) -> None:
    rules = load_ruleset(name)
    deal = Deal(rules, bytes([9]) * 32, 2)
    environment = env(rules)
    environment.reset(options={"deal": deal})
    played(environment, 2)
    table = environment.unwrapped.table
    game = Game.new(rules, seed=bytes([9]) * 32)
    for event in table.events:
        if event.move is not None:
            game.play(event.move)
    assert game.outcome is not None
    assert game.position == table.position


def test_players_that_think_in_moves_can_play() -> None:
    environment = SummyEnv("summy")
    environment.reset(seed=3)
    choosers = [chooser_of(PLAYERS[name], seed=1) for name in ("max", "pip")]
    while not environment.table.over:
        table = environment.table
        move = choosers[table.side](seen_by_mover(table.position))
        for action in actions_of(move, table.settings.space, table.position):
            environment.step(action)
    assert environment.terminations == {"side_0": True, "side_1": True}
    assert environment.truncations == {"side_0": False, "side_1": False}
    scores = environment.table.position.scores
    assert environment.rewards == {
        "side_0": pytest.approx((scores[0] - scores[1]) / 200),
        "side_1": pytest.approx((scores[1] - scores[0]) / 200),
    }


def test_rewards_come_once_at_the_end() -> None:
    environment = env("summy-127", reward="result")
    environment.reset(seed=4)
    chance = random.Random(4)
    totals = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        totals[agent] += reward
        if terminated or truncated:
            environment.step(None)
        else:
            assert reward == 0
            environment.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    scores = environment.unwrapped.table.position.scores
    sign = float(np.sign(scores[0] - scores[1]))
    assert totals == {"side_0": sign, "side_1": -sign}


def test_an_illegal_action_ends_the_game() -> None:
    environment = env("summy")
    environment.reset(seed=1)
    environment.step(0)
    assert all(environment.terminations.values())
    assert environment.rewards == {"side_0": ILLEGAL_REWARD, "side_1": 0}
    plain = SummyEnv("summy")
    plain.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        plain.step(0)


def test_seeds_decide_the_deals() -> None:
    environment = SummyEnv("summy")
    hands = []
    for seed in (1, None, 1, None, 2):
        environment.reset(seed=seed)
        hands.append(environment.table.position.hands)
    assert hands[:2] == hands[2:4]
    assert len({*hands}) == 3


def test_a_position_can_be_gone_on_from() -> None:
    rules = load_ruleset("summy")
    position = Game.new(rules, seed=bytes(32)).position
    environment = SummyEnv(rules)
    environment.reset(options={"position": replace(position, to_move=1, scores=(5, 7))})
    assert environment.agent_selection == "side_1"
    assert environment.observe("side_1")["observation"]["scores"].tolist() == [7, 5]


@pytest.mark.parametrize("hidden", [{"stock": 70}, {"hands": (8, ("1",))}, {"scoreless": 9, "stock": ()}])
def test_positions_that_cannot_be_played_from_are_refused(hidden: dict[str, Any]) -> None:
    rules = load_ruleset("summy")
    position = replace(Game.new(rules, seed=bytes(32)).position, **hidden)
    with pytest.raises(ValueError, match="running game"):
        SummyEnv(rules).reset(options={"position": position})


def test_deals_of_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="another game"):
        SummyEnv("amath").reset(options={"deal": Deal(load_ruleset("summy"), bytes(32), 2)})


def test_a_side_that_is_not_to_move_has_no_actions() -> None:
    environment = SummyEnv("amath")
    environment.reset(seed=1)
    assert environment.observe("side_0")["action_mask"].any()
    assert not environment.observe("side_1")["action_mask"].any()


def test_human_rendering_prints(capsys: pytest.CaptureFixture[str]) -> None:
    environment = SummyEnv("summy", render_mode="human")
    environment.reset(seed=1)
    assert environment.render() is None
    assert "side 0 holds" in capsys.readouterr().out
    environment.close()
