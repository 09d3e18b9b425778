"""Choosing while a few tiles are left in the stock: how the game ends after each move, over the deals that could be.

A *deal* says what lies in the other hand and in which order the stock lies. Where there are few deals all are gone
through, each weighed by how often it is dealt; else some are drawn. In every deal each candidate is followed by the
policy of rollouts to the end of the game. For the leaders of that the policy goes on only until the stock is empty, and
the end game from there is solved. That costs more, so it is done in as many deals as the budget reaches, and what is
found there is how far the policy's games are wrong on average: an estimate of a candidate is its mean over all deals
plus this mean error (a control variate).

It is for games in which both sides know each other's tiles once the stock is empty: with tiles discarded face down they
do not, and solved end games would be played better than anybody can play them.

The budget is counted in positions of end games, and what is drawn follows from the seed, so the same position and seed
give the same move, unless a clock ends it before.
"""

from __future__ import annotations

import random
import time
from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from summy.engine.candidates import Candidates
from summy.engine.choice import Choice
from summy.engine.endgame import EndgameLimits, EndgameSolver
from summy.engine.kernel.judging import utility_of_final
from summy.engine.near_endgame import Split, splits
from summy.engine.rollouts import WHOLE_GAME, unseen_tiles
from summy.engine.simulation_options import SimulationOptions
from summy.position import Position, hand_count

MOST_IN_STOCK = 4
"""Most tiles in the stock."""

MEMORY = 1 << 16
"""Positions that the solver remembers."""


@dataclass(frozen=True, slots=True)
class NearBudget:
    """What one choice may use. Nothing of it depends on the machine."""

    deals: int = 90
    """Most deals. With eight tiles in the other hand one in the stock makes at most nine, two make at most ninety."""

    leaders: int = 5
    """Candidates whose end games are solved."""

    nodes: int = 40_000
    """Positions of all end games together; the deal in which they are used up is finished."""

    nodes_each: int = 1_000
    """Most positions of one end game. Of those that are not proved within them the best guess is taken."""


def is_near_end(position: Position) -> bool:
    """Whether moves of a position can be compared here: two sides, few tiles in the stock, none discarded face down.

    What is not seen must be what the other hand and the stock hold; of a study with tiles missing nobody knows what to
    deal.
    """
    stock = position.stock_count
    return (
        position.sides == 2
        and stock is not None
        and 1 <= stock <= MOST_IN_STOCK
        and position.ruleset.turn.pass_ != "never"
        and all(hand_count(gone) == 0 for gone in position.discarded)
        and hand_count(position.hands[1 - position.to_move]) == sum(unseen_tiles(position).values()) - stock
    )


def choose_near_end(
    position: Position,
    options: SimulationOptions,
    *,
    seed: int,
    seconds: float | None = None,
    budget: NearBudget | None = None,
) -> Choice:
    """The move after which the game ends best.

    Args:
        position: one that `is_near_end`; what is hidden from the side to move is not looked at.
        options: candidates, how they are played on, what is maximised. No more deals than `iterations` are tried.
        seed: decides which deals, where there are too many for all.
        seconds: most time; the result then depends on the clock.
        budget: how much is looked at.

    Errors: NothingToSimulate; FormatError when the hand is unknown.
    """
    budget = budget or NearBudget()
    deadline = None if seconds is None else time.monotonic() + seconds
    candidates = Candidates(position, options)
    deals = deals_of(position, max(1, min(options.iterations, budget.deals)), seed)
    best = _Comparison(candidates, deals, budget, seed, deadline).best()
    return Choice(candidates.moves[best], candidates.scores[best] + candidates.worths[best] / 100)


