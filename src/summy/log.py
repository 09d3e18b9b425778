"""The course of a game as a log of events: what may happen, and what each event does.

The log is the truth. `decide` turns an action into events (or raises Refused) and changes nothing; `evolve` folds
one event into the state and decides nothing. So the same log always gives the same game: the server, records,
self-play and the terminal all use these two functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from summy.deal import Deal
from summy.move import Challenge, Discard, Exchange, Move, Play, Resign, format_move
from summy.position import Hand, Position, hand_count
from summy.referee import (
    AnyPlay,
    Drawing,
    Line,
    Outcome,
    accept,
    apply,
    apply_play,
    challenge_succeeds,
    end_turn,
    judge,
    judge_play,
    settlement,
    winner_by_score,
    withdraw,
)
from summy.refusals import Refused, refuse

TIMEOUTS_TO_ABANDON = 3
"""A side whose turns run out this often in a row has abandoned the game."""

ACTIONS = ("timeout", "lost-on-time", "abandoned", "draw-agreed")
"""What can happen besides moves: a turn ran out, the whole time ran out, a side left, the sides agreed on a draw."""


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One line of a game's log."""

    side: int
    """The side it belongs to, counted from 0."""

    kind: str
    """`play`, `discard`, `exchange`, `pass`, `challenge`, `resign`, or one of `timeout`, `auto-pass`, `lost-turn`,
    `withdrawn`, `settle`, `time-penalty`, `draw-agreed`, `abandoned`."""

    points: int = 0
    total: int = 0
    """Score of the side after the event."""

    move: Move | None = None
    text: str = ""
    """The move's text, or the kind."""

    hand: Hand = None
    """Hand of the side before the event."""

    lines: tuple[Line, ...] = ()
    """Lines of a play."""

    reason: str = ""
    """For the last event of a side: `timeout` when its time was up."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two events."""

    position: Position
    turn: int = 0
    """Number of events so far that changed the position: plays, swaps, passes, timeouts, withdrawals, ..."""

    returns: int = 0
    """How often tiles went back into the stock."""

    timeouts: tuple[int, ...] = ()
    """Turns in a row that ran out, per side."""

    left: frozenset[int] = field(default_factory=frozenset)
    """Sides that gave up or were gone; they are passed over."""

    ended: Outcome | None = None
    """How the game ended; None while it goes on."""

    drawing: Drawing | None = None
    """The deal; None where it is not known (records without a seed)."""


def start(deal: Deal) -> GameState:
    """The state before the first turn of a deal."""
    return at(deal.start, deal)


def at(position: Position, drawing: Drawing | None = None) -> GameState:
    """The state of a game that goes on from a position."""
    return GameState(position, timeouts=(0,) * position.sides, drawing=drawing)


# --------------------------------------------------------------------------------------------------- decide


def decide(state: GameState, action: Move | str, side: int, any_play: AnyPlay | None = None) -> tuple[LogEvent, ...]:
    """The events that an action leads to, with everything that follows by itself (passes without tiles, settlement).

    Args:
        state: the state before.
        action: a move, or one of `ACTIONS`.
        side: who acts (for `draw-agreed`: who accepted).
        any_play: finds whether a play exists, for games that end when there is none.

    Raises Refused when the rules do not allow it, ValueError for a text that is no action.
    """
    if isinstance(action, str) and action not in ACTIONS:
        raise ValueError(f"unknown action {action}")
    if state.ended is not None:
        raise Refused(refuse("game_over"))
    if side not in range(state.position.sides) or side in state.left:
        raise Refused(refuse("not_your_turn"))
    if isinstance(action, Resign) or action in ("abandoned", "lost-on-time"):
        reason = "timeout" if action == "lost-on-time" else ""
        kind = "resign" if isinstance(action, Resign) else "abandoned"
        return _followed(state, [_event(state, side, kind, reason=reason)], any_play)
    if action == "draw-agreed":
        return (_event(state, side, "draw-agreed"),)
    if isinstance(action, str):
        return _followed(state, _timeout(state, side), any_play)
    return _followed(state, _moved_by(state, action, side, any_play), any_play)


