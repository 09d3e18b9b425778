"""Whole games between choosers, through the log: every move is judged by the referee before it is folded in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from summy.deal import Deal
from summy.engine.hidden import seen_by_mover
from summy.engine.movegen import any_play
from summy.engine.players import Limits, Player, choose
from summy.log import GameState, LogEvent, decide, evolve, start
from summy.move import Move
from summy.position import Position

__all__ = ["Chooser", "chooser_of", "play_game", "play_pair", "seen_by_mover", "steps"]

Chooser = Callable[[Position], Move]
"""Chooses a move in a position of which it sees what its side may see."""


def steps(state: GameState, choosers: Sequence[Chooser]) -> Iterator[tuple[LogEvent, GameState]]:
    """Play on until the game is over, one chooser a side; gives each event with the state after it.

    Raises Refused when a chooser offers a move that the rules do not allow.
    """
    while state.ended is None:
        side = state.position.to_move
        move = choosers[side](seen_by_mover(state.position))
        for event in decide(state, move, side, any_play=any_play):
            state = evolve(state, event)
            yield event, state


def play_game(deal: Deal, choosers: Sequence[Chooser]) -> GameState:
    """The end of one game on a deal."""
    state = start(deal)
    for _, following in steps(state, choosers):
        state = following
    return state


def chooser_of(player: Player, seed: int, seconds: float | None = None) -> Chooser:
    """A computer player as a chooser, with one seed for the whole game."""

    def chosen(position: Position) -> Move:
        return choose(player, position, Limits(seed, seconds)).move

    return chosen


def play_pair(one: Player, other: Player, deal: Deal, seed: int) -> tuple[int, int]:
    """Both players' points over two games on one deal, each player once in each seat (a mirrored pair)."""
    totals = [0, 0]
    for seats in ((0, 1), (1, 0)):
        both = (one, other)
        end = play_game(deal, [chooser_of(both[seat], seed) for seat in seats])
        for seat, points in zip(seats, end.position.scores, strict=True):
            totals[seat] += points
    return totals[0], totals[1]
