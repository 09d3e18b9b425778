"""End games for tests: positions in which the stock has just become empty, small ones, and a plain search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from typing import Any

from summy.deal import Deal
from summy.engine.movegen import any_play, generate, greedy
from summy.engine.selfplay import steps
from summy.log import start
from summy.move import Move, Pass
from summy.position import Position
from summy.referee import apply, outcome
from summy.rulesets import load_ruleset


@lru_cache(maxsize=512)
def stock_just_empty(rules: str, number: int) -> Position | None:
    """The position of a greedy game when its stock became empty; None when the game ended before."""
    deal = Deal(load_ruleset(rules), number.to_bytes(32, "big"), 2)
    for _, state in steps(start(deal), [greedy] * 2):
        if state.ended is None and state.position.stock_empty:
            return None if outcome(state.position, any_play) else state.position
    return None


@lru_cache(maxsize=256)
def after_turns(rules: str, number: int, turns: int) -> Position:
    """A greedy game after so many turns, or just before its end."""
    state = start(Deal(load_ruleset(rules), number.to_bytes(32, "big"), 2))
    position = state.position
    for _, following in islice(steps(state, [greedy] * 2), turns):
        if following.ended is None:
            position = following.position
    return position


def small_endgames(rules: str, size: int, most_plays: int = 300) -> Iterator[Position]:
    """Tables of greedy games with hands cut to `size` tiles, an equals sign first, and the stock gone; endless.

    Some come after turns without a play.
    """
    dice = random.Random(f"{rules} {size}")
    for number in count():
        position = after_turns(rules, number % 32, 4 + 3 * (number % 5))
        cut = replace(
            position,
            hands=tuple(cut_hand(dice, hand, size) for hand in position.hands if isinstance(hand, tuple)),
            stock=(),
            scoreless=dice.choice([0, 0, 1]),
            to_move=dice.randrange(2),
        )
        if outcome(cut, any_play) is None and 0 < len(generate(cut)) <= most_plays:
            yield cut


def near_endgame(rules: str, number: int, stock: int, hand: int) -> Position:
    """A greedy game towards its end with a few tiles in the stock and small hands; the tiles left over are named as
    discarded, so that few are hidden."""
    position = after_turns(rules, number, 8)
    mine, others = (cut_hand(random.Random(number), held, hand) for held in position.hands if isinstance(held, tuple))
    left = Counter(position.ruleset.tiles.counts)
    left.subtract(token.tile for token in position.board.tokens.values())
    left.subtract(mine + others)
    drawn = tuple(random.Random(number).sample(sorted(left.elements()), stock))
    left.subtract(drawn)
    return replace(
        position,
        hands=(mine, others),
        stock=drawn,
        to_move=0,
        scoreless=0,
        discarded=((), tuple(left.elements())),
        ruleset=replace(position.ruleset, hand_size=hand),
    )


def cut_hand(dice: random.Random, hand: tuple[str, ...], size: int) -> tuple[str, ...]:
    """Some tiles of a hand."""
    tiles = sorted(hand, key=lambda tile: (tile != "=", dice.random()))
    return tuple(tiles[: min(size, len(tiles))])


def lead(position: Position) -> int:
    """The score of the side to move less the other side's."""
    mover = position.to_move
    return position.scores[mover] - position.scores[1 - mover]


def plain_value(position: Position, known: dict[Any, int] | None = None) -> int:
    """What the side to move gains on the other under best play: every move tried, made and ended by the referee."""
    known = {} if known is None else known
    key = (
        frozenset(position.board.tokens.items()),
        frozenset(position.board.reserved),
        position.hands,
        position.to_move,
        position.scoreless,
    )
    if key not in known:
        ended = outcome(position, any_play)
        if ended is not None:
            mover = position.to_move
            known[key] = ended.scores[mover] - ended.scores[1 - mover] - lead(position)
        else:
            moves: list[Move] = [Pass(), *generate(position)]
            known[key] = max(gain(position, move, known) for move in moves)
    return known[key]


def gain(position: Position, move: Move, known: dict[Any, int]) -> int:
    """What a move gains the side to move."""
    after = apply(position, move)
    mover = position.to_move
    return after.scores[mover] - position.scores[mover] - plain_value(after, known)


def final_difference(position: Position, line: tuple[Move, ...]) -> int:
    """What a line of play to the end of the game leads to, by the referee; AssertionError when it stops short of it."""
    mover = position.to_move
    for move in line:
        assert outcome(position, any_play) is None, "the line goes on after the end"
        position = apply(position, move)
    ended = outcome(position, any_play)
    assert ended is not None, "the line stops before the end"
    return ended.scores[mover] - ended.scores[1 - mover]
