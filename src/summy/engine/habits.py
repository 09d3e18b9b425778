"""Choosing as people do: a player sees some of the plays, weighs points against tiles kept, and changes tiles.

How hard a play is to see comes from `perception`. What is overlooked is drawn by lots that depend on the seed, so equal
seeds overlook equally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from summy.engine.choice import Choice
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
from summy.move import Discard, Exchange, Play
from summy.position import Position

MOST_LOOKED_AT = 3000
"""About how many plays a player with human habits looks at one by one at most; of more it takes a sample."""

CHUNK = 10_000
"""Plays that are read at a time for a sample."""

MOST_WEIGHED = 300
"""Most plays, those of the highest scores, that a player who sees everything weighs against the tiles kept."""


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

    changes_all: bool = False
    """Whether it has no opinion of tiles: when it changes any, it changes as many as it can."""

    doubt: float = 1.0
    """The probability of noticing that another's pending play is not true, where plays can be challenged."""


def choose_by_habits(habits: Habits, position: Position, seed: bytes) -> Choice | None:
    """A play, discard or exchange; None where the player sees nothing and can change nothing."""
    play = _best_play(habits, position, seed)
    if play is None or habits.swaps_by_choice:
        swap = _best_swap(habits, position, seed)
        if swap is not None and (play is None or swap.evaluation > play.evaluation):
            return swap
    return play


# ---------------------------------------------------------------------------------------------------- plays


def _best_play(habits: Habits, position: Position, seed: bytes) -> Choice | None:
    """The play with the highest evaluation of those the player sees; ties by lot."""
    plays = generate(position, MOST_WEIGHED if habits.skill is None else None)
    best: Choice | None = None
    best_key = (0.0, 0.0)
    for index in _worth_weighing(habits, plays, _seen(habits, position, plays, seed)):
        play = plays[index]
        evaluation = plays.score(index) + habits.leave_weight * _value_kept(position, _used(play))
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
    for index in _looked_at(plays, seed):
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


def _looked_at(plays: FoundPlays, seed: bytes) -> Iterable[int]:
    """Indices of all plays, or of a sample of about `MOST_LOOKED_AT`.

    Plays come in no particular order, and in another one once a map of equations is there: a play is in the sample for
    what it is, not for where it stands.
    """
    count = len(plays)
    if count <= MOST_LOOKED_AT:
        return range(count)
    chance, start = (MOST_LOOKED_AT << 32) // count, crc32(seed)
    chosen: list[int] = []
    for first in range(0, count, CHUNK):
        rows = memoryview(plays.rows(first, CHUNK))
        size = len(rows) // min(CHUNK, count - first)
        chosen += [
            first + at // size for at in range(0, len(rows), size) if crc32(rows[at : at + size], start) < chance
        ]
    return chosen


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


def _best_swap(habits: Habits, position: Position, seed: bytes) -> Choice | None:
    """The discard or exchange that leaves the best tiles; None where the rules allow none."""
    best: Choice | None = None
    best_key = (0.0, 0.0)
    swaps: list[Discard | Exchange] = [*discards(position), *exchanges(position)]
    for swap in swaps:
        if len(swap.tiles) > habits.most_swapped:
            continue
        value = float(len(swap.tiles)) if habits.changes_all else _value_kept(position, swap.tiles)
        key = (value, lot(seed, " ".join(swap.tiles)))
        if best is None or key > best_key:
            best, best_key = Choice(swap, value), key
    if best is None:
        return None
    return Choice(best.move, habits.leave_weight * best.evaluation)
