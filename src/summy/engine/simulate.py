"""Simulation: each of the best moves is tried many times against hands and stocks that could be, and played on.

What the side to move does not see is dealt at random; all candidates of one iteration meet the same deal. Each is
followed by a few turns of a simple policy for all sides (`rollouts`) and judged by the chances of winning from the lead
at the end, tiles kept counted (`chances`). The candidate with the best mean is chosen.

With a budget of iterations the result depends on the position and the seed alone: not on the number of threads, not on
the clock. With `seconds` the clock may end it before.
"""

from __future__ import annotations

import math
import time
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from summy.board import Square
from summy.engine.allocation import Arm, allocate
from summy.engine.candidates import Candidates, NothingToSimulate
from summy.engine.kernel.rollout_crossword import CrosswordPlayout
from summy.engine.kernel.rollout_line import LinePlayout
from summy.engine.rollouts import swap_of
from summy.engine.simulation_options import SimulationOptions
from summy.move import Move, Pass, Play, format_move, parse_move
from summy.position import Position
from summy.referee import ends_when_accepted, outcome

__all__ = [
    "Analysis",
    "Considered",
    "Estimate",
    "NothingToSimulate",
    "SimulationOptions",
    "simulate",
]

NORMAL_95 = 1.959964
"""Standard errors on each side of a mean that hold the true one with a probability of 95 %."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the interval that holds the true value in 95 of 100 cases."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Considered:
    """One move that was tried."""

    move: Move
    text: str
    """The move in the notation of records."""

    score: int
    """Points that it scores at once."""

    worth: float
    """Points that the tiles it keeps are worth (`leaves`)."""

    samples: int
    lead: Estimate
    """The lead at the end of the rollouts, in points, tiles kept counted."""

    chance: Estimate
    """The probability of winning (a tie counts half)."""

    utility: float
    """What was maximised."""

    replies: tuple[tuple[str, float], ...] = ()
    """The most frequent replies and how often each was made."""

    line: tuple[str, ...] = ()
    """The course of a rollout with the most frequent reply."""

    heat: Mapping[Square, float] = field(default_factory=dict)
    """How often the reply laid a tile on a square."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a simulation found, the best move first."""

    moves: tuple[Considered, ...]
    iterations: int
    """Samples of all moves together."""

    seed: int

    @property
    def best(self) -> Considered:
        """The move with the best mean."""
        return self.moves[0]


def simulate(
    position: Position,
    *,
    seed: int,
    seconds: float | None = None,
    options: SimulationOptions | None = None,
    explained: int = 0,
    also: Sequence[Move] = (),
    stopped: Callable[[], bool] | None = None,
) -> Analysis:
    """Compare the moves of the side to move by simulation.

    Args:
        position: any position whose hand to move is known; what is hidden from that side is not looked at.
        seed: decides all deals.
        seconds: most time; the result then depends on the clock. None for the iterations alone.
        options: how much is tried, and how.
        explained: of so many of the best moves also the replies, a line of play and where the others play.
        also: legal moves that are tried whatever they seem to be worth.
        stopped: asked between batches; once it says so, what has been found is returned. As with the clock, the result
            then depends on when.

    Errors: NothingToSimulate; FormatError when the hand is unknown; UnsupportedRules.
    """
    options = options or SimulationOptions()
    deadline = None if seconds is None else time.monotonic() + seconds
    if outcome(position) is not None or ends_when_accepted(position):
        raise NothingToSimulate
    candidates = Candidates(position, options, also)
    seed %= 1 << 63
    arms = [Arm(index) for index in range(len(candidates.moves))]
    with _Sampler(candidates, seed) as sampler:
        allocate(
            arms,
            sampler.sample,
            minimum=options.minimum,
            budget=options.iterations * len(arms),
            confidence=options.confidence,
            out_of_time=lambda: (
                (deadline is not None and time.monotonic() >= deadline) or (stopped is not None and stopped())
            ),
        )
    tried = [arm for arm in arms if arm.samples]
    order = sorted(tried, key=lambda arm: (-arm.utility, arm.index))
    found = [_considered(candidates, arm, seed, explain=place < explained) for place, arm in enumerate(order)]
    return Analysis(tuple(found), sum(arm.samples for arm in arms), seed)


