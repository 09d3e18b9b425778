"""Replay a game record: every event is judged, every score, hand and tile counted."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from summy.board import empty_board
from summy.deal import Deal, parse_seed
from summy.errors import FormatError, SummyError
from summy.log import ACTIONS, GameState, LogEvent, at, decide, evolve, passes_by_itself
from summy.move import Challenge, Discard, Exchange, Move, Play, Resign, parse_move
from summy.position import Hand, Position, check_strict, hand_count, read_ruleset
from summy.position_text import parse_position
from summy.record import Problem, Record, RecordEvent
from summy.referee import AnyPlay, Line, Outcome, judge, outcome, settlement
from summy.refusals import Refused
from summy.rulesets import Ruleset

WORDS = ("timeout", "auto-pass", "lost-turn", "withdrawn", "challenge", "settle", "time-penalty", "resign")
WORDS_OF_THE_END = ("draw-agreed", "abandoned")


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one event."""

    event: RecordEvent
    position: Position
    lines: tuple[Line, ...] = ()
    """Lines of a play."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that was played through."""

    record: Record
    start: Position | None
    """The position before the first event; None when the tags do not even give that."""

    steps: tuple[Step, ...]
    """As far as the record could be followed."""

    problems: tuple[Problem, ...]
    """Everything wrong with it; empty for a good record."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores after the last step."""
        position = self.steps[-1].position if self.steps else self.start
        return position.scores if position is not None else ()


def replay(
    record: Record,
    *,
    any_play: AnyPlay | None = None,
    verify_deal: bool = False,
    ruleset_file: Path | None = None,
) -> Replay:
    """Play a record through; never raises.

    Args:
        record: what was read.
        any_play: finds whether a play exists, for games that end when there is none.
        verify_deal: check every draw against the record's `Seed`; a record without one then has a problem.
        ruleset_file: a ruleset file to read instead of the packaged ruleset of that name.
    """
    return _Replayer(record, any_play, verify_deal, ruleset_file).run()


