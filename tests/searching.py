"""The line kernel's searches by themselves, for tests that hold them against each other."""

from __future__ import annotations

import random
from functools import lru_cache

from courses import course
from summy.engine.kernel.equations import EquationMap, build_map
from summy.engine.kernel.plays import Plays
from summy.engine.kernel.position import LinePosition
from summy.engine.kernel.search import MAP, STRAIGHT, STRUCTURE, Searcher
from summy.engine.line import line_position
from summy.position import Position, position_from_json, position_to_json

Found = list[tuple[int, str]]
"""Score (negative) and text of plays, in the order of `summy moves`."""


@lru_cache(maxsize=4)
def equation_map(symbols: int) -> EquationMap:
    """A map of all lines of up to so many symbols."""
    return EquationMap(build_map(symbols))


def searcher(method: int, symbols: int = 0) -> Searcher:
    """A searcher that uses one search, the map with a map of its own."""
    made = Searcher()
    made.method = method
    if method == MAP:
        made.map = equation_map(symbols)
    return made


def all_searchers(*sizes: int) -> dict[str, Searcher]:
    """The straight search, which the others are measured against, the structure search, and maps of some sizes."""
    found = {"straight": searcher(STRAIGHT), "structure": searcher(STRUCTURE)}
    return found | {f"map {size}": searcher(MAP, size) for size in sizes}


def listed(plays: Plays) -> Found:
    """All plays in the order of `summy moves`."""
    return sorted((-score, text) for score, text in zip(plays.scores, plays.texts, strict=True))


def in_given_order(plays: Plays) -> Found:
    """Plays in the order in which they come."""
    return [(-score, text) for score, text in zip(plays.scores, plays.texts, strict=True)]


def held_by(position: Position, hand: list[str]) -> Position:
    """The same table, another hand for the side to move."""
    values = position_to_json(position)
    values["hands"][position.to_move] = hand
    return position_from_json(values)


def likely_hand(dice: random.Random, size: int) -> list[str]:
    """A hand that is likely to have plays: an equals sign, an operator or two, digits."""
    signs = ["=", dice.choice("+-x:"), dice.choice("+-x:="), dice.choice("+-x:")]
    digits = [dice.choice("00112233456789") for _ in range(size)]
    return [*signs[: max(1, size // 3)], *digits][:size]


def reached(rules: str, seeds: range, dice: random.Random, each: int) -> list[Position]:
    """Some positions of each of several random games."""
    found: list[Position] = []
    for seed in seeds:
        running = [state.position for state in course(rules, seed) if state.ended is None]
        found += dice.sample(running, min(each, len(running)))
    return found


def kernel_of(position: Position, by: Searcher) -> LinePosition:
    """The kernel's form of a position with a given searcher."""
    return line_position(position, by)