def deals_of(position: Position, most: int, seed: int) -> list[Split]:
    """All deals where there are at most so many, else so many drawn ones; in an order that follows from the seed.

    Splits of a position without tiles discarded face down: every tile not seen is in the other hand or in the stock.
    """
    pool = unseen_tiles(position)
    stock = position.stock_count or 0
    size = max(0, sum(pool.values()) - stock)
    dice = random.Random(seed)
    found = list(islice(splits(pool, size, stock), most + 1))
    if len(found) > most:
        tiles = sorted(pool.elements())
        drawn: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
        for _ in range(most):
            dice.shuffle(tiles)
            drawn[tuple(sorted(tiles[:size])), tuple(tiles[size:])] += 1
        found = [Split(hand, order, times) for (hand, order), times in drawn.items()]
    dice.shuffle(found)
    return found


class _Comparison:
    """What has been found of each candidate."""

    def __init__(
        self, candidates: Candidates, deals: list[Split], budget: NearBudget, seed: int, deadline: float | None
    ) -> None:
        self.candidates = candidates
        self.deals = deals
        self.budget = budget
        self.seed = seed
        self.deadline = deadline
        self.mover = candidates.position.to_move
        self.playout = candidates.first
        self.chances = candidates.options.chances
        self.solver = EndgameSolver(candidates.ruleset, MEMORY)
        self.nodes = 0
        self.played: list[list[int]] = [[] for _ in candidates.moves]

    def best(self) -> int:
        """The index of the best candidate; of equal ones the first."""
        everyone = range(len(self.played))
        if len(self.played) == 1:
            return 0
        self.play_out()
        means = [self.mean(self.played[index]) for index in everyone]
        leaders = sorted(everyone, key=lambda index: (-means[index], index))[: self.budget.leaders]
        errors = self.mean_errors(leaders)
        return max(leaders, key=lambda index: (means[index] + errors[index], -index))

    def late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def mean(self, numbers: list[int]) -> float:
        """The mean of numbers of the first deals, each counted as often as it is dealt."""
        weights = [deal.deals for deal in self.deals[: len(numbers)]]
        return sum(weight * number for weight, number in zip(weights, numbers, strict=True)) / max(1, sum(weights))

    def lay_out(self, deal: Split) -> None:
        """The next games are played in this deal."""
        numbers = self.candidates.numbers
        hands = [self.candidates.position.hand, deal.hand]
        if self.mover:
            hands.reverse()
        self.playout.know([[numbers[name] for name in hand] for hand in hands], [numbers[name] for name in deal.stock])

    def play_out(self) -> None:
        """The policy's games from all candidates, in all deals or, when time is over, at least one."""
        points, wins, utilities = (array("i", [0]) for _ in range(3))
        for number, deal in enumerate(self.deals):
            if number and self.late():
                break
            self.lay_out(deal)
            for index, played in enumerate(self.played):
                self.playout.run(index, self.seed, number, points, wins, utilities, WHOLE_GAME)
                played.append(utilities[0])

    def mean_errors(self, leaders: list[int]) -> dict[int, float]:
        """By how much the policy's games are judged too low, from solved end games in the first deals."""
        errors: dict[int, list[int]] = {index: [] for index in leaders}
        for number, deal in enumerate(self.deals[: len(self.played[0])]):
            if self.nodes >= self.budget.nodes or self.late():
                break
            self.lay_out(deal)
            solved = {index: self.solved(index, number) for index in leaders}
            if self.late():
                break  # searches that the clock cut short are worth nothing
            for index, utility in solved.items():
                errors[index].append(utility - self.played[index][number])
        return {index: self.mean(found) for index, found in errors.items()}

    def solved(self, index: int, number: int) -> int:
        """What a candidate leads to in the deal laid out when the end game is played as well as it can be."""
        hands, scores, side, scoreless, ended = self.playout.reach(index, self.seed, number)
        try:
            lead = scores[self.mover] - scores[1 - self.mover]
            if not ended:
                left = None if self.deadline is None else max(0.001, self.deadline - time.monotonic())
                found = self.solver.gain(
                    self.playout.position, hands, side, scoreless, EndgameLimits(self.budget.nodes_each, left)
                )
                self.nodes += found.nodes
                lead += found.points if side == self.mover else -found.points
            return utility_of_final(lead, self.chances)
        finally:
            self.playout.leave()
