"""What the moves of a position are worth: points now, tiles kept, and, as far as it can be known, the chance to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from summy.engine.leaves import leave_value
from summy.engine.movegen import any_play, discards, exchanges, generate
from summy.errors import FormatError, SummyError
from summy.move import Discard, Exchange, Move, Pass, Play, format_move
from summy.position import Position
from summy.referee import ends_when_accepted, judge, outcome
from summy.refusals import Refused

MOST_WEIGHED = 300
"""Plays, those of the highest scores, that are weighed with the tiles they keep."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move and what it is worth to the side to move."""

    move: Move
    text: str
    points: int
    """Its score."""

    leave: float
    """Points that the tiles kept are worth more than an average hand."""

    value: float
    """What is judged, in points. `static`: points and leave together; `simulation`: the mean lead after some turns
    more, tiles kept counted; `endgame`: the final difference of the scores."""

    error: float | None = None
    """Half of the width of the 95 % interval of `value`; None for an estimate that is no sample."""

    win: float | None = None
    """Probability to win, draws counting half; None where it is not estimated."""

    line: tuple[str, ...] = ()
    """Texts of the moves expected after it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best moves of a position, best first."""

    position: Position
    method: str
    """`static`: points and leave; `simulation`: games played on; `endgame`: proved, or bounded, by search."""

    candidates: tuple[Candidate, ...]
    work: int
    """Moves weighed, games played on, or positions searched."""

    proved: bool = False
    """Whether the values are final differences under best play of both sides."""

    @property
    def best(self) -> Candidate | None:
        """The best move; None when there is none."""
        return self.candidates[0] if self.candidates else None


def require_running(position: Position) -> None:
    """Raises SummyError (`game_over`), and FormatError when the hand of the side to move is not known."""
    position.hand  # noqa: B018 - an unknown hand is an error, whatever else the position says
    if outcome(position, any_play) is not None:
        raise SummyError("game_over", "the game is over")


def analyse_static(position: Position, top: int, also: Sequence[Move] = ()) -> Analysis:
    """Moves weighed by points and tiles kept, without looking ahead.

    Args:
        position: whose hand to move is known; other hands and the stock are not looked at.
        top: most moves given.
        also: legal moves that are given too, however bad they are.
    """
    require_running(position)
    moves = list(candidate_moves(position))
    weighed = sorted((weigh(position, move) for move in moves), key=lambda each: (-each.value, each.text))
    texts = {candidate.text for candidate in weighed[:top]}
    more = [candidate for candidate in (weigh(position, move) for move in also) if candidate.text not in texts]
    listed = sorted([*weighed[:top], *more], key=lambda each: (-each.value, each.text))
    return Analysis(position, "static", tuple(listed), len(moves))


def candidate_moves(position: Position) -> Iterable[Move]:
    """The plays of the highest scores, every discard and exchange, and the pass where nothing else is left."""
    if ends_when_accepted(position):
        yield Pass()
        return
    swaps: list[Move] = [*discards(position), *exchanges(position)]
    plays = generate(position, MOST_WEIGHED)
    yield from plays
    yield from swaps
    if not len(plays) and not swaps and judge(position, Pass()).legal:
        yield Pass()


def weigh(position: Position, move: Move) -> Candidate:
    """Points and leave of one legal move.

    Raises Refused where the move is not legal.
    """
    verdict = judge(position, move, any_play=any_play)
    if verdict.refusal is not None:
        raise Refused(verdict.refusal)
    leave = 0.0 if isinstance(move, Pass) else value_kept(position, move)
    text = format_move(move, position.board, position.ruleset)
    return Candidate(move, text, verdict.score, leave, verdict.score + leave)


def value_kept(position: Position, move: Move) -> float:
    """What the tiles that stay in hand are worth; they are all of the hand where a move lays or changes none."""
    if isinstance(move, Discard | Exchange) and not move.tiles and move.count:
        raise FormatError("the tiles of this move are hidden", key="move")
    used: Iterable[str] = ()
    if isinstance(move, Play):
        used = [placement.tile for placement in move.tiles]
    elif isinstance(move, Discard | Exchange):
        used = move.tiles
    kept = Counter(position.hand)
    kept.subtract(used)
    stock = position.stock_count
    return leave_value(kept.elements(), position.ruleset, position.ruleset.hand_size if stock is None else stock)