class _Sampler:
    """Runs iterations, in several threads when so wanted; what comes out is the same."""

    def __init__(self, candidates: Candidates, seed: int) -> None:
        self._options = candidates.options
        self._seed = seed
        workers = max(1, candidates.options.workers)
        self._playouts = [candidates.first, *(candidates.playout() for _ in range(workers - 1))]
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def __enter__(self) -> _Sampler:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def sample(self, arm: Arm, count: int) -> None:
        """Add the next iterations to an arm."""
        parts = _parts(arm.samples, count, len(self._playouts))
        if self._pool is None:
            results = [self._run(self._playouts[0], arm.index, *parts[0])]
        else:
            running = [
                self._pool.submit(self._run, playout, arm.index, *part)
                for playout, part in zip(self._playouts, parts, strict=True)
            ]
            results = [task.result() for task in running]
        for points, wins, utilities in results:
            arm.points.extend(points)
            arm.wins.extend(wins)
            arm.utilities.extend(utilities)

    def _run(
        self, playout: LinePlayout | CrosswordPlayout, candidate: int, first: int, count: int
    ) -> tuple[array[int], array[int], array[int]]:
        points, wins, utilities = (array("i", bytes(4 * count)) for _ in range(3))
        playout.run(candidate, self._seed, first, points, wins, utilities, self._options.plies)
        return points, wins, utilities


def _parts(first: int, count: int, parts: int) -> list[tuple[int, int]]:
    """A stretch of iterations divided evenly: where each part begins and how long it is."""
    bounds = [first + count * part // parts for part in range(parts + 1)]
    return [(bounds[part], bounds[part + 1] - bounds[part]) for part in range(parts)]


def _estimate(numbers: Sequence[int], unit: float) -> Estimate:
    count = len(numbers)
    mean = sum(numbers) / count
    variance = sum((number - mean) ** 2 for number in numbers) / max(1, count - 1)
    error = NORMAL_95 * math.sqrt(variance / count)
    return Estimate(mean / unit, (mean - error) / unit, (mean + error) / unit)


REPLIES = 48
"""Rollouts that are looked at for the replies to one move."""


def _considered(candidates: Candidates, arm: Arm, seed: int, *, explain: bool) -> Considered:
    move = candidates.moves[arm.index]
    replies, line, heat = _replies(candidates, arm, seed) if explain else ((), (), {})
    return Considered(
        move,
        format_move(move, candidates.position.board, candidates.ruleset),
        candidates.scores[arm.index],
        candidates.worths[arm.index] / 100,
        arm.samples,
        _estimate(arm.points, 100),
        _estimate(arm.wins, 1e6),
        arm.utility,
        replies,
        line,
        heat,
    )


def _replies(
    candidates: Candidates, arm: Arm, seed: int
) -> tuple[tuple[tuple[str, float], ...], tuple[str, ...], Mapping[Square, float]]:
    """The most frequent replies, a course with the first of them, and where the replies lie."""
    count = min(REPLIES, arm.samples)
    courses = []
    for iteration in range(count):
        _, _, notes, _, _ = candidates.first.trace(arm.index, seed, iteration, max(1, candidates.options.plies))
        courses.append(tuple(_text(candidates, kind, what) for _, kind, what, _, _ in notes))
    replies = Counter(course[1] for course in courses if len(course) > 1)
    heat: Counter[Square] = Counter()
    for text, times in replies.items():
        if ">" in text or "v" in text:
            move = parse_move(text, candidates.ruleset)
            squares = move.squares if isinstance(move, Play) else ()
            heat.update(dict.fromkeys(squares, times))
    usual = sorted(replies.items(), key=lambda reply: (-reply[1], reply[0]))[:5]
    line = next((course for course in courses if usual and course[1:2] == (usual[0][0],)), courses[0])
    return (
        tuple((text, times / count) for text, times in usual),
        line,
        {square: times / count for square, times in sorted(heat.items())},
    )


def _text(candidates: Candidates, kind: int, what: object) -> str:
    if kind == 0:
        return str(what)
    names = list(candidates.numbers)
    if kind == 1 and isinstance(what, tuple):
        return format_move(
            swap_of(candidates.ruleset, tuple(names[tile] for tile in what)),
            candidates.position.board,
            candidates.ruleset,
        )
    return format_move(Pass(), candidates.position.board, candidates.ruleset)
