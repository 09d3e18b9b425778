"""A game looked through afterwards: what each move gave away against the best one found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from summy.engine.movegen import any_play
from summy.engine.selfplay import seen_by_mover
from summy.errors import FormatError
from summy.lab.analysis import Analysis, Candidate
from summy.move import Discard, Exchange, Move, format_move, parse_move
from summy.position import Position
from summy.record import Record
from summy.replaying import WORDS, WORDS_OF_THE_END, replay

Analyse = Callable[[Position, Sequence[Move]], Analysis]
"""Analyses a position; the moves are among the candidates whatever they are worth."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a game beside the best that was found."""

    turn: int
    side: int
    """Counted from 0."""

    played: Candidate
    best: Candidate
    method: str
    """How both were valued (`Analysis.method`)."""

    @property
    def loss(self) -> float:
        """Points given away; 0 for the best move."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def loss_of_win(self) -> float | None:
        """Probability to win that was given away; None where it is not estimated."""
        if self.best.win is None or self.played.win is None:
            return None
        return max(0.0, self.best.win - self.played.win)


@dataclass(frozen=True, slots=True)
class SideSummary:
    """The moves of one side."""

    name: str
    moves: int
    """Moves that were judged."""

    best: int
    """How many were the best found, or worth as much."""

    loss: float
    """Points given away in all."""

    loss_of_win: float | None
    """Probability to win given away in all; None where it was not estimated for every move."""

    worst: ReviewedMove | None
    """The move that gave away most; None where none gave away anything."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game with its moves judged."""

    record: Record
    moves: tuple[ReviewedMove, ...]
    skipped: int
    """Moves that could not be judged: the hand is not in the record, or the tiles changed are hidden."""

    sides: tuple[SideSummary, ...]


def review(record: Record, analyse: Analyse, ruleset_file: Path | None = None) -> Review:
    """Judge every move of a record, each from what its side could see then.

    Args:
        record: a whole game, or one that is running.
        analyse: values the moves of a position.
        ruleset_file: a ruleset file to read instead of the packaged ruleset of that name.

    Raises FormatError for a record with faults: what follows a fault is another game.
    """
    played = replay(record, any_play=any_play, ruleset_file=ruleset_file)
    if played.problems or played.start is None:
        told = str(played.problems[0]) if played.problems else "it does not say how the game began"
        raise FormatError(f"the record has faults, so it cannot be judged: {told}")
    before = [played.start, *(step.position for step in played.steps)]
    moves: list[ReviewedMove] = []
    skipped = 0
    for position, step in zip(before, played.steps, strict=False):
        event = step.event
        if event.event in (*WORDS, *WORDS_OF_THE_END):
            continue
        hands = tuple(event.hand if side == event.side else hand for side, hand in enumerate(position.hands))
        seen = replace(position, hands=hands)
        move = parse_move(event.event, position.ruleset)
        if not isinstance(event.hand, tuple) or hides_tiles(move):
            skipped += 1
            continue
        moves.append(judged(seen_by_mover(seen), move, event.turn, analyse))
    names = record.tags.get("Sides", ())
    sides = tuple(summed(name, [move for move in moves if move.side == side]) for side, name in enumerate(names))
    return Review(record, tuple(moves), skipped, sides)


def hides_tiles(move: Move) -> bool:
    """Whether it says only how many tiles were changed."""
    return isinstance(move, Discard | Exchange) and not move.tiles


def judged(position: Position, move: Move, turn: int, analyse: Analyse) -> ReviewedMove:
    """One move beside the best."""
    analysis = analyse(position, [move])
    text = format_move(move, position.board, position.ruleset)
    played = next(candidate for candidate in analysis.candidates if candidate.text == text)
    return ReviewedMove(turn, position.to_move, played, analysis.candidates[0], analysis.method)


def summed(name: str, moves: Sequence[ReviewedMove]) -> SideSummary:
    """What the moves of a side amount to."""
    losses = [move.loss_of_win for move in moves]
    known = [loss for loss in losses if loss is not None]
    worst = max(moves, key=lambda move: move.loss, default=None)
    return SideSummary(
        name=name,
        moves=len(moves),
        best=sum(move.loss == 0 for move in moves),
        loss=sum(move.loss for move in moves),
        loss_of_win=sum(known) if moves and len(known) == len(losses) else None,
        worst=worst if worst is not None and worst.loss > 0 else None,
    )
