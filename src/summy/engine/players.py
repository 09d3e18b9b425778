"""Computer players of three levels.

- **Pip** (beginner) sees what beginners see (`perception`): short lines, little division, seldom a line through
  several pieces; looks at half of the table and takes the best of the first few ideas.
- **Tess** (club) sees most sums and sometimes overlooks one; weighs points against the tiles she keeps.
- **Max** (strong) sees every play and takes the points, with an eye on the tiles kept; where no play is worth it he
  changes his tiles.

None of them searches ahead or guesses other hands, and none knows more than its side may see: the choice depends on
the table, its own hand, the scores and the size of the stock. With equal seeds they choose equally.

What a player may do instead of playing comes from the ruleset (discard, exchange, pass, challenge). Plays come from
`summy.engine.movegen`, which raises `UnsupportedRules` for rulesets it cannot generate.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from summy.engine.leaves import leave_value
from summy.engine.movegen import FoundPlays, discards, exchanges, generate
from summy.engine.perception import (
    ODD_STEP,
    Sight,
    chance_to_see,
    difficulty_of_laying,
    difficulty_of_sum,
    has_odd_step,
    lane_of,
    lot,
    sight_of,
)
from summy.errors import SummyError
from summy.language import marked
from summy.move import Challenge, Discard, Exchange, Move, Pass, Play
from summy.position import Position
from summy.referee import ends_when_accepted, judge, outcome, untrue_line
from summy.refusals import Refused, refuse

MOST_LOOKED_AT = 3000
"""Most plays a player with human habits looks at one by one; of more it takes every second, third, ..."""

MOST_WEIGHED = 300
"""Most plays, those of the highest scores, that a player who sees everything weighs against the tiles kept."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one choice may use."""

    seed: int
    """Decides what is overlooked and how ties are broken."""

    seconds: float = 1.0
    """Most time to think. The three players here answer in a few milliseconds and need no clock."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and what the player thinks of it."""

    move: Move
    evaluation: float
    """Points it is worth: its score plus what the tiles kept are worth (`leaves`)."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player differs from one that sees everything."""

    skill: float | None
    """Difficulty that is seen half of the time (`perception`); None: everything is seen."""

    attention: float
    """Part of the rows and columns that are looked at."""

    ideas: int | None
    """How many ideas are compared, the easiest first; None: all of them."""

    leave_weight: float
    """How far the tiles kept count against points."""

    swaps_by_choice: bool
    """Whether tiles are also changed when that is worth more than every play seen, not only when none is seen."""

    most_swapped: int
    """Most tiles changed in one turn."""

    doubt: float
    """The probability of noticing that another's pending play is not true, where plays can be challenged."""


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player. `name`, `level` and `description` are message ids of the catalogue `summy`."""

    id: str
    name: str
    level: str
    description: str
    habits: Habits


PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        player.id: player
        for player in (
            Player(
                "pip",
                marked("Pip"),
                marked("Beginner"),
                marked("Finds short sums, seldom divides, and overlooks long lines and crossings."),
                Habits(
                    skill=1.5,
                    attention=0.6,
                    ideas=8,
                    leave_weight=0.0,
                    swaps_by_choice=False,
                    most_swapped=3,
                    doubt=0.3,
                ),
            ),
            Player(
                "tess",
                marked("Tess"),
                marked("Club player"),
                marked("Finds most good sums and keeps useful tiles, but now and then overlooks something."),
                Habits(
                    skill=2.4,
                    attention=0.85,
                    ideas=None,
                    leave_weight=0.5,
                    swaps_by_choice=True,
                    most_swapped=8,
                    doubt=0.8,
                ),
            ),
            Player(
                "max",
                marked("Max"),
                marked("Strong"),
                marked("Sees every sum, takes the points and changes tiles when nothing good is there."),
                Habits(
                    skill=None,
                    attention=1.0,
                    ideas=None,
                    leave_weight=1.0,
                    swaps_by_choice=True,
                    most_swapped=8,
                    doubt=1.0,
                ),
            ),
        )
    }
)
"""The computer players by id, weakest first."""


class NoLegalMove(SummyError):
    """The side to move can do nothing at all under its rules."""

    def __init__(self) -> None:
        super().__init__("no_legal_move", "the side to move has no legal move")


def choose(player: Player, position: Position, limits: Limits) -> Choice:
    """The player's move.

    Args:
        player: one of `PLAYERS`, or any other.
        position: as the side to move sees it; parts that are hidden from it are not looked at.
        limits: seed and time.

    Errors: Refused (`game_over`); FormatError when the hand of the side to move is unknown; UnsupportedRules;
    NoLegalMove where the rules leave nothing to do.
    """
    if outcome(position) is not None:
        raise Refused(refuse("game_over"))
    seed = _seed(player, position, limits)
    if _doubts_pending_play(player, position, seed):
        return Choice(Challenge(), 0.0)
    if ends_when_accepted(position):
        return _pass(position)
    play = _best_play(player, position, seed)
    if play is None or player.habits.swaps_by_choice:
        swap = _best_swap(player, position, seed)
        if swap is not None and (play is None or swap.evaluation > play.evaluation):
            return swap
    return play or _pass(position)


def _seed(player: Player, position: Position, limits: Limits) -> bytes:
    """Key of the lots of one choice, from what the side to move may see."""
    seen = (
        player.id,
        limits.seed,
        position.to_move,
        position.scores,
        position.hand,
        position.stock_count,
        len(position.board),
        position.scoreless,
    )
    return hashlib.blake2b(repr(seen).encode(), digest_size=16).digest()


def _doubts_pending_play(player: Player, position: Position, seed: bytes) -> bool:
    pending = position.pending
    if pending is None or not judge(position, Challenge()).legal:
        return False
    return untrue_line(position, pending.move) is not None and lot(seed, "doubt") < player.habits.doubt


# ---------------------------------------------------------------------------------------------------- plays


def _best_play(player: Player, position: Position, seed: bytes) -> Choice | None:
    """The play with the highest evaluation of those the player sees; ties by lot."""
    plays = generate(position, MOST_WEIGHED if player.habits.skill is None else None)
    best: Choice | None = None
    best_key = (0.0, 0.0)
    for index in _worth_weighing(player.habits, plays, _seen(player.habits, position, plays, seed)):
        play = plays[index]
        evaluation = plays.score(index) + player.habits.leave_weight * _value_kept(position, _used(play))
        key = (evaluation, lot(seed, plays.text(index)))
        if best is None or key > best_key:
            best, best_key = Choice(play, evaluation), key
    return best


LEAVE_SPAN = 40.0
"""No leave is worth so many points more than another: plays further below the best score need no weighing."""


def _worth_weighing(habits: Habits, plays: FoundPlays, seen: Sequence[int]) -> Sequence[int]:
    """The plays whose score is close enough to the best one for the tiles kept to decide."""
    scores = plays.scores
    least = max((scores[index] for index in seen), default=0) - LEAVE_SPAN * habits.leave_weight
    return [index for index in seen if scores[index] >= least]


def _seen(habits: Habits, position: Position, plays: FoundPlays, seed: bytes) -> Sequence[int]:
    """Indices of the plays that the player compares."""
    if habits.skill is None:
        return range(len(plays))
    lanes: dict[str, bool] = {}
    odd_steps: dict[tuple[str, ...], bool] = {}
    found: list[tuple[float, str, int]] = []
    for index in range(0, len(plays), 1 + len(plays) // MOST_LOOKED_AT):
        text = plays.text(index)
        place = lane_of(text)
        if place not in lanes:
            lanes[place] = lot(seed, f"lane {place}") < habits.attention
        if not lanes[place]:
            continue
        sight = sight_of(text)
        difficulty = difficulty_of_sum(sight.faces) + difficulty_of_laying(sight)
        drawn = lot(seed, _idea(sight))
        if drawn >= chance_to_see(difficulty, habits.skill):
            continue
        if sight.faces not in odd_steps:
            odd_steps[sight.faces] = has_odd_step(sight.faces, position.ruleset)
        difficulty += ODD_STEP * odd_steps[sight.faces]
        if drawn < chance_to_see(difficulty, habits.skill):
            found.append((difficulty, text, index))
    if habits.ideas is not None:
        found = sorted(found)[: habits.ideas]
    return [index for _, _, index in found]


def _idea(sight: Sight) -> str:
    """What comes to mind at once: this sum in this row or column."""
    return f"{sight.place} {' '.join(sight.faces)}"


def _used(play: Play) -> tuple[str, ...]:
    return tuple(placement.tile for placement in play.tiles)


def _value_kept(position: Position, used: tuple[str, ...]) -> float:
    """What the tiles that stay in hand are worth."""
    ruleset, stock = position.ruleset, position.stock_count
    kept = Counter(position.hand)
    kept.subtract(used)
    return leave_value(kept.elements(), ruleset, ruleset.hand_size if stock is None else stock)


# ---------------------------------------------------------------------------------------------- other moves


def _best_swap(player: Player, position: Position, seed: bytes) -> Choice | None:
    """The discard or exchange that leaves the best tiles; None where the rules allow none."""
    habits = player.habits
    best: Choice | None = None
    best_key = (0.0, 0.0)
    swaps: list[Discard | Exchange] = [*discards(position), *exchanges(position)]
    for swap in swaps:
        if len(swap.tiles) > habits.most_swapped:
            continue
        value = _value_kept(position, swap.tiles)
        key = (value, lot(seed, " ".join(swap.tiles)))
        if best is None or key > best_key:
            best, best_key = Choice(swap, value), key
    if best is None:
        return None
    return Choice(best.move, habits.leave_weight * best.evaluation)


def _pass(position: Position) -> Choice:
    """Pass, where the rules allow it."""
    if judge(position, Pass()).legal:
        return Choice(Pass(), 0.0)
    raise NoLegalMove
