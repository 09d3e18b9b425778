"""The OpenSpiel games: the project's own conformance suites, saved playthroughs, and what ours promise beyond them."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from playthroughs import FOLDER, PLAYTHROUGHS, actions_of, condensed_playthrough
from summy import load_ruleset, ruleset_names
from summy.envs.openspiel import SummyState, register, short_name

API_TEST = """
import unittest
from absl import app
import summy.envs.openspiel
from open_spiel.integration_tests import api_test  # looks up what is registered when it is imported

def main(_):
    suite = unittest.TestSuite()
    for case in api_test._create_test_case_classes():
        if "summy" in case.__name__:
            suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    print("ran", result.testsRun, "of our tests, passed:", result.wasSuccessful())

app.run(main)
"""
"""OpenSpiel's API tests read the flags of the command line, so they run in a process of their own."""

GAMES = [short_name(name) for name in ruleset_names()]


def random_state(game: Any, seed: int, actions: int) -> Any:
    """The state after so many random actions, or at the end of the game."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and actions:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
        actions -= 1
    return state


def deciding_state(game: Any, seed: int, actions: int) -> Any:
    """The same, or a little later, when a player is to choose."""
    state = random_state(game, seed, actions)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def test_the_api_tests_of_openspiel() -> None:
    run = subprocess.run([sys.executable, "-c", API_TEST], capture_output=True, text=True, check=False, timeout=300)
    assert f"ran {5 * len(GAMES)} of our tests, passed: True" in run.stdout, run.stderr[-3000:]
    assert run.returncode == 0


@pytest.mark.parametrize("game", [*GAMES, "summy_summy(players=3,reward=result)"])
def test_the_simulations_of_openspiel(game: str) -> None:
    np.random.seed(1)
    loaded = pyspiel.load_game(game)
    games_sim_test.GamesSimTest().sim_game(loaded)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_the_simulations_at_length(game: str, players: int) -> None:
    if players > pyspiel.load_game(game).get_type().max_num_players:
        pytest.skip("not for so many players")
    loaded = pyspiel.load_game(f"{game}(players={players})")
    pyspiel.random_sim_test(loaded, num_sims=20, serialize=True, verbose=False)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_are_as_saved(name: str) -> None:
    """After a change that is meant: `python tests/playthroughs.py` writes them anew."""
    saved = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    game, _ = PLAYTHROUGHS[name]
    assert condensed_playthrough(game, actions_of(saved)) == saved


@pytest.mark.parametrize("game", GAMES)
def test_states_are_pickled_and_serialised(game: str) -> None:
    loaded = pyspiel.load_game(game)
    for actions in (3, 20, 45):
        state = random_state(loaded, 1, actions)
        for read in (
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))[1],
        ):
            assert str(read) == str(state)
            assert read.history() == state.history()
            assert read.is_terminal() or read.legal_actions() == state.legal_actions()
    assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)


def test_importing_the_games_leaves_no_mess_behind() -> None:
    """OpenSpiel frees what was registered after the interpreter has gone, which may crash."""
    script = "import pyspiel, summy.envs.openspiel; pyspiel.load_game('summy_amath').new_initial_state()"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_ruleset_of_ones_own_can_be_registered() -> None:
    rules = replace(load_ruleset("amath-70"), hand_size=4, digest="four tiles", title="A-Math with four tiles")
    name = register(rules, "summy_four_tiles")
    state = random_state(pyspiel.load_game(name), 1, 8)
    assert [len(hand) for hand in state.table.position.hands] == [4, 4]
    assert pyspiel.load_game(name).get_type().long_name == "A-Math with four tiles"


@pytest.mark.parametrize("wrong", ["summy_summy(players=9)", "summy_summy(reward=glory)", "summy_summy(scale=-1.0)"])
def test_parameters_that_mean_nothing_are_refused(wrong: str) -> None:
    with pytest.raises((ValueError, RuntimeError, pyspiel.SpielError)):
        pyspiel.load_game(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_returns_are_worth_the_scores(game: str) -> None:
    state = random_state(pyspiel.load_game(f"{game}(scale=50.0)"), 3, 10_000)
    scores = state.table.position.scores
    expected = max(-1.0, min(1.0, (scores[0] - scores[1]) / 50))
    assert state.is_terminal()
    assert state.returns() == [pytest.approx(expected), pytest.approx(-expected)]
    assert len(state.history()) <= state.get_game().max_history_length()


def test_what_is_public_and_what_is_private_are_told_apart() -> None:
    state = deciding_state(pyspiel.load_game("summy_summy"), 2, 60)
    game = state.get_game()
    kinds = {
        "public": pyspiel.IIGObservationType(
            perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
        "private": pyspiel.IIGObservationType(
            perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
        ),
    }
    names = {}
    for kind, observation_type in kinds.items():
        observation = make_observation(game, observation_type)
        observation.set_from(state, 0)
        names[kind] = set(observation.dict)
    assert names["private"] == {"draft", "hand", "taken", "unseen", "phase"}
    assert not names["public"] & names["private"]
    whole = make_observation(game)
    assert set(whole.dict) == names["public"] | names["private"]
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.tensor is None
    assert recall.string_from(state, 0).startswith("0\n")
    assert recall.string_from(state, 0) != recall.string_from(state, 1)


@pytest.mark.parametrize("game", ["summy_summy", "summy_amath"])
def test_a_state_dealt_anew_looks_the_same_to_its_player(game: str) -> None:
    state = deciding_state(pyspiel.load_game(game), 4, 70)
    player, chance = state.current_player(), random.Random(1)
    others = set()
    for _ in range(5):
        renewed: SummyState = state.resample_from_infostate(player, chance.random)
        assert renewed.information_state_string(player) == state.information_state_string(player)
        assert renewed.legal_actions() == state.legal_actions()
        others.add(renewed.information_state_string(1 - player))
    assert len(others) > 1


def test_a_search_of_openspiel_plays_our_games() -> None:
    """Information-set MCTS looks ahead over states dealt anew, with chance, to the end of games."""
    game = pyspiel.load_game("summy_summy_draft")
    state = deciding_state(game, 6, 30)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=10, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()