def _moved_by(state: GameState, move: Move, side: int, any_play: AnyPlay | None) -> list[LogEvent]:
    """The events of a move itself."""
    verdict = judge(state.position, move, side, any_play=any_play, left=state.left)
    if verdict.refusal is not None:
        raise Refused(verdict.refusal)
    if isinstance(move, Challenge):
        return _challenge(state, side)
    if isinstance(move, Discard | Exchange) and not move.tiles and isinstance(state.position.hands[side], tuple):
        raise Refused(refuse("nothing_placed"))  # `discard #3` is what others see; who moves says which tiles
    if isinstance(move, Play) and move.direction is None and state.position.ruleset.placement == "line":
        move = replace(move, direction=verdict.lines[0].direction)  # so that the log says which line was played
    return [_event(state, side, type(move).__name__.lower(), points=verdict.score, move=move, lines=verdict.lines)]


def time_penalty(state: GameState, side: int, points: int) -> LogEvent:
    """The event that takes points off a side for the time it was over (`referee.overtime_penalty`)."""
    return _event(state, side, "time-penalty", points=-points)


def _event(
    state: GameState,
    side: int,
    kind: str,
    *,
    points: int = 0,
    move: Move | None = None,
    lines: tuple[Line, ...] = (),
    reason: str = "",
) -> LogEvent:
    position = state.position
    text = format_move(move, position.board, position.ruleset) if move is not None else kind
    total = position.scores[side] + points
    return LogEvent(side, kind, points, total, move, text, position.hands[side], lines, reason)


def _timeout(state: GameState, side: int) -> list[LogEvent]:
    if side != state.position.to_move:
        raise Refused(refuse("not_your_turn"))
    events = [_event(state, side, "timeout")]
    if state.timeouts[side] + 1 >= TIMEOUTS_TO_ABANDON:
        events.append(_event(state, side, "abandoned", reason="timeout"))
    return events


def _challenge(state: GameState, side: int) -> list[LogEvent]:
    asked = _event(state, side, "challenge")
    if not challenge_succeeds(state.position):
        return [asked, _event(state, side, "lost-turn")]
    author = (side - 1) % state.position.sides
    after = withdraw(state.position, state.drawing, state.returns)
    points = after.scores[author] - state.position.scores[author]
    return [asked, _event(state, author, "withdrawn", points=points)]


def _followed(state: GameState, events: list[LogEvent], any_play: AnyPlay | None) -> tuple[LogEvent, ...]:
    """The events and what follows from them by the rules alone."""
    state = fold(state, events)
    while state.ended is None:
        if (changes := _settlement(state, any_play)) is not None:
            after = _settle(state, changes)
        elif passes_by_itself(state.position):
            after = [_event(state, state.position.to_move, "auto-pass")]
        else:
            break
        events.extend(after)
        state = fold(state, after)
    return tuple(events)


def _settlement(state: GameState, any_play: AnyPlay | None) -> tuple[int, ...] | None:
    return settlement(state.position, any_play, left=state.left)


def passes_by_itself(position: Position) -> bool:
    """A side with an empty hand and an empty stock passes automatically, unless it may still challenge."""
    return position.stock_empty and position.hands[position.to_move] == () and position.pending is None


def _settle(state: GameState, changes: tuple[int, ...]) -> list[LogEvent]:
    """One `settle` event a side whose points change.

    An end without any change is seen from the position (`evolve`), except where it rests on nobody having a play:
    then one `settle` of 0 points stands in the log, so that the log alone tells the end.
    """
    changed = [side for side, points in enumerate(changes) if points]
    return [_event(state, side, "settle", points=changes[side]) for side in changed or [0]]


# --------------------------------------------------------------------------------------------------- evolve


