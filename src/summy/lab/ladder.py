"""A ladder of players: matches between them, ratings with intervals, and what each part of a player is worth.

Every meeting is a match of mirrored pairs (`summy.lab.match`) with a seed of its own, so that meetings are independent.
Ratings are fitted to all meetings together (Bradley and Terry), anchored at the first player.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from summy.engine.players import PLAYERS
from summy.errors import SummyError
from summy.lab.match import Match, MatchResult, Pair, play_match
from summy.lab.named_players import named_player
from summy.lab.statistics import Meeting, Ratings, bradley_terry
from summy.rulesets import Ruleset

Z_95 = 1.959964


@dataclass(frozen=True)
class Ladder:
    """Which meetings are to be played."""

    ruleset: Ruleset
    meetings: tuple[tuple[str, str], ...]
    """Specifications of the players of each meeting, the one expected to be better first."""

    pairs: int
    """Pairs of each meeting."""

    seed: int = 0

    def __post_init__(self) -> None:
        if not self.meetings:
            raise SummyError("too_few_players", "a ladder needs two players")

    def matches(self) -> tuple[Match, ...]:
        """The matches, in order. Each has a seed that follows from the ladder's and its place."""
        return tuple(
            Match(self.ruleset, one, other, self.pairs, self.seed * len(self.meetings) + place)
            for place, (one, other) in enumerate(self.meetings)
        )


def climbing(players: Sequence[str] = tuple(PLAYERS)) -> tuple[tuple[str, str], ...]:
    """Each player against the one below."""
    return tuple((upper, lower) for lower, upper in pairwise(players))


def everybody(players: Sequence[str] = tuple(PLAYERS)) -> tuple[tuple[str, str], ...]:
    """Each player against each."""
    return tuple((upper, lower) for lower, upper in combinations(players, 2))


ABLATIONS = {
    "worth of kept tiles": "leaves=no",
    "chances instead of points": "chances=no",
    "exact end games": "endgame=no",
    "end games solved before the stock is empty": "near=no",
}
"""Parts of a player that looks ahead, and how each is switched off."""

WITHOUT_LOOKING_AHEAD = "max"
"""Who a player is without simulation: sees every play, weighs points and tiles kept."""


def ablations(player: str) -> dict[str, tuple[str, str]]:
    """Meetings of a player with itself lacking one part each, by the name of the part.

    Errors: SummyError for a player that does not look ahead.
    """
    if named_player(player).thinking is None:
        raise SummyError("bad_player", f"{player} does not look ahead: it has no parts to switch off")
    joined = "," if ":" in player else ":"
    lacking = {part: f"{player}{joined}{setting}" for part, setting in ABLATIONS.items()}
    return {part: (player, other) for part, other in {**lacking, "simulation": WITHOUT_LOOKING_AHEAD}.items()}


@dataclass(frozen=True)
class LadderResult:
    """What was played, and the ratings that follow."""

    ladder: Ladder
    results: tuple[MatchResult, ...]
    ratings: Ratings


def play_ladder(ladder: Ladder, workers: int = 1, on_pair: Callable[[Pair], None] | None = None) -> LadderResult:
    """Play all meetings; the same for any number of workers."""
    results = tuple(play_match(match, workers, on_pair) for match in ladder.matches())
    meetings = [Meeting(each.match.one, each.match.other, each.statistics.counts) for each in results]
    return LadderResult(ladder, results, bradley_terry(meetings, anchor=_lowest(ladder)))


def _lowest(ladder: Ladder) -> str:
    """The player that never stands first, else the one of the first meeting that stands second."""
    better = {one for one, _ in ladder.meetings}
    return next((other for _, other in ladder.meetings if other not in better), ladder.meetings[0][1])


@dataclass(frozen=True, slots=True)
class Share:
    """Part of the pairs that the first player won, a tie counting half, with its 95 % interval."""

    value: float
    low: float
    high: float


def share_of_pairs(result: MatchResult) -> Share:
    """How many pairs were won by points of both games together (Wilson's interval)."""
    margins = result.statistics.margins
    count = len(margins)
    won = sum((margin > 0) + 0.5 * (margin == 0) for margin in margins) / count
    centre = (won + Z_95**2 / (2 * count)) / (1 + Z_95**2 / count)
    half = Z_95 / (1 + Z_95**2 / count) * math.sqrt(won * (1 - won) / count + Z_95**2 / (4 * count**2))
    return Share(won, max(0.0, centre - half), min(1.0, centre + half))
