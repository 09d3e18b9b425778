from typing import TypeVar

from pettingzoo import AECEnv

ObsType = TypeVar("ObsType")
ActionType = TypeVar("ActionType")
AgentID = TypeVar("AgentID")

class BaseWrapper(AECEnv[AgentID, ObsType, ActionType]):
    def __init__(self, env: AECEnv[AgentID, ObsType, ActionType]) -> None: ...

class TerminateIllegalWrapper(BaseWrapper[AgentID, ObsType, ActionType]):
    def __init__(self, env: AECEnv[AgentID, ObsType, ActionType], illegal_reward: float) -> None: ...

class AssertOutOfBoundsWrapper(BaseWrapper[AgentID, ObsType, ActionType]): ...
class OrderEnforcingWrapper(BaseWrapper[AgentID, ObsType, ActionType]): ...
