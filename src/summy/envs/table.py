"""A game in small steps: an immutable state, the actions that may follow, the state after one of them.

Both adapters drive this. Where tiles come from is left to them: PettingZoo takes a deal (`summy.deal`), OpenSpiel draws
tile by tile (`chance`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from summy.deal import Deal
from summy.engine.movegen import any_play
from summy.envs.actions import ActionSpace, action_space
from summy.envs.rewards import DEFAULT_SCALE, REWARDS, rewards
from summy.envs.turn import Turn
from summy.envs.window import DEFAULT_WINDOW
from summy.log import GameState, LogEvent, at, decide, fold, start
from summy.move import Move, Pass
from summy.position import Position
from summy.referee import Drawing, outcome, refusal_of_pass
from summy.rulesets import Ruleset


@dataclass(frozen=True)
class Settings:
    """What is played, and how it is shown and rewarded."""

    ruleset: Ruleset
    sides: int
    window: int = DEFAULT_WINDOW
    """Squares a side of the window where the table has no edge."""

    reward: str = "difference"
    """A name in `summy.envs.rewards.REWARDS`."""

    scale: float = DEFAULT_SCALE
    """Points of difference that are worth the whole reward."""

    def __post_init__(self) -> None:
        limits = self.ruleset.sides
        if not limits.minimum <= self.sides <= limits.maximum:
            raise ValueError(f"{self.ruleset.title} is for {limits.minimum} to {limits.maximum} sides")
        if self.reward not in REWARDS:
            raise ValueError(f"the reward is one of {', '.join(REWARDS)}")
        if not self.scale > 0:
            raise ValueError("the scale is a number of points above 0")
        if self.window < 1:
            raise ValueError("the window has at least one square")

    @cached_property
    def space(self) -> ActionSpace:
        """The actions."""
        return action_space(self.ruleset, self.window)

    @cached_property
    def turn_limit(self) -> int:
        """Most turns of a game.

        Each play, and each discard, takes a tile or more out of the hands, and between two of them there are fewer
        turns without a play than end the game. No game of the packaged rulesets gets there; rules of one's own under
        which a game need not end are cut off here.
        """
        idle = self.ruleset.end.scoreless_per_side * self.sides
        return (self.ruleset.tiles.total + 1) * max(idle, 1)

    @property
    def action_limit(self) -> int:
        """Most actions of a game: an anchor or kind of swap, the tiles of a hand, and a stop each turn."""
        return self.turn_limit * (self.ruleset.hand_size + 2)


class Table:
    """A game between two actions. Immutable."""

    def __init__(
        self, settings: Settings, state: GameState, events: tuple[LogEvent, ...] = (), turn: Turn | None = None
    ) -> None:
        self.settings = settings
        self.state = state
        self.events = events
        """All that happened so far."""

        self._turn = turn

    @classmethod
    def dealt(cls, settings: Settings, deal: Deal) -> Table:
        """The start of a game on a deal."""
        return cls(settings, start(deal))

    @classmethod
    def at(cls, settings: Settings, position: Position, drawing: Drawing | None = None) -> Table:
        """A game that goes on from a position whose hands and stock are known."""
        if position.ruleset != settings.ruleset or position.sides != settings.sides:
            raise ValueError("the position is of another game")
        return cls(settings, at(position, drawing))

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.settings, self.state, self.events, self._turn)

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    @property
    def position(self) -> Position:
        """The position before the turn that is being chosen."""
        return self.state.position

    @property
    def side(self) -> int:
        """The side to move."""
        return self.state.position.to_move

    @property
    def cut_off(self) -> bool:
        """Whether the game was ended by the limit of turns rather than by the rules."""
        return self.state.ended is None and self.state.turn >= self.settings.turn_limit

    @property
    def over(self) -> bool:
        """Whether nothing more may be done."""
        return self.state.ended is not None or self.cut_off

    @cached_property
    def turn(self) -> Turn:
        """What is chosen of the turn so far."""
        return self._turn if self._turn is not None else Turn.of(self.settings.space, self.position)

    @property
    def finished(self) -> bool:
        """Whether the game was over by the rules before anything was done: for positions from elsewhere."""
        return outcome(self.position, any_play) is not None

    @property
    def legal(self) -> tuple[int, ...]:
        """The actions that may follow, in ascending order; none once the game is over."""
        return () if self.over else self.turn.legal

    def chosen(self, action: int) -> Table:
        """The state with one more action of the turn, whose move is not made yet even when it is complete."""
        return Table(self.settings, self.state, self.events, self.turn.after(action))

    def moved(self, move: Move) -> Table:
        """The state after a move and all that follows from it by the rules."""
        return self._followed(move, self.state)

    def _followed(self, move: Move, state: GameState) -> Table:
        action: Move | str = move
        if isinstance(move, Pass) and refusal_of_pass(state.position) is not None:
            # A side without any move lets its turn run out. That is no leaving the game, however often it happens.
            action, state = "timeout", replace(state, timeouts=(0,) * self.settings.sides)
        events = decide(state, action, state.position.to_move, any_play)
        return Table(self.settings, fold(state, events), self.events + events)

    def after(self, action: int) -> Table:
        """The state after an action, the move made when it is complete; ValueError when it is not legal."""
        if self.over:
            raise ValueError("the game is over")
        table = self.chosen(action)
        return table.moved(table.turn.move) if table.turn.complete else table

    @property
    def rewards(self) -> tuple[float, ...]:
        """What the game was worth to each side; zeros while it goes on."""
        settings = self.settings
        if not self.over:
            return (0.0,) * settings.sides
        return rewards(self.position.scores, settings.reward, settings.scale)
