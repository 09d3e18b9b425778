"""Fair deals: everything random in a game follows from one 256-bit seed that is committed to before the game.

The commitment (SHA-256 of the seed) is public from the start; the seed is shown when the game is over, and anybody
can then repeat every draw. Construction (docs/formats.md): block i = SHA-256(seed || "summy-deal-1" || ruleset id ||
purpose || i as 8 bytes), read as big-endian 64-bit words; rejection sampling; Fisher-Yates from the last index down,
starting from canonical order.

Seeds are made by the caller (`secrets.token_bytes(32)`): the rules know no randomness of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from summy.board import empty_board
from summy.errors import FormatError
from summy.position import Position
from summy.referee import draw
from summy.rulesets import Ruleset
from summy.tiles import BLANK, DIGITS, NUMBERS, RANK, sort_tiles

T = TypeVar("T")

SEED_BYTES = 32
_DOMAIN = b"summy-deal-1"
_WORDS = 2**64


class Stream:
    """The random words of one purpose."""

    def __init__(self, seed: bytes, ruleset_id: str, purpose: str) -> None:
        self._prefix = seed + _DOMAIN + ruleset_id.encode() + purpose.encode()
        self._words = self._generate()

    def _generate(self) -> Iterator[int]:
        block = 0
        while True:
            digest = hashlib.sha256(self._prefix + block.to_bytes(8, "big")).digest()
            for start in range(0, len(digest), 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each equally likely (words that would favour some are skipped)."""
        fair = _WORDS - _WORDS % limit
        return next(word for word in self._words if word < fair) % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order: Fisher-Yates from the last index down."""
        order = list(items)
        for index in range(len(order) - 1, 0, -1):
            other = self.below(index + 1)
            order[index], order[other] = order[other], order[index]
        return tuple(order)


def commitment_of(seed: bytes) -> str:
    """What is published before the game: SHA-256 of the seed, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def parse_seed(text: str) -> bytes:
    """A seed from its 64 hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or text != seed.hex():
        raise FormatError("a seed is 64 hexadecimal digits, in lower case", key="Seed")
    return seed


@dataclass(frozen=True)
class Deal:
    """One deal of a ruleset for a number of sides."""

    ruleset: Ruleset
    seed: bytes = field(repr=False)
    """Secret until the game is over, so it is not shown by `repr`."""

    sides: int

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        if not self.ruleset.sides.minimum <= self.sides <= self.ruleset.sides.maximum:
            low, high = self.ruleset.sides.minimum, self.ruleset.sides.maximum
            raise FormatError(f"{self.ruleset.id} is for {low} to {high} sides", key="sides", code="wrong_sides")

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, hexadecimal."""
        return commitment_of(self.seed)

    def _stream(self, purpose: str) -> Stream:
        return Stream(self.seed, self.ruleset.id, purpose)

    @cached_property
    def stock(self) -> tuple[str, ...]:
        """The shuffled stock before hands are dealt, index 0 = top; without the tile that lies on the table."""
        return self._stream("stock").shuffled(self._stock_tiles())

    def _stock_tiles(self) -> tuple[str, ...]:
        tiles = list(self.ruleset.tiles.all_tiles())
        if self.ruleset.board.first is not None:
            tiles.remove(self.ruleset.board.first[0].tile)
        return tuple(tiles)

    @cached_property
    def opening_draws(self) -> tuple[tuple[str, ...], ...]:
        """The rounds of the opening draw: the tile of each seat; all seats draw again after a tie for the highest.

        Empty where the ruleset does not draw for the start.
        """
        if self.ruleset.first_side != "draw":
            return ()
        rounds: list[tuple[str, ...]] = []
        while True:
            shuffled = self._stream(f"start:{len(rounds) + 1}").shuffled(self._stock_tiles())
            rounds.append(shuffled[: self.sides])
            ranks = [opening_rank(tile) for tile in rounds[-1]]
            if ranks.count(max(ranks)) == 1:
                return tuple(rounds)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Seat of each side in order of play (seats counted from 0): the seat that starts, then the others in turn."""
        first = self._first_seat()
        return tuple((first + side) % self.sides for side in range(self.sides))

    def _first_seat(self) -> int:
        rule = self.ruleset.first_side
        if rule == "draw":
            ranks = [opening_rank(tile) for tile in self.opening_draws[-1]]
            return ranks.index(max(ranks))
        seats = list(range(self.sides))
        if rule == "lowest":
            lows = [low_digits(hand) for hand in self._dealt(bottom=lambda seat: seat % 2 == 1)[0]]
            seats = [seat for seat in seats if lows[seat] == min(lows)]
        return seats[self._stream("start:1").below(len(seats))]

    def draws_from_bottom(self, side: int) -> bool:
        """Whether a side draws from the bottom of the stock.

        Sides 2 and 4 do. Where hands decide who starts, hands are dealt in order of seats before sides are known,
        and each seat keeps its end.
        """
        place = self.seats[side] if self.ruleset.first_side == "lowest" else side
        return place % 2 == 1

    @cached_property
    def start(self) -> Position:
        """The position before the first turn."""
        if self.ruleset.first_side == "lowest":
            hands, stock = self._dealt(bottom=lambda seat: seat % 2 == 1)
            hands = [hands[seat] for seat in self.seats]
        else:
            hands, stock = self._dealt(bottom=self.draws_from_bottom)
        return replace(self._empty(), hands=tuple(hands), stock=stock)

    def _empty(self) -> Position:
        return Position(self.ruleset, empty_board(self.ruleset.board), ((),) * self.sides, (0,) * self.sides)

    def _dealt(self, bottom: Callable[[int], bool]) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
        """Hands and what is left of the stock when each place is dealt its whole hand in turn."""
        position = replace(self._empty(), stock=self.stock)
        for place in range(self.sides):
            _, position = draw(position, place, _Ends(bottom(place)))
        hands = [hand for hand in position.hands if isinstance(hand, tuple)]
        assert isinstance(position.stock, tuple)
        return hands, position.stock

    def reshuffled(self, stock: tuple[str, ...], returned: tuple[str, ...], count: int) -> tuple[str, ...]:
        """The stock after tiles went back for the `count`-th time: old order, then the tiles, shuffled again."""
        return self._stream(f"return:{count}").shuffled(stock + sort_tiles(returned))


@dataclass(frozen=True)
class _Ends:
    """Draws every hand from one end."""

    bottom: bool

    def draws_from_bottom(self, side: int) -> bool:
        return self.bottom

    def reshuffled(self, stock: tuple[str, ...], returned: tuple[str, ...], count: int) -> tuple[str, ...]:
        raise AssertionError("nothing goes back while hands are dealt")


def opening_rank(tile: str) -> int:
    """Rank of a tile in the opening draw: blank highest, then 20 down to 0, then every sign.

    >>> opening_rank("?") > opening_rank("20") > opening_rank("0") > opening_rank("=") == opening_rank("+")
    True
    """
    if tile == BLANK:
        return len(RANK)
    return NUMBERS.index(tile) if tile in NUMBERS else -1


def low_digits(hand: tuple[str, ...]) -> tuple[int, ...]:
    """The digits of a hand from the lowest; one that runs out of digits first compares as higher."""
    return (*sorted(int(tile) for tile in hand if tile in DIGITS), len(RANK))
