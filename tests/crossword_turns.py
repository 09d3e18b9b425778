"""Turns of crossword games that the kernel plays with itself: thousands of reachable positions in seconds.

The games are no fair deals and know no passing or settling; what matters is that tables and hands are such as occur.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from summy.engine.crossword import crossword_rules
from summy.engine.crossword_maps import prepare
from summy.engine.kernel.crossword_map import EquationMap
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME, CrosswordPlays
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.position import Position, position_from_json
from summy.rulesets import load_ruleset
from summy.tiles import ORDER

CROSSWORD_RULES = ("amath", "amath-70", "summy-draft")
BARREN = 4
"""So many turns without a play end a game."""

SHARE = 6 if os.environ.get("SUMMY_SANITIZE") == "1" else 1
"""Under the sanitizers, which make everything many times slower, only so large a part of the positions is tried."""


class Turn(NamedTuple):
    """One turn: the kernel's position (to be left as it is), its plays, and what is still to be drawn."""

    position: CrosswordPosition
    plays: CrosswordPlays
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    side: int
    bag: tuple[int, ...]


@lru_cache(maxsize=8)
def map_of(rules: str, size: int = 8) -> EquationMap:
    """The map of a ruleset's grammar with equations of up to `size` faces."""
    ruleset = load_ruleset(rules)
    found = prepare(ruleset, crossword_rules(ruleset), size)
    assert found is not None
    return found


def turns(rules: str, seed: int, *, size: int = 8) -> Iterator[Turn]:
    """The turns of one game. In every other game the best play is always taken, else any play half of the time."""
    ruleset = load_ruleset(rules)
    dice = random.Random(f"{rules} {seed}")
    bag = [KINDS_BY_NAME[name] for name in ruleset.tiles.all_tiles()]
    dice.shuffle(bag)
    position = CrosswordPosition(crossword_rules(ruleset))
    position.map = map_of(rules, size)
    hands = [[bag.pop() for _ in range(ruleset.hand_size)] for _ in range(2)]
    side = barren = 0
    while barren < BARREN and hands[0] and hands[1]:
        hand = hands[side]
        position.hand = tuple(hand)
        plays = position.generate()
        yield Turn(position, plays, (tuple(hands[0]), tuple(hands[1])), side, tuple(bag))
        if len(plays):
            barren = 0
            index = plays.highest() if seed % 2 or dice.random() < 0.5 else dice.randrange(len(plays))
            for _, _, kind, _ in plays.tiles(index):
                hand.remove(kind)
            position.make(plays, index)
        else:
            barren += 1
            for _ in range(min(len(hand), 4, len(bag))):
                bag.insert(0, hand.pop(dice.randrange(len(hand))))
        while bag and len(hand) < ruleset.hand_size:
            hand.append(bag.pop())
        side = 1 - side


def json_of(rules: str, position: CrosswordPosition, hand: tuple[int, ...] | None = None) -> dict[str, Any]:
    """The position form of docs/formats, with another hand if one is given."""
    ruleset = load_ruleset(rules)
    assert ruleset.board.width is not None
    assert ruleset.board.height is not None
    board = []
    for y in range(ruleset.board.height):
        for x in range(ruleset.board.width):
            tile = position.get(x, y)
            if tile is not None:
                face, kind = tile
                board.append({"x": x, "y": y, "tile": ORDER[kind]} | ({"face": ORDER[face]} if face != kind else {}))
    held = position.hand if hand is None else hand
    return {"rules": rules, "board": board, "hands": [[ORDER[kind] for kind in held]]}


@lru_cache(maxsize=64)
def positions(rules: str, games: int, blanks: int | None = None) -> tuple[Position, ...]:
    """All positions of the first games, or those whose hand has so many blanks."""
    blank = KINDS_BY_NAME["?"]
    return tuple(
        position_from_json(json_of(rules, turn.position))
        for seed in range(games)
        for turn in turns(rules, seed)
        if blanks is None or turn.position.hand.count(blank) == blanks
    )
