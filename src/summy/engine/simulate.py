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
from summy.engine.chances import chances_of
from summy.engine.equity import highest_equities
from summy.engine.kernel.rollout_crossword import CrosswordPlayout
from summy.engine.kernel.rollout_line import LinePlayout
from summy.engine.leaves import kernel_symbols, leave_table, zero_table
from summy.engine.movegen import FoundPlays, discards, exchanges
from summy.engine.rollouts import Policy, playout_as_seen, playout_with_all_known, set_policies, swap_of
from summy.errors import SummyError
from summy.move import Discard, Exchange, Move, Pass, Play, format_move, parse_move
from summy.position import Position
from summy.referee import ends_when_accepted, judge, outcome
from summy.rulesets import Ruleset
from summy.tiles import sort_tiles

MOST_TRIED = 64
"""The kernel has room for so many moves of one position."""

NORMAL_95 = 1.959964
"""Standard errors on each side of a mean that hold the true one with a probability of 95 %."""


class NothingToSimulate(SummyError):
    """The game is over, or the side to move has no choice that could be compared."""

    def __init__(self) -> None:
        super().__init__("nothing_to_simulate", "the side to move has no moves to compare")


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How a simulation is done."""

    iterations: int = 200
    """Iterations that each candidate would get if all got as many; the better ones get more."""

    plies: int = 2
    """Turns after the candidate; negative for whole games."""

    candidates: int = 12
    """Plays that are tried."""

    swaps: int = 3
    """Discards or exchanges that are tried."""

    minimum: int = 16
    """Iterations of every candidate."""

    confidence: float = 0.99
    """The simulation ends when the leader is the best with this probability."""

    chances: bool = True
    """Whether the chances of winning are maximised; otherwise the mean lead is."""

    policy: Policy = field(default_factory=Policy)
    """How all sides play on."""

    leaves: bool = True
    """Whether the tiles kept count, in choosing candidates and at the end of rollouts."""

    workers: int = 1
    """Threads."""

    cheats: bool = False
    """Whether the true hands and the true stock are used, for measuring; the position must show them."""

    def __post_init__(self) -> None:
        if not 1 <= self.candidates + self.swaps < MOST_TRIED or min(self.candidates, self.swaps) < 0:
            raise SummyError("bad_player", f"candidates and swaps together must be less than {MOST_TRIED}")
        if self.minimum < 1 or self.workers < 1:
            raise SummyError("bad_player", "minimum and workers must be at least 1")


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
    field_ = _Field(position, options, also)
    seed %= 1 << 63
    arms = [Arm(index) for index in range(len(field_.moves))]
    with _Sampler(field_, seed) as sampler:
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
    found = [field_.considered(arm, seed, explain=place < explained) for place, arm in enumerate(order)]
    return Analysis(tuple(found), sum(arm.samples for arm in arms), seed)


class _Field:
    """The candidates of a position."""

    def __init__(self, position: Position, options: SimulationOptions, also: Sequence[Move] = ()) -> None:
        self.position = position
        self.options = options
        self.ruleset: Ruleset = position.ruleset
        self.numbers = {name: number for number, name in enumerate(kernel_symbols(self.ruleset))}
        self.asked = _play_texts(position, also)
        playout = self._bare()
        self.chosen = self._choose(playout)
        self.swaps = self._best_swaps(position, options.swaps if self.chosen else options.candidates)
        for move in also:
            if isinstance(move, Discard | Exchange) and sort_tiles(move.tiles) not in self.swaps:
                self.swaps.append(sort_tiles(move.tiles))
        del self.chosen[MOST_TRIED - 1 - len(self.swaps) :]
        self.moves: list[Move] = [plays[index] for plays, index in self.chosen]
        self.moves += [swap_of(self.ruleset, tiles) for tiles in self.swaps]
        passes = not self.moves or position.stock_empty or any(isinstance(move, Pass) for move in also)
        self.passes = passes and judge(position, Pass()).legal
        if self.passes:
            self.moves.append(Pass())
        if not self.moves:
            raise NothingToSimulate
        self.scores = [plays.scores[index] for plays, index in self.chosen]
        self.scores += [0] * (len(self.moves) - len(self.chosen))
        table, stock = leave_table(self.ruleset), _stock(position)
        worths = {id(plays): playout.worths(plays) for plays, _ in self.chosen}  # type: ignore[arg-type]
        kept = [worths[id(plays)][index] for plays, index in self.chosen]
        kept += [table.worth(_without(position.hand, tiles), stock) for tiles in self.swaps]
        self.worths = kept + [0] * self.passes
        self.first = self._with_candidates(playout, self.chosen)

    def _choose(self, playout: LinePlayout | CrosswordPlayout) -> list[tuple[FoundPlays, int]]:
        """The plays that are tried, each by its place among plays of this playout's position."""
        chosen: list[tuple[FoundPlays, int]] = []
        if self.options.candidates:
            table = leave_table(self.ruleset) if self.options.leaves else zero_table(self.ruleset)
            best = highest_equities(playout.position, table, _stock(self.position), self.options.candidates)
            chosen += [(best, index) for index in range(len(best))]
        if self.asked:
            there = {plays.text(index) for plays, index in chosen}
            plays = playout.position.generate()
            texts = ((index, plays.text(index)) for index in range(len(plays)))
            chosen += [(plays, index) for index, text in texts if text in self.asked and text not in there]
        return chosen

    def _best_swaps(self, position: Position, count: int) -> list[tuple[str, ...]]:
        table, stock = leave_table(self.ruleset), _stock(position)
        swaps = [*(swap.tiles for swap in discards(position)), *(swap.tiles for swap in exchanges(position))]
        worths = [
            table.worth(_without(position.hand, tiles), stock) if self.options.leaves else len(tiles) for tiles in swaps
        ]
        order = sorted(range(len(swaps)), key=lambda index: (-worths[index], index))
        return [sort_tiles(swaps[index]) for index in order[:count]]

    def playout(self) -> LinePlayout | CrosswordPlayout:
        """Another playout with the same candidates, for another thread."""
        made = self._bare()
        return self._with_candidates(made, self._choose(made)[: len(self.chosen)])

    def _bare(self) -> LinePlayout | CrosswordPlayout:
        policies = (self.options.policy,)
        if self.options.cheats:
            return playout_with_all_known(self.position, policies)
        return playout_as_seen(self.position, policies)

    def _with_candidates(
        self, made: LinePlayout | CrosswordPlayout, chosen: Sequence[tuple[FoundPlays, int]]
    ) -> LinePlayout | CrosswordPlayout:
        for plays, index in chosen:
            made.add_play(plays, index)  # type: ignore[arg-type]
        for tiles in self.swaps:
            made.add_swap([self.numbers[name] for name in tiles])
        if self.passes:
            made.add_pass()
        if not self.options.leaves:
            set_policies(made, self.ruleset, (Policy(self.options.policy.compared, leaves=False),))
        if self.options.chances and self.position.sides > 1:
            made.set_chances(chances_of(self.ruleset))
        return made

    def considered(self, arm: Arm, seed: int, *, explain: bool) -> Considered:
        move = self.moves[arm.index]
        replies, line, heat = self._replies(arm, seed) if explain else ((), (), {})
        return Considered(
            move,
            format_move(move, self.position.board, self.ruleset),
            self.scores[arm.index],
            self.worths[arm.index] / 100,
            arm.samples,
            _estimate(arm.points, 100),
            _estimate(arm.wins, 1e6),
            arm.utility,
            replies,
            line,
            heat,
        )

    def _replies(
        self, arm: Arm, seed: int
    ) -> tuple[tuple[tuple[str, float], ...], tuple[str, ...], Mapping[Square, float]]:
        """The most frequent replies, a course with the first of them, and where the replies lie."""
        count = min(REPLIES, arm.samples)
        courses = []
        for iteration in range(count):
            _, _, notes, _, _ = self.first.trace(arm.index, seed, iteration, max(1, self.options.plies))
            courses.append(tuple(self._text(kind, what) for _, kind, what, _, _ in notes))
        replies = Counter(course[1] for course in courses if len(course) > 1)
        heat: Counter[Square] = Counter()
        for text, times in replies.items():
            if ">" in text or "v" in text:
                move = parse_move(text, self.ruleset)
                squares = move.squares if isinstance(move, Play) else ()
                heat.update(dict.fromkeys(squares, times))
        usual = sorted(replies.items(), key=lambda reply: (-reply[1], reply[0]))[:5]
        line = next((course for course in courses if usual and course[1:2] == (usual[0][0],)), courses[0])
        return (
            tuple((text, times / count) for text, times in usual),
            line,
            {square: times / count for square, times in sorted(heat.items())},
        )

    def _text(self, kind: int, what: object) -> str:
        if kind == 0:
            return str(what)
        names = list(self.numbers)
        if kind == 1 and isinstance(what, tuple):
            return format_move(
                swap_of(self.ruleset, tuple(names[tile] for tile in what)), self.position.board, self.ruleset
            )
        return format_move(Pass(), self.position.board, self.ruleset)


REPLIES = 48
"""Rollouts that are looked at for the replies to one move."""


class _Sampler:
    """Runs iterations, in several threads when so wanted; what comes out is the same."""

    def __init__(self, field_: _Field, seed: int) -> None:
        self._options = field_.options
        self._seed = seed
        workers = max(1, field_.options.workers)
        self._playouts = [field_.first, *(field_.playout() for _ in range(workers - 1))]
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


def _play_texts(position: Position, moves: Sequence[Move]) -> set[str]:
    """The texts of the plays among some moves, as the move generator writes them."""
    return {format_move(move, position.board, position.ruleset) for move in moves if isinstance(move, Play)}


def _without(hand: tuple[str, ...], tiles: tuple[str, ...]) -> list[str]:
    kept = list(hand)
    for tile in tiles:
        kept.remove(tile)
    return kept


def _stock(position: Position) -> int:
    """Tiles in the stock; an unknown stock is taken as large."""
    return position.ruleset.tiles.total if position.stock_count is None else position.stock_count
