"""Games played at random by the library: positions that are reachable, early and late, by good and by bad play."""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache

from summy.deal import Deal
from summy.engine.movegen import discards, exchanges, generate
from summy.engine.selfplay import Chooser, steps
from summy.log import GameState, start
from summy.move import Challenge, Move, Pass
from summy.position import Position
from summy.referee import ends_when_accepted
from summy.rulesets import load_ruleset

OPTIONS_OF_SEED: dict[int, dict[str, object]] = {0: {"integer_steps": True, "challenge": "challenge"}}
"""Every seventh game is played with those of these options that its ruleset has."""


def wandering(seed: str) -> Chooser:
    """Plays of all sorts: the best, the longest, any; now and then a discard although there is a play."""
    dice = random.Random(seed)

    def chosen(position: Position) -> Move:
        if position.pending is not None and (ends_when_accepted(position) or dice.random() < 0.2):
            return dice.choice([Pass(), Challenge()])
        plays = generate(position)
        swaps: list[Move] = [*discards(position), *exchanges(position)]
        if swaps and (not len(plays) or dice.random() < 0.08):
            return dice.choice(swaps)
        if not len(plays):
            return Pass()
        order = plays.ranked()  # not the generator's own order, so that a faster one plays the same games
        if dice.random() < 0.3:
            return plays[order[0]]
        if dice.random() < 0.3:
            return plays[max(order, key=plays.tile_count)]
        return plays[dice.choice(order)]

    return chosen


def deal_of(rules: str, seed: int, sides: int) -> Deal:
    """A deal for tests; every seventh with options."""
    known = load_ruleset(rules).available_options
    options = {name: value for name, value in OPTIONS_OF_SEED.get(seed % 7, {}).items() if name in known}
    ruleset = load_ruleset(rules, options)
    return Deal(ruleset, hashlib.sha256(f"{rules} {seed}".encode()).digest(), sides)


@lru_cache(maxsize=256)
def course(rules: str, seed: int, sides: int = 2) -> tuple[GameState, ...]:
    """The states of one random game from a fair deal, the first before any turn."""
    begun = start(deal_of(rules, seed, sides))
    choosers = [wandering(f"{rules} {seed} {side}") for side in range(sides)]
    return (begun, *(state for _, state in steps(begun, choosers)))
