"""Analyses of end games: once the stock is empty and both hands are known, moves have exact values."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from summy.engine.endgame import EndgameLimits, EndgameLine, EndgameResult, EndgameSolver, ready
from summy.engine.movegen import any_play
from summy.errors import SummyError
from summy.lab.analysis import Analysis, Candidate, weigh
from summy.move import Move, format_move
from summy.position import Position
from summy.referee import apply, outcome
from summy.refusals import Refused

FIRST_SLICE = 20_000
"""Positions searched before the first look at whether to stop; each further slice searches twice as many. The solver
remembers what it has found, so little is done twice."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may use."""

    nodes: int
    """Most positions."""

    deadline: float | None
    """A moment of `time.monotonic`; None for no limit."""

    stopped: Callable[[], bool]

    @property
    def spent(self) -> bool:
        """Whether somebody says stop, or the time is up."""
        return self.stopped() or (self.deadline is not None and time.monotonic() >= self.deadline)


def is_endgame(position: Position) -> bool:
    """Whether moves of a position may have exact values: two sides, an empty stock, both hands known or deducible."""
    try:
        ready(position)
    except (SummyError, Refused):
        return False
    return True


def analyse_endgame(position: Position, top: int, also: Sequence[Move], budget: Budget) -> Analysis:
    """The best moves of an end game by the final difference they lead to.

    Where the budget does not suffice for a proof, `proved` is False, the best move found is the only candidate besides
    those asked for, and its value is a guess.

    Raises Unproved where a move asked for could not be valued; NoEndgame, HandNotDeducible, FormatError and Refused
    like `summy.engine.endgame`.
    """
    position = ready(position)
    solver = EndgameSolver(position.ruleset)
    result = solved(solver, position, top, budget)
    lines = [line for line in result.lines if line.proved] if result.proved else result.lines[:1]
    candidates = [_candidate(position, line, result) for line in lines]
    listed = {candidate.text for candidate in candidates}
    for move in also:
        if format_move(move, position.board, position.ruleset) not in listed:
            value, line = value_after(solver, position, move, budget)
            candidates.append(_with_value(position, move, value, line))
    candidates.sort(key=lambda candidate: -candidate.value)
    return Analysis(position, "endgame", tuple(candidates), result.nodes, result.proved)


def solved(solver: EndgameSolver, position: Position, lines: int, budget: Budget) -> EndgameResult:
    """Search in growing slices, until everything asked for is proved or the budget is spent."""
    for nodes in _slices(budget.nodes):
        seconds = None if budget.deadline is None else max(0.001, budget.deadline - time.monotonic())
        result = solver.solve(position, EndgameLimits(nodes=nodes, seconds=seconds, lines=lines))
        if result.complete or budget.spent:
            break
    return result


def _slices(nodes: int) -> Iterator[int]:
    size = min(FIRST_SLICE, nodes)
    while size < nodes:
        yield size
        size *= 2
    yield nodes


def value_after(solver: EndgameSolver, position: Position, move: Move, budget: Budget) -> tuple[int, tuple[Move, ...]]:
    """The final difference that a move leads to, for its side, and the best line after it.

    Raises Unproved where the budget does not suffice.
    """
    after = apply(position, move)
    side = position.to_move
    if (end := outcome(after, any_play)) is not None:
        return end.scores[side] - end.scores[1 - side], ()
    result = solved(solver, after, 1, budget)
    if result.difference is None:
        raise Unproved
    return -result.difference, result.line


class Unproved(SummyError):
    """A value that the budget did not suffice to prove."""

    def __init__(self) -> None:
        super().__init__("not_proved", "the end game could not be proved within the limits")


def _candidate(position: Position, line: EndgameLine, result: EndgameResult) -> Candidate:
    value = line.lower if line.lower is not None and line.proved else result.estimate
    return _with_value(position, line.move, value, line.line[1:])


def _with_value(position: Position, move: Move, value: int, line: Iterable[Move]) -> Candidate:
    weighed = weigh(position, move)
    texts = tuple(_texts(apply(position, move), line))
    win = 0.5 if value == 0 else float(value > 0)
    return Candidate(weighed.move, weighed.text, weighed.points, 0.0, float(value), win=win, line=texts)


def _texts(position: Position, moves: Iterable[Move]) -> Iterator[str]:
    """Moves as texts, each on the table that it is made on."""
    for move in moves:
        yield format_move(move, position.board, position.ruleset)
        position = apply(position, move)
