"""The library's front: a game that is played move by move, and all legal moves of a position.

>>> from summy import Game, load_ruleset
>>> game = Game.new(load_ruleset("summy"), seed=bytes(32))
>>> best = game.legal_moves().best()
>>> event = game.play(best)
>>> event.points == game.position.scores[0]
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

from summy.deal import Deal
from summy.engine import movegen
from summy.log import GameState, LogEvent, at, decide, fold, start
from summy.move import Discard, Exchange, Move, Pass, Play
from summy.position import Position
from summy.referee import Outcome, Verdict, ends_when_accepted, judge, outcome, refusal_of_pass
from summy.refusals import refuse
from summy.rulesets import Ruleset


class LegalMoves(Sequence[Move]):
    """All legal moves of the side to move: plays, then exchanges or discards, then a pass where it is legal.

    Lazy: moves are made when they are looked at. `in` asks the referee, so it is quick. Never holds challenges or
    resignations.
    """

    def __init__(self, position: Position, *, ended: bool = False) -> None:
        self._position = position
        self._ended = ended

    @cached_property
    def _over(self) -> bool:
        return self._ended or outcome(self._position, movegen.any_play) is not None

    @cached_property
    def _only_answers(self) -> bool:
        """Whether nothing can be played: the game is over, or will be once the last play is accepted."""
        return self._over or ends_when_accepted(self._position)

    @cached_property
    def plays(self) -> Sequence[Play]:
        """The legal plays."""
        return () if self._only_answers else movegen.generate(self._position)

    @cached_property
    def others(self) -> tuple[Move, ...]:
        """Discards or exchanges (each multiset once), then the pass."""
        position = self._position
        swaps: tuple[Move, ...] = ()
        if not self._only_answers:
            swaps = (*movegen.discards(position), *movegen.exchanges(position))
        return swaps if self._over or refusal_of_pass(position) is not None else (*swaps, Pass())

    def best(self) -> Play | None:
        """A play with the highest score; None when there is no play."""
        return None if self._only_answers else next(iter(movegen.generate(self._position, best=1)), None)

    def __len__(self) -> int:
        return len(self.plays) + len(self.others)

    def __iter__(self) -> Iterator[Move]:
        yield from self.plays
        yield from self.others

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [*self][index]
        place = range(len(self))[index]  # IndexError beyond the ends
        return self.plays[place] if place < len(self.plays) else self.others[place - len(self.plays)]

    def __contains__(self, move: object) -> bool:
        if self._ended or (isinstance(move, Discard | Exchange) and not move.tiles):
            return False  # tiles that are hidden are no move of one's own
        return (
            isinstance(move, Play | Discard | Exchange | Pass)
            and judge(self._position, move, any_play=movegen.any_play).legal
        )

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self.plays)} plays, {len(self.others)} others>"


def legal_moves(position: Position) -> LegalMoves:
    """All legal moves of the side to move; its hand must be known."""
    return LegalMoves(position)


class Game:
    """A game in progress: its events so far and the position they lead to."""

    def __init__(self, state: GameState, deal: Deal | None = None) -> None:
        self.state = state
        self.deal = deal
        self.first_position = state.position
        self.events: list[LogEvent] = []

    @classmethod
    def new(cls, ruleset: Ruleset, *, seed: bytes, sides: int | None = None) -> Game:
        """A fresh game. The seed (32 bytes) decides every draw; take `secrets.token_bytes(32)` for a fair one."""
        deal = Deal(ruleset, seed, sides or ruleset.sides.default)
        return cls(start(deal), deal)

    @classmethod
    def from_position(cls, position: Position) -> Game:
        """A game that goes on from a position."""
        return cls(at(position))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.state.position

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.state.ended

    def legal_moves(self) -> LegalMoves:
        """All legal moves of the side to move; none once the game is over."""
        return LegalMoves(self.position, ended=self.state.ended is not None)

    def judge(self, move: Move) -> Verdict:
        """What the referee says of a move now."""
        if self.state.ended is not None:
            return Verdict(False, refusal=refuse("game_over"))
        return judge(self.position, move, any_play=movegen.any_play, left=self.state.left)

    def play(self, move: Move | str, side: int | None = None) -> LogEvent:
        """Make a move (or one of `summy.log.ACTIONS`) for the side to move; returns its event.

        What follows by itself (passes without tiles, settlement) is appended to `events` too. Raises
        `summy.refusals.Refused` when it is not legal, which changes nothing.
        """
        actor = self.position.to_move if side is None else side
        events = decide(self.state, move, actor, movegen.any_play)
        self.state = fold(self.state, events)
        self.events.extend(events)
        return events[0]

    def __repr__(self) -> str:
        return f"<Game of {self.position.ruleset.title}: {len(self.events)} events, {self.position.scores}>"
