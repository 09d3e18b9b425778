"""How fast the PettingZoo environments are: processor time of games of random actions, with every observation made.

python examples/time_envs.py [GAMES]      (needs the extra `envs` of the distribution)
"""

from __future__ import annotations

import sys
import time

import numpy as np
import pettingzoo

from summy import ruleset_names
from summy.envs.pettingzoo import environment_id


def timed(name: str, games: int) -> str:
    """One line of figures for a ruleset."""
    env, dice = pettingzoo.make("aec", environment_id(name)), np.random.default_rng(1)
    resets, spent, turns, actions = 0.0, 0.0, 0, 0
    for seed in range(games):
        begun = time.process_time()
        env.reset(seed=seed)
        resets += time.process_time() - begun
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else dice.choice(np.flatnonzero(observation["action_mask"])))
            actions += not over
        spent += time.process_time() - begun
        turns += len(env.unwrapped.table.events)
    speed = f"{turns / spent:5.0f} turns/s  {actions / spent:5.0f} actions/s"
    return f"{name:12} reset {1000 * resets / games:5.2f} ms  {speed}"


if __name__ == "__main__":
    for ruleset in ruleset_names():
        print(timed(ruleset, int(sys.argv[1]) if len(sys.argv) > 1 else 20), flush=True)