class _Replayer:
    """One pass over a record."""

    def __init__(self, record: Record, any_play: AnyPlay | None, verify_deal: bool, ruleset_file: Path | None) -> None:
        self.record = record
        self.any_play = any_play
        self.verify_deal = verify_deal
        self.ruleset_file = ruleset_file
        self.problems = list(record.problems)
        self.kept: dict[int, Counter[str]] = {}
        """Tiles that each side holds for certain."""

        self.played_from: Counter[str] = Counter()
        """What the author of the last play held for certain before it: a withdrawn play gives it back."""

        self.unsettled: dict[int, int | None] | None = None
        """Points that sides have still to settle (None: not known); None before the first settlement."""

        self.challenged = False
        """Whether the event before was a challenge, which is answered by the next one."""

        self.counts_tiles = True
        """Whether the tiles still have to come from one set: not from a start that does not, and it is said once."""

    def note(self, line: int, message: str) -> None:
        self.problems.append(Problem(line, message))

    def run(self) -> Replay:
        try:
            state = self._start()
        except SummyError as error:
            self.note(self.record.line, error.message)
            return Replay(self.record, None, (), tuple(self.problems))
        start = state.position
        steps: list[Step] = []
        turn = 1
        for event in self.record.events:
            if event.turn < turn:
                self.note(event.line, f"turn {event.turn} comes after turn {turn}")
            turn = event.turn
            followed = self._follow(state, event)
            if followed is None:
                return Replay(self.record, start, tuple(steps), tuple(self.problems))
            state, lines = followed
            steps.append(Step(event, state.position, lines))
        try:
            self._check_result(state)
        except SummyError as error:
            self.note(self.record.line, error.message)
        return Replay(self.record, start, tuple(steps), tuple(self.problems))

    # -- the start

    def _start(self) -> GameState:
        record = self.record
        ruleset = read_ruleset(record.tag("Rules"), _options(record), self.ruleset_file)
        sides = len(record.tags.get("Sides", ()))
        if not ruleset.sides.minimum <= sides <= ruleset.sides.maximum and "Start" not in record.tags:
            raise FormatError(f"{ruleset.id} is not played by {sides} sides", key="Sides")
        if "Start" in record.tags:
            return at(self._start_position(ruleset, sides))
        deal = self._deal(ruleset, sides)
        if deal is not None:
            return at(deal.start, deal)
        return at(_unknown_start(ruleset, sides))

    def _start_position(self, ruleset: Ruleset, sides: int) -> Position:
        """The position of the tag Start, which no deal leads to."""
        position = parse_position(self.record.tag("Start"), ruleset_file=self.ruleset_file)
        if position.ruleset != ruleset:
            raise FormatError("has other rules or options than the tags Rules and Options", key="Start")
        if position.sides != sides:
            raise FormatError("has another number of sides than the tag Sides", key="Start")
        if self.verify_deal:
            raise FormatError("is not a deal: the draws cannot be verified", key="Start")
        try:
            check_strict(position)
        except FormatError:
            self.counts_tiles = False
        # Who draws from which end, and how returned tiles are shuffled, only a deal tells.
        return replace(position, stock=position.stock_count)

    def _deal(self, ruleset: Ruleset, sides: int) -> Deal | None:
        """The deal to check draws against: only where it is asked for and the seed is there."""
        if not self.verify_deal:
            return None
        if "Seed" not in self.record.tags:
            raise FormatError("is not given: the draws cannot be verified", key="Seed")
        deal = Deal(ruleset, parse_seed(self.record.tag("Seed")), sides)
        if self.record.tag("Deal") != deal.commitment:
            raise FormatError("is not the commitment of this seed", key="Deal")
        return deal

    # -- one event

    def _follow(self, state: GameState, event: RecordEvent) -> tuple[GameState, tuple[Line, ...]] | None:
        """The state after an event; None when the record cannot be followed further."""
        if event.side >= state.position.sides:
            self.note(event.line, f"there is no side {event.side + 1}")
            return None
        state = replace(state, position=self._with_hand(state.position, event))
        self._check_tiles(state.position, event)
        try:
            logged, lines = self._judged(state, event)
        except SummyError as error:
            self.note(event.line, error.message)
            return None
        except Refused as error:
            self.note(event.line, f"{event.event}: {error.refusal.message()} ({error.refusal.code})")
            return None
        after = evolve(state, logged)
        self._remember(state.position, logged)
        total = after.position.scores[event.side]
        if logged.points != event.points:
            self.note(event.line, f"{event.event} gives {logged.points:+d} points, not {event.points:+d}")
        if total != event.total:
            self.note(event.line, f"the score of side {event.side + 1} is {total}, not {event.total}")
        return after, lines

    def _check_tiles(self, position: Position, event: RecordEvent) -> None:
        if not self.counts_tiles:
            return
        try:
            check_strict(position)
        except FormatError as error:
            self.note(event.line, error.message)
            self.counts_tiles = False

    def _with_hand(self, position: Position, event: RecordEvent) -> Position:
        """The position with the hand as the record gives it, checked against what is known already."""
        known, given = position.hands[event.side], event.hand
        if given is None:
            return position
        count = hand_count(known)
        if isinstance(known, tuple) and isinstance(given, tuple) and known != given:
            self.note(event.line, f"the hand of side {event.side + 1} is {_hand(known)}, not {_hand(given)}")
        elif count is not None and count != hand_count(given):
            self.note(event.line, f"side {event.side + 1} has {count} tiles, not {hand_count(given)}")
        elif isinstance(given, tuple) and (lost := self.kept.get(event.side, Counter()) - Counter(given)):
            self.note(event.line, f"side {event.side + 1} still holds {' '.join(sorted(lost))}")
        if isinstance(known, tuple) or not isinstance(given, tuple):
            return position
        hands = tuple(given if side == event.side else hand for side, hand in enumerate(position.hands))
        return replace(position, hands=hands)

    def _remember(self, before: Position, event: LogEvent) -> None:
        """Note which tiles the side of an event holds for certain after it."""
        hand, move = before.hands[event.side], event.move
        certain = Counter(hand) if isinstance(hand, tuple) else self.kept.get(event.side, Counter())
        if isinstance(move, Play):
            self.played_from = certain
            certain = certain - Counter(placement.tile for placement in move.tiles)
        elif isinstance(move, Discard | Exchange):
            # Of a hidden swap any tile may have been part.
            certain = certain - Counter(move.tiles) if move.tiles else Counter()
        elif event.kind == "withdrawn":
            certain = self.played_from
        self.kept[event.side] = certain

    def _judged(self, state: GameState, event: RecordEvent) -> tuple[LogEvent, tuple[Line, ...]]:
        """The log event that the rules make of a record event."""
        if self.challenged != (event.event in ("withdrawn", "lost-turn")):
            raise FormatError("withdrawn or lost-turn comes after a challenge, and only there")
        self.challenged = event.event == "challenge"
        if event.event in (*WORDS, *WORDS_OF_THE_END):
            return self._word(state, event), ()
        if state.ended is not None:
            raise FormatError("the game is over before this event")
        move = parse_move(event.event, state.position.ruleset)
        # A hidden swap (`discard #3`) is judged by its count, an unknown hand is taken on trust.
        verdict = judge(state.position, move, event.side, any_play=self.any_play, left=state.left)
        if verdict.refusal is not None:
            raise Refused(verdict.refusal)
        hidden = isinstance(move, Discard | Exchange) and not move.tiles
        if hidden and state.drawing is not None and isinstance(state.position.stock, tuple):
            self.note(event.line, f"{event.event} hides its tiles: the draws from here on cannot be verified")
        kind = type(move).__name__.lower()
        hand = state.position.hands[event.side]
        logged = LogEvent(event.side, kind, verdict.score, 0, move, event.event, hand, verdict.lines)
        return logged, verdict.lines

    def _word(self, state: GameState, event: RecordEvent) -> LogEvent:
        position, word = state.position, event.event
        reason = "timeout" if word == "abandoned" and self.record.tag("Termination") == "timeout" else ""
        logged = LogEvent(event.side, word, event.points, event.total, reason=reason)
        if word in ("settle", "time-penalty"):
            self._check_points(state, event)
            return logged
        if word in ("resign", "timeout", "challenge"):
            actions: dict[str, Move | str] = {"resign": Resign(), "challenge": Challenge(), "timeout": "timeout"}
            return decide(state, actions[word], event.side, self.any_play)[0]
        if word in ("draw-agreed", "abandoned"):
            assert word in ACTIONS
            return replace(decide(state, word, event.side, self.any_play)[0], reason=reason)
        if state.ended is not None:
            raise FormatError("the game is over before this event")
        author = (position.to_move - 1) % position.sides if word == "withdrawn" else position.to_move
        if event.side != author:
            raise FormatError(f"{word} belongs to side {author + 1}")
        if word == "auto-pass" and not passes_by_itself(position):
            raise FormatError("a side passes by itself only with an empty hand and an empty stock")
        if word in ("withdrawn", "lost-turn"):
            return self._after_challenge(state, event, logged)
        return replace(logged, points=0)

    def _after_challenge(self, state: GameState, event: RecordEvent, logged: LogEvent) -> LogEvent:
        expected = decide(state, Challenge(), state.position.to_move, self.any_play)[1]
        if expected.kind != event.event:
            raise FormatError(f"the challenge leads to {expected.kind}, not to {event.event}")
        return replace(logged, points=expected.points)

    def _check_points(self, state: GameState, event: RecordEvent) -> None:
        """A penalty must be one that the rules know, a settlement what the hands give, as far as they are known."""
        if event.event == "time-penalty":
            price = state.position.ruleset.clock.overtime_points
            if not price or event.points >= 0 or event.points % price:
                raise FormatError(f"{event.points:+d} is no penalty for time in this game")
            return
        if self.unsettled is None:
            if state.ended is not None:
                raise FormatError("the game is over before this event")
            self.unsettled = self._settlement(state)
        if event.side not in self.unsettled:
            raise FormatError(f"side {event.side + 1} has nothing to settle")
        expected = self.unsettled.pop(event.side)
        if expected is not None and event.points != expected:
            raise FormatError(f"side {event.side + 1} settles {expected:+d}, not {event.points:+d}")

    def _settlement(self, state: GameState) -> dict[int, int | None]:
        """What each side settles when the game ends here; None for each where hands are hidden."""
        position, rules = state.position, state.position.ruleset
        known = all(isinstance(hand, tuple) for hand in position.hands)
        changes = settlement(position, self.any_play, left=state.left)
        if changes is None:
            counted = None not in position.hands and position.stock_count is not None
            looks_for_plays = rules.end.no_play and position.stock_empty and (not known or self.any_play is None)
            if counted and not looks_for_plays:
                raise FormatError("the game is not over by its rules")
        if changes is None or not known:
            return dict.fromkeys(range(position.sides))
        return {side: points for side, points in enumerate(changes) if points} or {0: 0}

    # -- the end

    def _check_result(self, state: GameState) -> None:
        record, line = self.record, self.record.line
        # Where hands are hidden, a settlement of nothing stands in no record.
        ended = state.ended or outcome(state.position, self.any_play, left=state.left)
        if state.ended is None and ended is not None:
            self.unsettled = self._settlement(state)
        for side, points in (self.unsettled or {}).items():
            if points:
                self.note(line, f"side {side + 1} has not settled {points:+d}")
        if record.tag("Result") == "*" and ended is not None:
            self.note(line, "the game is over, but the result is *")
        if record.tag("Result", "*") == "*":
            return
        scores = " ".join(str(score) for score in state.position.scores)
        if record.tag("Result") != scores:
            self.note(line, f"the result is {scores}, not {record.tag('Result')}")
        if ended is not None:
            self._check_winner(ended)
        elif "Termination" not in record.tags:
            self.note(line, "the game is not over after the last event")

    def _check_winner(self, ended: Outcome) -> None:
        winner = self.record.tag("Winner")
        expected = "draw" if ended.winner is None else str(ended.winner + 1)
        if winner != expected:
            self.note(self.record.line, f"the winner is {expected}, not {winner}")


def _options(record: Record) -> object:
    if "Options" not in record.tags:
        return None
    try:
        return json.loads(record.tag("Options"))
    except (ValueError, RecursionError):
        raise FormatError("is not JSON", key="Options") from None


def _unknown_start(ruleset: Ruleset, sides: int) -> Position:
    """The usual start, with hidden hands and a counted stock."""
    board = empty_board(ruleset.board)
    hands = (ruleset.hand_size,) * sides
    stock = max(0, ruleset.tiles.total - len(board) - sum(hands))
    return Position(ruleset, board, hands, (0,) * sides, stock=stock)


def _hand(hand: Hand) -> str:
    return " ".join(hand) if isinstance(hand, tuple) else str(hand)
