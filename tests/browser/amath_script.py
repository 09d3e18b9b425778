"""A game of A-Math that is known from the first tile to the last, for two people to play through the page.

The deal's seed is chosen, so the whole game can be thought out here by the rules alone. Its first part is played over
sockets; what a table must be able to do comes in the second part: an exchange, an untrue play that is taken back, a
challenge that costs a turn, blanks, choice tiles, going out, the settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from summy import log
from summy.deal import Deal
from summy.engine.movegen import any_play, generate
from summy.move import Challenge, Exchange, Move, Pass, Placement, Play
from summy.position import Position
from summy.referee import ends_when_accepted, judge, untrue_line
from summy.rulesets import load_ruleset

OPTIONS = {"challenge": "challenge"}
AMATH = load_ruleset("amath", OPTIONS)

FIRST_SEED = 253
"""Tried first; others follow where the rules or the generator have changed so much that it gives no such game."""

LEFT_IN_BAG = 14
"""When so many tiles are left at most, the people come to the table."""

LOOKED_AT = 400
"""How many of the best plays are looked at."""

TURNS_MOST = 14
"""How long the second part may be."""


class Unsuitable(Exception):
    """This deal does not give what the test wants to see."""


@dataclass(frozen=True)
class Step:
    """One move of the script with the position before it and after all that follows from it."""

    side: int
    move: Move
    before: Position
    after: log.GameState
    events: tuple[log.LogEvent, ...]
    """The move and what follows from it by the rules."""


@dataclass(frozen=True)
class Script:
    """A whole game."""

    seed: bytes
    deal: Deal
    opening: tuple[Step, ...]
    """Played over sockets."""
    rest: tuple[Step, ...]
    """Played by people on the page."""


def script() -> Script:
    """The game. Raises AssertionError when no deal of the first few hundred gives one."""
    for number in range(FIRST_SEED, FIRST_SEED + 400):
        try:
            return _script(number.to_bytes(32, "big"))
        except Unsuitable:
            continue
    raise AssertionError("no deal gives a game with everything in it")


def _script(seed: bytes) -> Script:
    deal = Deal(AMATH, seed, 2)
    course = _Course(log.start(deal))
    while (course.position.stock_count or 0) > LEFT_IN_BAG:
        course.make(_saving(course.position))
        if course.state.ended is not None:
            raise Unsuitable
    opening = tuple(course.steps)
    course.steps.clear()
    for move in _what_must_be_shown(course):
        course.make(move)
    while course.state.ended is None:
        if len(course.steps) > TURNS_MOST:
            raise Unsuitable
        course.make(_going_on(course.position))
    several = any(isinstance(step.move, Play) and len(judge(step.before, step.move).lines) > 1 for step in course.steps)
    if not several or not any(hand == () for hand in course.position.hands):
        raise Unsuitable
    return Script(seed, deal, opening, tuple(course.steps))


class _Course:
    """A game that goes on."""

    def __init__(self, state: log.GameState) -> None:
        self.state = state
        self.steps: list[Step] = []

    @property
    def position(self) -> Position:
        return self.state.position

    def make(self, move: Move) -> None:
        before, side = self.position, self.position.to_move
        events = log.decide(self.state, move, side, any_play)
        self.state = log.fold(self.state, events)
        self.steps.append(Step(side, move, before, self.state, events))


def _what_must_be_shown(course: _Course) -> Iterator[Move]:
    """The moves that the page must be able to make, one after the other."""
    plain = [tile for tile in course.position.hand if tile not in {"?", "=", "+/-", "x/:"}]
    if len(plain) < 2 or "?" not in course.position.hands[1 - course.position.to_move]:
        raise Unsuitable
    yield Exchange(tuple(plain[:2]))
    true = _best(course.position, _blank_number)
    if true is None:
        raise Unsuitable
    yield _untrue(course.position, true)
    yield Challenge()
    chosen = _best(course.position, lambda play: _uses(play, "+/-", "x/:"))
    if chosen is None or len(chosen.tiles) < 2:
        raise Unsuitable
    yield chosen
    again = _best(course.position, _blank_number)
    if again is None:
        raise Unsuitable
    yield again
    yield Challenge()


def _uses(play: Play, *tiles: str) -> bool:
    return any(placement.tile in tiles for placement in play.tiles)


def _blank_number(play: Play) -> bool:
    """Whether a blank of the play stands for a number."""
    return any(_is_blank_number(placement) for placement in play.tiles)


def _is_blank_number(placement: Placement) -> bool:
    return placement.tile == "?" and (placement.face or "").isdigit()


def _saving(position: Position) -> Move:
    """The best play without blanks and choice tiles; else without blanks; else other tiles, while there are some."""
    kept = ("?", "+/-", "x/:")
    for saved in (kept, kept[:1]):
        hand = tuple(tile for tile in position.hand if tile not in saved)
        found = _best(_holding(position, hand), lambda play: True)
        if found is not None:
            return found
    return Exchange(position.hand[:4])


def _going_on(position: Position) -> Move:
    """The best play; pass where there is none, or where the last play ends the game."""
    found = None if ends_when_accepted(position) else _best(position, lambda play: True)
    return found or Pass()


def _holding(position: Position, hand: tuple[str, ...]) -> Position:
    hands = tuple(hand if side == position.to_move else other for side, other in enumerate(position.hands))
    return replace(position, hands=hands)


def _best(position: Position, wanted: Callable[[Play], bool]) -> Play | None:
    """The wanted play with the most points, of equal ones the first by its text."""
    return next((play for play in generate(position, best=LOOKED_AT) if wanted(play)), None)


def _untrue(position: Position, play: Play) -> Play:
    """The same play with another number on the blank, so that it is not true any more."""
    for face in ("8", "7", "3"):
        tiles = tuple(replace(each, face=face) if _is_blank_number(each) else each for each in play.tiles)
        changed = replace(play, tiles=tiles, written=None)
        if not judge(position, changed).legal:
            continue
        laid = log.fold(log.at(position), log.decide(log.at(position), changed, position.to_move, any_play)).position
        if untrue_line(laid, changed) is not None:
            return changed
    raise Unsuitable
