"""What we use of OpenSpiel's compiled module, which comes without type information."""

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any, Self

class PlayerId(IntEnum):
    CHANCE = ...
    TERMINAL = ...

class PrivateInfoType(Enum):
    NONE = ...
    SINGLE_PLAYER = ...
    ALL_PLAYERS = ...

class IIGObservationType:
    public_info: bool
    perfect_recall: bool
    private_info: PrivateInfoType
    def __init__(self, perfect_recall: bool, public_info: bool = True, private_info: PrivateInfoType = ...) -> None: ...

class GameType:
    class Dynamics(Enum):
        SEQUENTIAL = ...

    class ChanceMode(Enum):
        EXPLICIT_STOCHASTIC = ...

    class Information(Enum):
        IMPERFECT_INFORMATION = ...

    class Utility(Enum):
        ZERO_SUM = ...

    class RewardModel(Enum):
        TERMINAL = ...

    short_name: str
    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: Dynamics,
        chance_mode: ChanceMode,
        information: Information,
        utility: Utility,
        reward_model: RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        provides_factored_observation_string: bool = ...,
        parameter_specification: dict[str, Any] = ...,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(self, game_type: GameType, info: GameInfo, parameters: dict[str, Any]) -> None: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def clone(self) -> Self: ...

def load_game(game: str) -> Game: ...
def register_game(game_type: GameType, game_class: Callable[[dict[str, Any]], Game]) -> None: ...
def registered_names() -> list[str]: ...
