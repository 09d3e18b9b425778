"""Random games through the log, every kind of turn and event among them, for every ruleset; no engine needed.

Plays come from the slow reference (a few tiles of the hand at a time); where plays can be challenged, any possible one
is tried. Stocks are cut short so that games end soon.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from functools import lru_cache

import reference
import wellformed
from summy.deal import Deal
from summy.log import GameState, LogEvent, decide, fold, start
from summy.move import Challenge, Discard, Exchange, Move, Pass, Play, Resign, parse_move
from summy.position import Position, position_to_json
from summy.referee import judge
from summy.refusals import Refused
from summy.rulesets import load_ruleset

KINDS: tuple[tuple[str, tuple[tuple[str, object], ...], int], ...] = (
    ("summy", (), 1),
    ("summy", (("integer_steps", True),), 2),
    ("summy", (("first_side", "lowest"),), 3),
    ("summy-127", (), 4),
    ("amath", (), 2),
    ("amath", (("challenge", "challenge"),), 2),
    ("amath-70", (("challenge", "challenge"), ("pass", "never")), 2),
    ("summy-draft", (), 2),
)
"""Ruleset, options and number of sides of the games."""


@dataclass(frozen=True)
class Journey:
    """A game from its first position to its end (or to where it was left)."""

    begun: GameState
    events: tuple[LogEvent, ...]
    ended: GameState

    def states(self) -> list[GameState]:
        """The state before each event, and the last."""
        return [fold(self.begun, self.events[:count]) for count in range(len(self.events) + 1)]


def no_play(position: Position) -> bool:
    """The reference asked with three tiles at most: enough for the draft's last rule to come into play."""
    return bool(_reference_plays(position, position.hand[:3]))


@lru_cache(maxsize=256)
def journey(kind: int, seed: int, longest: int = 60) -> Journey:
    """One random game."""
    name, options, sides = KINDS[kind % len(KINDS)]
    ruleset = load_ruleset(name, dict(options))
    dice = random.Random(f"{kind} {seed}")
    deal = Deal(ruleset, hashlib.sha256(f"{kind} {seed}".encode()).digest(), sides)
    begun = start(deal)
    stock = begun.position.stock
    assert isinstance(stock, tuple)
    begun = replace(begun, position=replace(begun.position, stock=stock[: dice.choice([0, 8, 20, 30])]))
    state, events = begun, list[LogEvent]()
    while state.ended is None and len(events) < longest:
        side, action = _action(dice, state)
        try:
            made = decide(state, action, side, no_play)
        except Refused:
            continue
        state = fold(state, made)
        events.extend(made)
    return Journey(begun, tuple(events), state)


def _action(dice: random.Random, state: GameState) -> tuple[int, Move | str]:
    position, chance = state.position, dice.random()
    if chance < 0.01:
        return dice.randrange(position.sides), dice.choice([Resign(), "abandoned", "lost-on-time", "draw-agreed"])
    if chance < 0.1:
        return position.to_move, "timeout"
    if position.pending is not None and chance < 0.5:
        return position.to_move, Challenge()
    return position.to_move, _move(dice, position)


def _move(dice: random.Random, position: Position) -> Move:
    hand = position.hand
    if not hand:
        return Pass()
    if dice.random() < 0.9 and (play := _play(dice, position)) is not None:
        return play
    taken = tuple(dice.sample(hand, dice.randint(1, len(hand))))
    return dice.choice([Discard(taken), Exchange(taken[:3]), Pass()])


def _play(dice: random.Random, position: Position) -> Play | None:
    if position.ruleset.turn.challenge == "challenge" and dice.random() < 0.6:
        tries = (wellformed.play_of_hand(dice, position) for _ in range(20))
        return next((play for play in tries if judge(position, play).legal), None)
    found = _reference_plays(position, _useful(dice, position.hand))
    if not found:
        return None
    play = parse_move(dice.choice(found), position.ruleset)
    assert isinstance(play, Play)
    return play


def _useful(dice: random.Random, hand: tuple[str, ...]) -> tuple[str, ...]:
    """A few tiles that may make a line: an `=`, an operator, some digits."""
    mixed = dice.sample(hand, len(hand))
    kinds = (("=", 1), ("+-x:", 1), ("0123456789", 3))
    return tuple(name for kind, most in kinds for name in [name for name in mixed if name in kind][:most])


def _reference_plays(position: Position, hand: tuple[str, ...]) -> list[str]:
    value = position_to_json(position)
    value["hands"][position.to_move] = list(hand)
    return [play["text"] for play in reference.walked_plays(reference.read_position(value))]
