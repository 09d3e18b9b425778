"""The near end game: a few tiles are left in the stock, so the other hand is known up to them.

Every way in which the tiles not seen can lie, some in the other hand and the others in the stock in some order, is a
*split*; splits are weighed by how many deals they stand for. For each candidate move and each split the game is played
on until the stock is empty and the end game behind it solved (`endgame`).

What is exact: a play that takes the last tiles of the stock. From then on both sides know all tiles, so its value in a
split is that of the end game. After any other move the other side has to decide without knowing, and so does the mover
again; until the stock is empty both are then taken to play for the highest score, and the value is called an estimate.
So it is wherever tiles were or are discarded face down, since the sides then do not know each other's tiles at the end.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb, prod

from summy.engine.endgame import EndgameLimits, EndgameSolver, NoEndgame
from summy.engine.hidden import unseen
from summy.engine.movegen import any_play, discards, exchanges, generate, greedy
from summy.move import Discard, Move, Pass
from summy.position import Position, hand_count
from summy.referee import accept, apply, judge, outcome
from summy.tiles import sort_tiles

MOST_IN_STOCK = 4
"""Most tiles of the stock for which all splits are gone through."""

MOST_SPLITS = 20_000
"""Most splits; with more the search is refused."""


@dataclass(frozen=True, slots=True)
class NearLimits:
    """What one search may use."""

    candidates: int = 20
    """How many moves are looked at, those of the highest scores first."""

    nodes: int = 20_000_000
    """Most positions to look at in all end games together. Searches that end by this limit are the same everywhere."""

    nodes_each: int = 300_000
    """Most positions in one end game. One that is not proved within it makes a candidate an estimate."""

    seconds: float | None = None
    """Most time, None for no limit; where it decides, results are not reproducible."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move over the splits. Counts are deals: each split counts as often as it is dealt."""

    move: Move
    won: int
    drawn: int
    lost: int
    difference_sum: int
    """The final differences of all these deals together."""

    exact: bool
    """Whether the counts are those of best play of both sides: every end game was proved and no decision had to be
    taken without knowing the other hand."""

    cut: bool
    """Whether it was left before all splits were looked at, since it could no longer win as often as the best."""

    @property
    def deals(self) -> int:
        """Deals looked at."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """Won deals and half of the drawn ones, as a part of those looked at."""
        return (self.won + self.drawn / 2) / self.deals if self.deals else 0.0

    @property
    def difference(self) -> float:
        """The mean final difference over the deals looked at."""
        return self.difference_sum / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class NearEndgameResult:
    """The candidates, best first: by deals won (drawn ones count half), then by mean difference; cut ones last."""

    candidates: tuple[Candidate, ...]
    splits: int
    """Splits in all."""

    deals: int
    """How many deals they stand for."""

    all_moves: bool
    """Whether every legal move was a candidate."""

    finished: bool
    """Whether the limits let each candidate see all splits or be cut."""

    nodes: int
    """Positions looked at in all end games."""

    @property
    def proved(self) -> bool:
        """Whether the first candidate is the best move: all moves were looked at, to the end, and all are exact."""
        return self.all_moves and self.finished and all(candidate.exact for candidate in self.candidates)


@dataclass(frozen=True, slots=True)
class Split:
    """One way in which the tiles that are not seen may lie."""

    hand: tuple[str, ...]
    """The other hand."""

    stock: tuple[str, ...]
    """The stock from its top."""

    deals: int
    """How often it is dealt: tiles of the same name are told apart here."""


def splits(hidden: Counter[str], hand_size: int, stock_size: int) -> Iterator[Split]:
    """All splits of the tiles that are not seen. Tiles that fit in neither place were discarded face down.

    >>> [split.deals for split in splits(Counter("112"), 2, 1)]
    [2, 1]
    """
    for stock, ways in _orders(hidden, stock_size):
        rest = hidden - Counter(stock)
        for hand in _multisets(rest, hand_size):
            chosen = Counter(hand)
            yield Split(hand, stock, ways * prod(comb(rest[name], chosen[name]) for name in chosen))


def _orders(hidden: Counter[str], size: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every order of `size` tiles drawn one after the other, with the number of ways to draw it."""
    if size == 0:
        yield (), 1
        return
    for name in sort_tiles(tuple(hidden)):
        if count := hidden[name]:
            for order, ways in _orders(hidden - Counter((name,)), size - 1):
                yield (name, *order), ways * count


