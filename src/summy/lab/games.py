"""One game of the lab: everything in it follows from the run's seed and the number of the game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from summy.deal import Deal
from summy.engine.movegen import any_play
from summy.engine.players import PLAYERS, Limits, Player, choose
from summy.engine.selfplay import seen_by_mover
from summy.log import GameState, LogEvent, decide, evolve, start
from summy.record import Record, record_of
from summy.rulesets import Ruleset

_DOMAIN = b"summy-lab-1"

OPENING = PLAYERS["max"]
"""Plays games up to where others take them over: strong and quick."""


def seed_of_game(run_seed: int, number: int) -> bytes:
    """The deal's seed of one game of a run: SHA-256("summy-lab-1" || run seed || number), both as 16 bytes.

    >>> seed_of_game(1, 0) == seed_of_game(1, 0) != seed_of_game(1, 1)
    True
    """
    parts = (value.to_bytes(16, "big", signed=True) for value in (run_seed, number))
    return hashlib.sha256(_DOMAIN + b"".join(parts)).digest()


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a side and what followed from it."""

    before: GameState
    events: tuple[LogEvent, ...]
    """The move's event first, then what follows by the rules."""

    evaluation: float
    """Points that the player thought its move worth."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A whole game."""

    deal: Deal
    names: tuple[str, ...]
    """The players' specifications by side."""

    turns: tuple[Turn, ...]
    end: GameState

    @property
    def scores(self) -> tuple[int, ...]:
        """Final scores by side."""
        return self.end.position.scores

    @property
    def winner(self) -> int | None:
        """The side that won; None for a draw."""
        assert self.end.ended is not None
        return self.end.ended.winner

    @property
    def moves(self) -> tuple[str, ...]:
        """Texts of all events."""
        return tuple(event.text or event.kind for event in self.events)

    @property
    def events(self) -> tuple[LogEvent, ...]:
        """The whole log."""
        return tuple(event for turn in self.turns for event in turn.events)

    def record(self) -> Record:
        """The game in the project's record format, with its deal revealed."""
        tags = {"Deal": self.deal.commitment, "Seed": self.deal.seed.hex()}
        return record_of(self.deal.ruleset, self.names, self.events, ended=self.end.ended, tags=tags)


def play(
    ruleset: Ruleset, seed: bytes, players: Sequence[Player], names: Sequence[str], from_stock: int | None = None
) -> PlayedGame:
    """Play one game; each player sees what its side may see (one that cheats sees all).

    Args:
        ruleset: the rules.
        seed: decides the deal and, for every side alike, what players leave to chance: seats may be changed.
        players: one a side.
        names: how the record calls them.
        from_stock: until the stock has at most so many tiles, all sides are played by `OPENING`.

    Raises Refused when a player offers a move that the rules do not allow.
    """
    deal = Deal(ruleset, seed, len(players))
    limits = Limits(int.from_bytes(seed[:7], "big"))
    state = start(deal)
    turns: list[Turn] = []
    while state.ended is None:
        side = state.position.to_move
        opening = from_stock is not None and (state.position.stock_count or 0) > from_stock
        player = OPENING if opening else players[side]
        shown = state.position if player.sees_all else seen_by_mover(state.position)
        choice = choose(player, shown, limits)
        before, events = state, decide(state, choice.move, side, any_play=any_play)
        for event in events:
            state = evolve(state, event)
        turns.append(Turn(before, events, choice.evaluation))
    return PlayedGame(deal, tuple(names), tuple(turns), state)
