"""Every ruleset as a PettingZoo AEC environment.

>>> import pettingzoo, summy.envs.pettingzoo
>>> env = pettingzoo.make("aec", "summy/amath-v0")
>>> env.reset(seed=1)
>>> sorted(env.last()[0])
['action_mask', 'observation']

Agents are `side_0`, `side_1`, ... in order of play: `side_0` starts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium.spaces
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from summy.deal import SEED_BYTES, Deal
from summy.envs.drawing import picture
from summy.envs.observation import Layout, layout_of, observe
from summy.envs.rewards import DEFAULT_SCALE
from summy.envs.table import Settings, Table
from summy.envs.window import DEFAULT_WINDOW
from summy.position import Position
from summy.rulesets import Ruleset, load_ruleset, ruleset_names

ILLEGAL_REWARD = -1.0
"""What a side gets for an action that is masked; the game is then over."""


def env(ruleset: Ruleset | str | Path = "summy", **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """A ready environment: an illegal action ends the game, wrong use raises.

    Args:
        ruleset: a ruleset, the name of one, or a file.
        options: as for `SummyEnv`.
    """
    wrapped = TerminateIllegalWrapper(SummyEnv(ruleset, **options), illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def environment_id(ruleset: str) -> str:
    """The registered name of a packaged ruleset: `summy/amath-v0`."""
    return f"summy/{ruleset}-v0"


class SummyEnv(AECEnv[str, dict[str, Any], int]):
    """One game after another of a ruleset.

    Args:
        ruleset: a ruleset, the name of one, or a file.
        sides: how many sides play; the ruleset's usual number when left out.
        window: squares a side of the window where the table has no edge.
        reward: `difference` or `result` (`summy.envs.rewards`).
        scale: points of difference that are worth the whole reward.
        render_mode: `ansi` (text returned), `human` (text printed) or None.

    Raises RulesetError for a ruleset that cannot be read, ValueError for other values that do not fit.
    """

    def __init__(
        self,
        ruleset: Ruleset | str | Path = "summy",
        *,
        sides: int | None = None,
        window: int = DEFAULT_WINDOW,
        reward: str = "difference",
        scale: float = DEFAULT_SCALE,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rules = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
        self.settings = Settings(rules, sides or rules.sides.default, window, reward, scale)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"summy_{rules.id.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"side_{side}" for side in range(self.settings.sides)]
        self.agents: list[str] = []
        layout = layout_of(self.settings)
        self.observation_spaces = {agent: _observation_space(layout) for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.settings.space.size) for agent in self.possible_agents
        }
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of a side's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of actions (`summy.envs.actions`)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: decides the deals of this game and of the games after it.
            options: `deal`, a `summy.Deal` to play on, or `position`, a `summy.Position` to go on from, of which all
                hands and the stock are known. Other keys mean nothing.

        Raises ValueError for a deal or a position of another game, or a position that is over.
        """
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        given = options or {}
        if "position" in given:
            self.table = self._from_position(given["position"])
        else:
            deal = given.get("deal") or Deal(self.settings.ruleset, self._chance.bytes(SEED_BYTES), self.settings.sides)
            if deal.ruleset != self.settings.ruleset or deal.sides != self.settings.sides:
                raise ValueError("the deal is of another game")
            self.table = Table.dealt(self.settings, deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.side]

    def _from_position(self, position: Position) -> Table:
        hidden = [
            part for part in (*position.hands, *position.discarded, position.stock) if not isinstance(part, tuple)
        ]
        table = Table.at(self.settings, position)
        if hidden or table.finished:
            raise ValueError("the position must be of a running game with all tiles known")
        return table

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side sees, and which actions it may take: none unless it is to move."""
        side = self.possible_agents.index(agent)
        acts = side == self.table.side and not self.table.over
        mask = self.table.turn.mask.copy() if acts else np.zeros(self.settings.space.size, np.int8)
        return {"observation": dict(observe(self.table, side)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the side to move; None for a side whose game is over.

        Raises ValueError for an action that is masked.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table = self.table.after(int(action))
        self.rewards = dict(zip(self.agents, self.table.rewards, strict=True))
        if self.table.over:
            ended = self.truncations if self.table.cut_off else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[self.table.side]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as text, with the hand of the side to move: returned (`ansi`) or printed (`human`)."""
        text = picture(self.table)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""


def _observation_space(layout: Layout) -> gymnasium.spaces.Dict:
    arrays: dict[str, gymnasium.spaces.Space[Any]] = {
        piece.name: gymnasium.spaces.Box(piece.low, piece.high, piece.shape, piece.dtype) for piece in layout.pieces
    }
    mask = gymnasium.spaces.Box(0, 1, (layout.settings.space.size,), np.int8)
    return gymnasium.spaces.Dict({"observation": gymnasium.spaces.Dict(arrays), "action_mask": mask})


for _name in ruleset_names():
    if environment_id(_name) not in aec_registry:
        register("aec", environment_id(_name), entry_point="summy.envs.pettingzoo:env", kwargs={"ruleset": _name})