def _multisets(tiles: Counter[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of `size` of the tiles."""
    if size == sum(tiles.values()):
        yield sort_tiles(tuple(tiles.elements()))
        return
    names = sort_tiles(tuple(tiles))

    def from_name(index: int, left: int) -> Iterator[tuple[str, ...]]:
        if left == 0:
            yield ()
        elif index < len(names):
            for count in range(min(left, tiles[names[index]]), -1, -1):
                for more in from_name(index + 1, left - count):
                    yield (names[index],) * count + more

    yield from from_name(0, size)


def solve(position: Position, limits: NearLimits | None = None) -> NearEndgameResult:
    """Compare the moves of the side to move over all splits.

    Args:
        position: two sides, one to four tiles in the stock, the hand of the side to move known. What else is hidden is
            gone through; what is known is taken as it is.
        limits: what the search may use.

    Errors: NoEndgame; FormatError for positions that do not fit the set or whose hand to move is unknown.
    """
    return _Search(position, limits or NearLimits()).run()


class _Search:
    """One comparison of moves: what it may still use, and what it knows already."""

    def __init__(self, position: Position, limits: NearLimits) -> None:
        self.limits = limits
        self.position = _ready(position)
        self.discards_hidden = any(not isinstance(gone, tuple) for gone in position.discarded)
        self.splits = _splits_of(self.position)
        self.deals = sum(split.deals for split in self.splits)
        self.solver = EndgameSolver(position.ruleset)
        self.nodes = 0
        self.until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.known: dict[object, tuple[int, bool]] = {}

    def run(self) -> NearEndgameResult:
        moves, all_moves = self.moves()
        finished = True
        best = -1
        found = []
        for move in moves:
            candidate, whole = self.over_splits(move, best)
            found.append(candidate)
            finished = finished and whole
            if whole and not candidate.cut:
                best = max(best, 2 * candidate.won + candidate.drawn)
        found.sort(key=lambda each: (each.cut or not each.deals, -each.points, -each.difference))
        return NearEndgameResult(tuple(found), len(self.splits), self.deals, all_moves, finished, self.nodes)

    def moves(self) -> tuple[list[Move], bool]:
        """The candidates, and whether these are all legal moves."""
        position = self.position
        plays = generate(position, self.limits.candidates + 1)
        swaps: list[Move] = [*discards(position), *exchanges(position)]
        others = swaps + ([Pass()] if judge(position, Pass()).legal else [])
        room = max(0, self.limits.candidates - min(len(plays), self.limits.candidates))
        taken = [plays[index] for index in range(min(len(plays), self.limits.candidates))]
        return [*taken, *others[:room]], len(plays) <= self.limits.candidates and len(others) <= room

    def out_of_limits(self) -> bool:
        return self.nodes >= self.limits.nodes or (self.until is not None and time.monotonic() >= self.until)

    def over_splits(self, move: Move, best: int) -> tuple[Candidate, bool]:
        """A candidate over all splits, left once it cannot reach the points of the best one (`best`, in half points).

        Also whether the limits let it see them.
        """
        won = drawn = lost = total = 0
        exact = not self.discards_hidden and not isinstance(move, Discard)
        left = self.deals
        for split in self.splits:
            if self.out_of_limits():
                return Candidate(move, won, drawn, lost, total, False, False), False
            if 2 * won + drawn + 2 * left < best:
                return Candidate(move, won, drawn, lost, total, exact, True), True
            difference, proved = self.value(move, split)
            exact = exact and proved
            left -= split.deals
            won += split.deals * (difference > 0)
            drawn += split.deals * (difference == 0)
            lost += split.deals * (difference < 0)
            total += split.deals * difference
        return Candidate(move, won, drawn, lost, total, exact, False), True

    def value(self, move: Move, split: Split) -> tuple[int, bool]:
        """The final difference after a move in a split, and whether it is that of best play."""
        mover = self.position.to_move
        hands = tuple(hand if side == mover else split.hand for side, hand in enumerate(self.position.hands))
        after = apply(replace(self.position, hands=hands, stock=split.stock), move)
        key = (move, after.hands, after.stock)
        if key not in self.known:
            self.known[key] = self.play_on(after, mover)
        return self.known[key]

    def play_on(self, position: Position, mover: int) -> tuple[int, bool]:
        """From a position with everything known to the end: highest scores until the stock is empty, then best play."""
        exact = True
        while True:
            ended = outcome(position, any_play)
            if ended is not None:
                return ended.scores[mover] - ended.scores[1 - mover], exact
            if position.stock_empty:
                break
            exact = False
            position = apply(position, greedy(position))
        nodes = min(self.limits.nodes_each, max(1, self.limits.nodes - self.nodes))
        seconds = None if self.until is None else max(0.001, self.until - time.monotonic())
        solved = self.solver.solve(position, EndgameLimits(nodes, seconds))
        self.nodes += solved.nodes
        sign = 1 if position.to_move == mover else -1
        return sign * solved.estimate, exact and solved.proved


def _ready(position: Position) -> Position:
    position.hand  # noqa: B018 - an unknown hand is an error
    if position.sides != 2:
        raise NoEndgame("it has not two sides")
    stock = position.stock_count
    if stock is None or not 1 <= stock <= MOST_IN_STOCK:
        raise NoEndgame(f"the stock has not 1 to {MOST_IN_STOCK} tiles")
    if position.ruleset.turn.pass_ == "never":
        raise NoEndgame("passing is not allowed, so a side without a play could not go on")
    if outcome(accept(position), any_play) is not None:
        raise NoEndgame("the game is over")
    return accept(position)


def _splits_of(position: Position) -> list[Split]:
    other = position.hands[1 - position.to_move]
    stock = position.stock
    if isinstance(other, tuple) and isinstance(stock, tuple):
        return [Split(other, stock, 1)]
    hidden = unseen(position)
    assert position.stock_count is not None
    if isinstance(other, tuple):
        return [Split(other, each.stock, each.deals) for each in _checked(hidden, 0, position.stock_count)]
    if isinstance(stock, tuple):
        size = hand_count(other)
        return [Split(each.hand, stock, each.deals) for each in _checked(hidden, _size(size, hidden, 0), 0)]
    return _checked(hidden, _size(hand_count(other), hidden, position.stock_count), position.stock_count)


def _size(known: int | None, hidden: Counter[str], stock: int) -> int:
    return sum(hidden.values()) - stock if known is None else known


def _checked(hidden: Counter[str], hand_size: int, stock_size: int) -> list[Split]:
    """All splits; an error when there are too few tiles or too many splits."""
    if hand_size + stock_size > sum(hidden.values()) or hand_size < 0:
        raise NoEndgame("there are fewer tiles not seen than the other hand and the stock hold")
    found = []
    for split in splits(hidden, hand_size, stock_size):
        found.append(split)
        if len(found) > MOST_SPLITS:
            raise NoEndgame(f"the tiles not seen can lie in more than {MOST_SPLITS} ways")
    return found
