"""Self-play in chunks of games, each a pure function of the run's parameters and the numbers of its games.

So a chunk may be played anywhere, twice, or again after a crash: it is always the same bytes. Tallies are whole
numbers, so merging them is exact in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from summy.engine.movegen import prepare
from summy.errors import SummyError
from summy.lab.games import PlayedGame, play, seed_of_game
from summy.lab.named_players import named_player
from summy.lab.provenance import commit, digest
from summy.lab.tables import games_table, turns_table
from summy.move import Play
from summy.record import format_records
from summy.rulesets import Ruleset

FORMAT = 1
"""Version of the manifest and of what a chunk holds."""

MOST_GAMES = 1_000_000_000


@dataclass(frozen=True)
class SelfPlay:
    """The parameters that decide every byte of a run."""

    ruleset: Ruleset
    players: tuple[str, ...]
    """Specifications, one a side; game by game each moves on by one seat."""

    games: int
    seed: int = 0
    chunk: int = 100
    """Games of a task and of a file."""

    positions: bool = False
    """Whether each turn is kept with its whole position as text."""

    def __post_init__(self) -> None:
        sides = self.ruleset.sides
        if not sides.minimum <= len(self.players) <= sides.maximum:
            raise SummyError("wrong_sides", f"{self.ruleset.id} is for {sides.minimum} to {sides.maximum} players")
        if not 0 < self.games <= MOST_GAMES or self.chunk < 1:
            raise SummyError("bad_run", f"a run has 1 to {MOST_GAMES} games, in chunks of at least one")
        for name in self.players:
            named_player(name)

    @property
    def chunks(self) -> list[range]:
        """The numbers of the games of each chunk."""
        return [range(first, min(first + self.chunk, self.games)) for first in range(0, self.games, self.chunk)]

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the result. A run only goes on where all of it is the same."""
        return {
            "format": FORMAT,
            "commit": commit(),
            "rules": self.ruleset.id,
            "options": dict(self.ruleset.options),
            "rules_digest": digest(self.ruleset),
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "chunk": self.chunk,
            "positions": self.positions,
        }


@dataclass(frozen=True, slots=True)
class Chunk:
    """The games of one task, written out."""

    numbers: range
    commit: str
    """The commit of the process that played them."""

    files: Mapping[str, bytes]
    """`games` and `turns` as Parquet, `records` as text."""

    tally: Mapping[str, int]


def play_chunk(run: SelfPlay, numbers: range) -> Chunk:
    """Play the games of these numbers."""
    _prepared(run.ruleset)
    games = [play_numbered(run, number) for number in numbers]
    numbered = list(zip(numbers, games, strict=True))
    files = {
        "games": games_table(run.ruleset, numbered),
        "turns": turns_table(run.ruleset, numbered, positions=run.positions),
        "records": format_records(game.record() for game in games).encode(),
    }
    return Chunk(numbers, commit(), files, merged(tally(game) for game in games))


@lru_cache(maxsize=4)
def _prepared(ruleset: Ruleset) -> None:
    prepare(ruleset)


def play_numbered(run: SelfPlay, number: int) -> PlayedGame:
    """One game of a run."""
    names = tuple(run.players[(side + number) % len(run.players)] for side in range(len(run.players)))
    return play(run.ruleset, seed_of_game(run.seed, number), [named_player(name) for name in names], names)


def tally(game: PlayedGame) -> Counter[str]:
    """What is counted of a game; keys are paths such as `seats/1/wins` or `players/max/points`."""
    counted = Counter({"games": 1, "events": len(game.events), "draws": int(game.winner is None)})
    for event in game.events:
        counted[f"kinds/{event.kind}"] += 1
        if isinstance(event.move, Play):
            counted["tiles_placed"] += len(event.move.tiles)
    for side, (name, points) in enumerate(zip(game.names, game.scores, strict=True)):
        for owner in (f"seats/{side + 1}", f"players/{name}"):
            counted[f"{owner}/games"] += 1
            counted[f"{owner}/wins"] += int(game.winner == side)
            counted[f"{owner}/points"] += points
            counted[f"{owner}/points_squared"] += points**2
    return counted


def merged(tallies: Iterator[Mapping[str, int]] | list[Mapping[str, int]]) -> dict[str, int]:
    """The sum of tallies, by name.

    >>> merged([{"games": 1, "draws": 0}, {"games": 2}])
    {'draws': 0, 'games': 3}
    """
    total: dict[str, int] = {}
    for counted in tallies:
        for name, count in counted.items():
            total[name] = total.get(name, 0) + count
    return dict(sorted(total.items()))
