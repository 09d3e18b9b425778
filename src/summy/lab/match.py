"""Matches of mirrored pairs: two games on one deal, the players changing seats.

The stock is drawn from both ends (`summy.deal`), so both games of a pair meet the same tiles as long as none go back,
however many each side plays. A player against itself ties every pair.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import lru_cache, partial

from summy.engine.movegen import prepare
from summy.errors import SummyError
from summy.lab.games import PlayedGame, play, seed_of_game
from summy.lab.named_players import named_player
from summy.lab.pool import in_order
from summy.lab.statistics import PairStatistics, SequentialTest, Verdict, pentanomial
from summy.record import format_record
from summy.rulesets import Ruleset

SIDES = 2

BATCH = 25
"""Pairs between two looks of a sequential test. Part of the test, so it depends on nothing else."""

CHUNK = 5
"""Pairs that a worker plays in one task; divides `BATCH`."""


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    ruleset: Ruleset
    one: str
    """Specification of the first player: statistics are from its side."""

    other: str
    pairs: int
    """Number of pairs; with a test the most that are played."""

    seed: int = 0
    test: SequentialTest | None = None
    records: bool = False
    """Whether the games are kept."""

    from_stock: int | None = None
    """Until the stock has at most so many tiles, games are played by `games.OPENING`: to compare how they are ended."""

    def __post_init__(self) -> None:
        if not self.ruleset.sides.minimum <= SIDES <= self.ruleset.sides.maximum:
            raise SummyError("wrong_sides", f"{self.ruleset.id} is not for two sides: there are no pairs in it")
        for name in (self.one, self.other):
            named_player(name)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games on one deal."""

    number: int
    deal: str
    """Seed of the deal, hexadecimal."""

    scores: tuple[tuple[int, int], tuple[int, int]]
    """Points of the first and of the other player: in the game that the first player begins, then in the other."""

    half_points: int
    """Half points of the first player, 0 to 4."""

    turns: tuple[int, int]
    diverged: bool
    """Whether the games differ in any move. Pairs that do not tell nothing about the players' difference."""

    records: tuple[str, ...] = ()

    @property
    def margin(self) -> int:
        """Points of the first player less those of the other, both games together."""
        return sum(one - other for one, other in self.scores)


@dataclass(frozen=True)
class MatchResult:
    """What was played, and what it shows."""

    match: Match
    pairs: tuple[Pair, ...]
    verdict: Verdict | None = None
    """The end of the sequential test; None without one."""

    ratio: float | None = None
    """Its log likelihood ratio."""

    statistics: PairStatistics = field(init=False)

    def __post_init__(self) -> None:
        counts = pentanomial(pair.half_points for pair in self.pairs)
        object.__setattr__(self, "statistics", PairStatistics(counts, tuple(pair.margin for pair in self.pairs)))

    @property
    def divergent(self) -> int:
        """Number of pairs whose games differ."""
        return sum(pair.diverged for pair in self.pairs)


def play_match(match: Match, workers: int = 1, on_pair: Callable[[Pair], None] | None = None) -> MatchResult:
    """Play a match; the same for any number of workers.

    Args:
        match: what to play.
        workers: processes on this machine.
        on_pair: told of every pair, in order.
    """
    pairs: list[Pair] = []
    verdict, ratio = None, None
    played = played_pairs(match, workers)
    for pair in played:
        pairs.append(pair)
        if on_pair is not None:
            on_pair(pair)
        if match.test is not None and (len(pairs) % BATCH == 0 or len(pairs) == match.pairs):
            verdict, ratio = match.test.verdict(pentanomial(each.half_points for each in pairs))
            if verdict is not Verdict.GO_ON:
                break
    played.close()
    return MatchResult(match, tuple(pairs), verdict, ratio)


def played_pairs(match: Match, workers: int) -> Generator[Pair]:
    """The pairs of a match in order, without end before the last one."""
    tasks = (range(first, min(first + CHUNK, match.pairs)) for first in range(0, match.pairs, CHUNK))
    for chunk in in_order(partial(_play_chunk, match), tasks, workers):
        yield from chunk


def _play_chunk(match: Match, numbers: range) -> list[Pair]:
    _prepared(match.ruleset)
    return [play_pair(match, number) for number in numbers]


@lru_cache(maxsize=4)
def _prepared(ruleset: Ruleset) -> None:
    prepare(ruleset)


def play_pair(match: Match, number: int) -> Pair:
    """The two games of one pair."""
    seed = seed_of_game(match.seed, number)
    games: list[PlayedGame] = []
    for names in ((match.one, match.other), (match.other, match.one)):
        games.append(play(match.ruleset, seed, [named_player(name) for name in names], names, match.from_stock))
    first, second = games
    return Pair(
        number=number,
        deal=seed.hex(),
        scores=((first.scores[0], first.scores[1]), (second.scores[1], second.scores[0])),
        half_points=_half_points(first, 0) + _half_points(second, 1),
        turns=(len(first.turns), len(second.turns)),
        diverged=first.moves != second.moves,
        records=tuple(format_record(game.record()) for game in games) if match.records else (),
    )


def _half_points(game: PlayedGame, side: int) -> int:
    """2 for a win of this side, 1 for a draw."""
    return 1 if game.winner is None else 2 * (game.winner == side)