def fold(state: GameState, events: Iterable[LogEvent]) -> GameState:
    """The state after some events."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: GameState, event: LogEvent) -> GameState:
    """The state after one event. The event is taken as decided: it is not judged again."""
    state = replace(state, timeouts=_timeouts(state, event))
    if event.kind in ("settle", "time-penalty"):
        return _with_points(state, event)
    if event.kind == "challenge":
        return state
    if event.kind == "draw-agreed":
        return _ended(state, None, "agreed")
    if event.kind in ("resign", "abandoned"):
        return _leave(state, event)
    returns = state.returns + _returns(state, event)
    state = replace(state, position=_moved(state, event), turn=state.turn + 1, returns=returns)
    if event.kind == "timeout" and state.timeouts[event.side] >= TIMEOUTS_TO_ABANDON:
        return state  # the side has abandoned the game, which comes before the rules of the end
    return _turned(state)


def _turned(state: GameState) -> GameState:
    """After a turn: pass over sides that left; end the game where the rules end it without a settlement."""
    state = replace(state, position=_skip_left(state))
    changes = _settlement(state, None)
    if changes is None or any(changes) or _hides_points(state.position):
        return state
    return _ended(state, winner_by_score(state.position.scores, state.left), "finished")


def _hides_points(position: Position) -> bool:
    """Whether hidden hands may hold points that are still to be settled."""
    end = position.ruleset.end
    return bool(end.scoreless_deduct or end.out_bonus) and not all(isinstance(hand, tuple) for hand in position.hands)


def _timeouts(state: GameState, event: LogEvent) -> tuple[int, ...]:
    """Turns in a row that ran out: anything that a side does in its turn begins anew."""
    if event.kind not in ("timeout", "play", "discard", "exchange", "pass", "challenge"):
        return state.timeouts
    count = state.timeouts[event.side] + 1 if event.kind == "timeout" else 0
    return (*state.timeouts[: event.side], count, *state.timeouts[event.side + 1 :])


def _moved(state: GameState, event: LogEvent) -> Position:
    position, move = state.position, event.move
    if event.kind == "withdrawn":
        return withdraw(position, state.drawing, state.returns)
    if event.kind in ("timeout", "auto-pass", "lost-turn"):
        return end_turn(accept(position))
    assert move is not None
    if isinstance(move, Play):
        return apply_play(position, move, judge_play(position, move), state.drawing)
    return apply(position, move, state.drawing, state.returns)


def _returns(state: GameState, event: LogEvent) -> int:
    if event.kind == "withdrawn":
        pending = state.position.pending
        return int(pending is not None and bool(pending.drawn))
    return int(event.kind == "exchange")


def _skip_left(state: GameState) -> Position:
    """Pass over sides that are no longer in the game."""
    position = state.position
    while position.to_move in state.left:
        position = replace(position, to_move=(position.to_move + 1) % position.sides)
    return position


def _with_points(state: GameState, event: LogEvent) -> GameState:
    position = state.position
    scores = list(position.scores)
    scores[event.side] += event.points
    state = replace(state, position=replace(position, scores=tuple(scores)))
    finished = event.kind == "settle" if state.ended is None else state.ended.reason == "finished"
    return _ended(state, winner_by_score(tuple(scores), state.left), "finished") if finished else state


def _leave(state: GameState, event: LogEvent) -> GameState:
    """A side gives up: its hand leaves the game; the last side left wins; the result of a lone player stands."""
    reason = event.reason or ("resigned" if event.kind == "resign" else "abandoned")
    position, left = state.position, state.left | {event.side}
    state = replace(state, left=left)
    staying = [side for side in range(position.sides) if side not in left]
    if len(staying) <= 1:
        return _ended(state, staying[0] if staying else None, reason)
    position = replace(_hand_leaves(position, event.side), scoreless=_scoreless_of_others(state, event.side))
    return _turned(replace(state, position=position, turn=state.turn + 1))


def _scoreless_of_others(state: GameState, side: int) -> int:
    """The count of turns without a play once those of a leaving side are taken out.

    The turns counted are the last ones, one a side in order of play; `state` has the side in `left` already.
    """
    position = state.position
    playing = [other for other in range(position.sides) if other not in state.left or other == side]
    turns = sorted(playing, key=lambda other: (position.to_move - 1 - other) % position.sides)  # latest first
    whole, rest = divmod(position.scoreless, len(turns))
    return position.scoreless - whole - (side in turns[:rest])


def _hand_leaves(position: Position, side: int) -> Position:
    """The hand of a side that left goes out of the game, like discarded tiles."""
    hand, gone = position.hands[side], position.discarded[side]
    if isinstance(hand, tuple) and isinstance(gone, tuple):
        out: Hand = gone + hand
    else:
        counts = (hand_count(hand), hand_count(gone))
        out = None if None in counts else sum(count or 0 for count in counts)
    return replace(
        position,
        hands=tuple(() if index == side else other for index, other in enumerate(position.hands)),
        discarded=tuple(out if index == side else other for index, other in enumerate(position.discarded)),
    )


def _ended(state: GameState, winner: int | None, reason: str) -> GameState:
    return replace(state, ended=Outcome(state.position.scores, winner, reason))
