"""Learns to play Summy from its own points: a policy of four weights, trained turn by turn in about half a minute.

python examples/train_bandit.py [GAMES]      (needs the extra `envs` of the distribution)
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

from summy.envs.actions import DISCARD, FIRST_TILE, STOP
from summy.envs.pettingzoo import SummyEnv

env = SummyEnv("summy")
space, rules = env.settings.space, env.settings.ruleset
Weights = np.ndarray[tuple[int], np.dtype[np.float64]]
FEATURES = np.zeros((space.size, 4))  # of each action: stops, stops after many tiles, discards, points of the tile laid
FEATURES[STOP, 0] = FEATURES[DISCARD, 2] = 1
FEATURES[FIRST_TILE : space.first_anchor, 3] = [rules.tiles.points[tile.name] / 9 for tile in space.tiles]


def play(policies: Sequence[Weights], dice: np.random.Generator, seed: int, rate: float = 0.0) -> tuple[int, ...]:
    """One game, a row of weights a side; with a rate, what earned more points than usual becomes more likely."""
    env.reset(seed=seed)
    usual, gradient = 10.0, np.zeros(FEATURES.shape[1])  # usual: points of a turn, a running mean
    while not env.table.over:
        before, turn = env.table, env.table.turn
        seen = FEATURES[list(turn.legal)]
        seen[:, 1] = seen[:, 0] * len(turn.taken) / 8
        odds = np.exp(seen @ policies[before.side])
        odds /= odds.sum()
        choice = dice.choice(len(odds), p=odds)
        gradient += seen[choice] - odds @ seen
        env.step(turn.legal[choice])
        if len(env.table.events) > len(before.events):  # the turn is over
            points = env.table.position.scores[before.side] - before.position.scores[before.side]
            policies[before.side][:] += rate * (points - usual) * gradient
            usual, gradient = usual + 0.1 * (points - usual), np.zeros_like(gradient)
    return env.table.position.scores


def train(games: int, seed: int = 1) -> Weights:
    """The weights after so many games against itself (a policy-gradient bandit: each turn is a draw of its own)."""
    weights, dice = np.zeros(FEATURES.shape[1]), np.random.default_rng(seed)
    for game in range(games):
        play((weights, weights), dice, seed=game, rate=0.003)
    return weights


def lead_over_random(weights: Weights, games: int, seed: int = 2) -> tuple[float, float]:
    """Points ahead of a player of random actions: mean of so many games and its standard error; sides take turns."""
    nothing, dice, leads = np.zeros_like(weights), np.random.default_rng(seed), []
    for game in range(games):
        side = game % 2
        scores = play((nothing, weights) if side else (weights, nothing), dice, seed=10**6 + game)
        leads.append(scores[side] - scores[1 - side])
    return float(np.mean(leads)), float(np.std(leads) / games**0.5)


if __name__ == "__main__":
    learned = train(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
    print("weights", learned.round(2))
    print("points ahead of random actions: {:.1f} ± {:.1f}".format(*lead_over_random(learned, 100)))
