"""Every ruleset as an OpenSpiel game.

>>> import pyspiel, summy.envs.openspiel
>>> game = pyspiel.load_game("summy_amath(reward=result)")
>>> game.new_initial_state().is_chance_node()
True

Tiles are chance nodes, one tile each (`summy.envs.chance`), so a state is its history of actions. Players are sides in
order of play: player 0 starts. Parameters of a game string: `players`, `reward` (`difference` or `result`), `scale`
(points worth the whole reward), `window` (squares a side where the table has no edge).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from summy.envs.chance import Dealing, Node, following, resampled
from summy.envs.drawing import information_text, observation_text, private_text, public_text
from summy.envs.observation import layout_of, observe
from summy.envs.rewards import DEFAULT_SCALE
from summy.envs.table import Settings, Table
from summy.envs.window import DEFAULT_WINDOW
from summy.position_text import format_position
from summy.rulesets import Ruleset, load_ruleset, ruleset_names

PREFIX = "summy_"

Parameters = dict[str, Any]


def short_name(ruleset_id: str) -> str:
    """The name of a ruleset's game: `summy_amath_70`."""
    return PREFIX + ruleset_id.replace("-", "_")


def register(ruleset: Ruleset, name: str | None = None) -> str:
    """Make a ruleset known to OpenSpiel for at least two players; returns the name of the game.

    Args:
        ruleset: any ruleset for two sides or more.
        name: letters, digits and underscores; made from the ruleset's id when left out.
    """
    name = name or short_name(ruleset.id)
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=ruleset.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=ruleset.sides.maximum,
        min_num_players=max(2, ruleset.sides.minimum),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": max(2, ruleset.sides.default),
            "reward": "difference",
            "scale": DEFAULT_SCALE,
            "window": DEFAULT_WINDOW,
        },
    )
    # A class of its own, not a function with arguments bound: OpenSpiel lets go of it only after the interpreter has
    # ended, which crashes for everything that this would free. A class refers to itself and so is not freed.
    game_class = type(f"{SummyGame.__name__}_{name}", (SummyGame,), {"ruleset": ruleset, "game_type": game_type})
    pyspiel.register_game(game_type, game_class)
    return name


class SummyGame(pyspiel.Game):
    """The game of a ruleset with its parameters; `register` makes a class of each ruleset."""

    ruleset: ClassVar[Ruleset]
    game_type: ClassVar[pyspiel.GameType]

    def __init__(self, parameters: Parameters) -> None:
        self.settings = Settings(
            self.ruleset, parameters["players"], parameters["window"], parameters["reward"], parameters["scale"]
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.settings.space.size,
            max_chance_outcomes=len(self.settings.space.names),
            num_players=self.settings.sides,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.settings.action_limit,
        )
        super().__init__(self.game_type, info, parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        # By its string, which is enough: a process that has imported this module knows the game.
        return _loaded, (str(self),)

    def new_initial_state(self) -> SummyState:
        """The state before the first tile is dealt."""
        return SummyState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The hands dealt, and for each turn at most a whole hand drawn."""
        return (self.settings.turn_limit + self.settings.sides) * self.settings.ruleset.hand_size

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> SummyObserver:
        """What sides see of states; ValueError when `params` asks for something else than all of it."""
        if params:
            raise ValueError("observers take no parameters")
        return SummyObserver(self.settings, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _loaded(game: str) -> Any:
    return pyspiel.load_game(game)


class SummyState(pyspiel.State):
    """A state. All that the game needs is in `node`, which is immutable, so that copies share it."""

    def __init__(self, game: SummyGame) -> None:
        super().__init__(game)
        self.node: Node = Dealing.of(game.settings)

    @property
    def table(self) -> Table:
        """The table of the state; while hands are dealt, nobody has a tile on it."""
        return self.node if isinstance(self.node, Table) else self.node.table

    def current_player(self) -> int:
        """The side to move, chance, or nobody."""
        if not isinstance(self.node, Table):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.node.over else self.node.side

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.table.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The tiles that may come, with their probabilities."""
        assert not isinstance(self.node, Table)
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = following(self.node, action) if isinstance(self.node, Table) else self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        space = self.table.settings.space
        if player == pyspiel.PlayerId.CHANCE:
            return space.names[action]
        return space.text(action, self.table.turn.options.window)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.node, Table) and self.node.over

    def returns(self) -> list[float]:
        """The reward of each side; zeros while the game goes on."""
        return list(self.table.rewards)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SummyState:
        """A state that looks the same to a player, with the tiles it has not seen dealt anew (for IS-MCTS).

        Its history still names the tiles of this state, so it is for looking ahead and not for writing down.
        """
        state: SummyState = self.clone()
        state.node = resampled(self.table, player, probability_sampler)
        return state

    def __str__(self) -> str:
        if isinstance(self.node, Dealing):
            return f"dealt {' '.join(self.node.dealt)}".rstrip()
        text = format_position(self.table.position)
        if not self.table.over:
            text = f"{text} {self.table.turn.text}".rstrip()
        return text if isinstance(self.node, Table) else f"{text} drew {' '.join(self.node.drawn)}".rstrip()


class SummyObserver:
    """Observations of one kind, for one state after another (OpenSpiel's `observation.py` says how it is used).

    Perfect recall is given as text alone. Other kinds are arrays, too: in `dict` by name, and flat in `tensor`.
    """

    def __init__(self, settings: Settings, kind: pyspiel.IIGObservationType) -> None:
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind.perfect_recall
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if self._recall:
            return
        pieces = [piece for piece in layout_of(settings).pieces if (self._private if piece.private else self._public)]
        self.tensor = np.zeros(sum(int(np.prod(piece.shape)) for piece in pieces), np.float32)
        start = 0
        for piece in pieces:
            size = int(np.prod(piece.shape))
            self.dict[piece.name] = self.tensor[start : start + size].reshape(piece.shape)
            start += size

    def set_from(self, state: SummyState, player: int) -> None:
        """Write what a player sees of a state into the arrays."""
        arrays = observe(state.table, player, private=self._private)
        for name, array in self.dict.items():
            array[...] = arrays[name]

    def string_from(self, state: SummyState, player: int) -> str:
        """What a player sees of a state as text."""
        if self._public and self._private:
            return (information_text if self._recall else observation_text)(state.table, player)
        if self._public:
            return public_text(state.table)
        return private_text(state.table, player) if self._private else ""


for _name in ruleset_names():
    register(load_ruleset(_name))
