"""The library's own values at random: boards, moves and positions of every ruleset, all well formed.

Nothing here need be reachable or legal: a position is only what can be written down. Values grow from a seeded `Random`
(`grown` makes a Hypothesis strategy of it), since drawing them tile by tile through Hypothesis takes far longer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from summy.board import Board, Direction, Square
from summy.move import Challenge, Discard, Exchange, Move, Pass, Placement, Play, Resign
from summy.position import Hand, Pending, Position, hand_count
from summy.rulesets import Ruleset, load_ruleset
from summy.rulesets.model import LIMIT
from summy.tiles import MAX_HAND, Token, has_own_face

T = TypeVar("T")
Dice = random.Random

CHALLENGED = load_ruleset("amath", {"challenge": "challenge"})
"""The ruleset whose plays wait for a challenge."""

RULESETS: tuple[Ruleset, ...] = (
    load_ruleset("summy"),
    load_ruleset("summy", {"integer_steps": True}),
    load_ruleset("summy-127", {"first_side": "lowest"}),
    load_ruleset("amath"),
    CHALLENGED,
    load_ruleset("amath-70", {"challenge": "challenge", "pass": "never"}),
    load_ruleset("summy-draft"),
)


def grown(grow: Callable[[Dice], T]) -> st.SearchStrategy[T]:
    """Values that a function makes with a seeded `Random`."""
    return st.integers(0, 2**32 - 1).map(lambda seed: grow(random.Random(seed)))


def square(dice: Dice, rules: Ruleset) -> Square:
    """A square of the table, mostly near its first tile or its centre, now and then at its edge."""
    width, height = rules.board.width, rules.board.height
    x, y = rules.board.centre
    if dice.random() < 0.85:
        return Square(x + dice.randint(-4, 4), y + dice.randint(-4, 4))
    if width is None or height is None:
        near, far = dice.randint(-4, 4), dice.choice([-1_000_000, -999_999, 999_999, 1_000_000])
        return dice.choice([Square(near, far), Square(far, near)])
    return Square(dice.randrange(width), dice.randrange(height))


def name(dice: Dice, rules: Ruleset) -> str:
    """A tile name of the set."""
    return dice.choice(tuple(rules.tiles.counts))


def token(dice: Dice, rules: Ruleset) -> Token:
    """A laid tile of the set."""
    tile = name(dice, rules)
    return Token(tile, dice.choice(rules.tiles.faces(tile)))


def board(dice: Dice, rules: Ruleset) -> Board:
    """Scattered tiles, some rows of tiles, and closed squares."""
    laid = {square(dice, rules): token(dice, rules) for _ in range(dice.randint(0, 4))}
    for _ in range(dice.randint(0, 3)):
        start, direction = square(dice, rules), dice.choice(list(Direction))
        for step in range(dice.randint(2, 7)):
            here = start.moved(direction, step)
            if rules.board.contains(here):
                laid[here] = token(dice, rules)
    return Board(laid, {square(dice, rules) for _ in range(dice.randint(0, 4))})


def tile_names(dice: Dice, rules: Ruleset, most: int = MAX_HAND) -> tuple[str, ...]:
    """Any tiles of the set, more copies than there are included."""
    return tuple(name(dice, rules) for _ in range(dice.randint(0, most)))


def hand(dice: Dice, rules: Ruleset) -> Hand:
    """A hand, known, counted or unknown."""
    return dice.choice([tile_names(dice, rules), tile_names(dice, rules), dice.randint(0, MAX_HAND), None])


def placement(dice: Dice, rules: Ruleset) -> Placement:
    """A placed tile, the face of a blank or choice tile sometimes missing."""
    laid = token(dice, rules)
    missing = not has_own_face(laid.tile) and dice.random() < 0.2
    return Placement(square(dice, rules), laid.tile, None if missing else laid.face)


def play(dice: Dice, rules: Ruleset) -> Play:
    """Tiles strewn or in a row; in a `line` game with a direction, mostly that of the row."""
    placed = list({each.square: each for each in (placement(dice, rules) for _ in range(dice.randint(0, 8)))}.values())
    direction = dice.choice(list(Direction))
    if placed and dice.random() < 0.7:
        steps = sorted(dice.sample(range(len(placed) + dice.choice([0, 0, 2])), len(placed)))
        start = placed[0].square
        placed = [
            Placement(start.moved(direction, step), each.tile, each.face)
            for step, each in zip(steps, placed, strict=True)
        ]
    return _near_enough(placed, direction if rules.placement == "line" else None)


def _near_enough(placed: list[Placement], direction: Direction | None) -> Play:
    """A play without the tiles whose squares are too far away to be written."""
    return Play(tuple(each for each in placed if max(map(abs, each.square)) <= LIMIT), direction)


def play_of_hand(dice: Dice, position: Position) -> Play:
    """Tiles of the hand in a row through or beside the tiles of the table, mostly without a gap."""
    rules, table, held = position.ruleset, position.board, list(position.hand)
    direction = dice.choice(list(Direction))
    near = dice.choice(sorted(table.tokens)) if len(table) else square(dice, rules)
    here = near.moved(direction, dice.randint(-3, 0))
    placed = []
    for tile in dice.sample(held, dice.randint(1, min(6, len(held)))):
        while here in table:
            here = here.moved(direction)
        placed.append(Placement(here, tile, dice.choice(rules.tiles.faces(tile))))
        here = here.moved(direction, dice.choice([1, 1, 1, 1, 1, 2]))
    return _near_enough(placed, direction if rules.placement == "line" else None)


def other_move(dice: Dice, rules: Ruleset) -> Move:
    """Anything but a play; swaps with their tiles or with a number."""
    swap = dice.choice([Discard, Exchange])
    return dice.choice(
        [swap(tile_names(dice, rules)), swap((), dice.randint(0, MAX_HAND)), Pass(), Challenge(), Resign()]
    )


def move_in(dice: Dice, position: Position) -> Move:
    """A move for a position, half of them made of the tiles that its side to move holds."""
    held = position.hands[position.to_move]
    if isinstance(held, tuple) and held and dice.random() < 0.5:
        return play_of_hand(dice, position)
    return dice.choice([play, other_move])(dice, position.ruleset)


def pending(dice: Dice, rules: Ruleset, table: Board, held: Hand) -> Pending:
    """A play that lies on the table already, and what its side drew after it."""
    direction = dice.choice(list(Direction))
    run = table.run(dice.choice(sorted(table.tokens)), direction)
    count = hand_count(held)
    drawn = dice.randint(0, MAX_HAND) if count is None else dice.randint(int(count == MAX_HAND), count)
    most = MAX_HAND if count is None else MAX_HAND - count + drawn
    chosen = dice.sample(run.squares(), dice.randint(1, min(most, len(run.tokens))))
    placed = tuple(Placement(each, *table.tokens[each]) for each in chosen)
    made = Play(placed, direction if rules.placement == "line" else None)
    return Pending(made, tuple(dice.sample(held, drawn)) if isinstance(held, tuple) and dice.random() < 0.7 else drawn)


def position(dice: Dice, rules: Ruleset | None = None) -> Position:
    """Any position that can be written down."""
    rules = rules or dice.choice(RULESETS)
    sides = dice.choice([1, 2, 2, 2, 3, 4])
    table, to_move = board(dice, rules), dice.randrange(sides)
    hands = tuple(hand(dice, rules) for _ in range(sides))
    waits = rules.turn.challenge == "challenge" and sides == 2 and len(table) and dice.random() < 0.8
    author = Position(rules, table, hands, (0,) * sides).hands[to_move - 1]
    return Position(
        ruleset=rules,
        board=table,
        hands=hands,
        scores=tuple(dice.choice([dice.randint(-99, 999), dice.randint(-(10**60), 10**60)]) for _ in range(sides)),
        to_move=to_move,
        stock=dice.choice([None, 0, dice.randint(0, 100), tile_names(dice, rules, 30)]),
        scoreless=dice.choice([0, dice.randint(0, 8), dice.randint(0, 1_000_000)]),
        discarded=tuple(hand(dice, rules) for _ in range(sides)),
        pending=pending(dice, rules, table, author) if waits else None,
    )


def position_and_move(dice: Dice) -> tuple[Position, Move]:
    """A position and a move for it."""
    made = position(dice)
    return made, move_in(dice, made)


rulesets = st.sampled_from(RULESETS)
positions = grown(position)
positions_and_moves = grown(position_and_move)
