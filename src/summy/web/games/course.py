"""A game as the fold of its log: pure values, no database, no clock of its own.

`step` adds one event to a course and decides nothing. The `Game` row holds a course as its snapshot; the log alone
gives the same course again, which `rebuild_games --check` proves. The rules of the game itself are folded by
`summy.log`; here is what a table adds: seats, clocks, offers, the end, what follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from summy import log
from summy.deal import Deal
from summy.move import move_from_json
from summy.position import position_from_json, position_to_json
from summy.referee import Outcome
from summy.rulesets import Ruleset

from . import clocks
from .clocks import ClockState
from .table_settings import TableSettings

GAME_KINDS = frozenset(
    {"play", "discard", "exchange", "pass", "challenge", "timeout", "auto-pass", "lost-turn", "withdrawn"}
    | {"settle", "time-penalty", "resign", "draw-agreed", "abandoned"}
)
"""Kinds of events that `summy.log` folds."""


@dataclass(frozen=True)
class Sitting:
    """A member at the table."""

    code: str
    seat: int
    person: int | None
    """Key of the person; None for a computer player."""
    engine: str = ""


@dataclass(frozen=True)
class Offer:
    """Something proposed to the other sides and not answered by all of them."""

    kind: str
    side: int
    accepted: frozenset[int] = frozenset()
    """Sides that agree, the proposing one included."""


@dataclass(frozen=True)
class LastPlay:
    """The last play: where its line lies and what it scored."""

    seq: int
    side: int
    line: Mapping[str, Any]
    points: int


@dataclass(frozen=True)
class Course:
    """A table and its game after some number of events."""

    table: TableSettings
    deal: Deal
    clock: ClockState
    seq: int = 0
    status: str = "waiting"
    sittings: tuple[Sitting, ...] = ()
    state: log.GameState | None = None
    """The game itself; None before the start."""
    offers: tuple[Offer, ...] = ()
    last_play: LastPlay | None = None
    began_ms: int = 0
    """When the game began, in milliseconds since 1970; 0 before."""
    mended_ms: int = 0
    """Begin of the last outage for which the clock was extended, in milliseconds since 1970."""
    moved_by: str | None = None
    """Member who ended the previous turn; None when nobody did (a turn that ran out)."""
    outcome: Outcome | None = None
    rematch: str | None = None
    """Id of the game that follows this one."""
    seed_shown: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the game."""
        return self.deal.ruleset

    @property
    def turn(self) -> int:
        """Number of events that changed the position."""
        return self.state.turn if self.state is not None else 0

    @property
    def to_move(self) -> int | None:
        """The side to move; None when no game is running."""
        if self.status != "running" or self.state is None:
            return None
        return self.state.position.to_move

    @property
    def running(self) -> log.GameState:
        """The state of a game that has begun."""
        assert self.state is not None, "the game has not begun"
        return self.state

    @property
    def deadline_ms(self) -> int | None:
        """When the side to move runs out of time."""
        return None if self.to_move is None else self.clock.deadline_ms(self.to_move)

    @cached_property
    def sides(self) -> tuple[tuple[Sitting, ...], ...]:
        """The members of each side: in order of play once the game has begun, in order of seats before."""
        order = self.deal.seats if self.state is not None else range(self.table.sides)
        return tuple(tuple(sitting for sitting in self.sittings if sitting.seat == seat) for seat in order)

    def side_of(self, code: str) -> int | None:
        """The side a member plays for; None when nobody of that name sits here."""
        return next((side for side, members in enumerate(self.sides) if any(m.code == code for m in members)), None)

    def engine_of(self, side: int) -> str | None:
        """The computer player of a side; None where people play."""
        return next((member.engine for member in self.sides[side] if member.engine), None)

    @property
    def engine_to_move(self) -> str | None:
        """The computer player whose turn it is."""
        return None if self.to_move is None else self.engine_of(self.to_move)

    @property
    def human_sides(self) -> frozenset[int]:
        """Sides of people that are still in the game."""
        left = self.state.left if self.state is not None else frozenset()
        return frozenset(side for side in range(self.table.sides) if side not in left and not self.engine_of(side))

    def offer(self, kind: str) -> Offer | None:
        """The offer of that kind that waits for answers."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    # ------------------------------------------------------------------------------------------- stored form

    def to_json(self) -> dict[str, Any]:
        """The snapshot, hidden parts included; settings and deal are stored beside it."""
        return {
            "seq": self.seq,
            "status": self.status,
            "sittings": [[s.code, s.seat, s.person, s.engine] for s in self.sittings],
            "state": _state_to_json(self.state),
            "clock": self.clock.to_json(),
            "offers": [[o.kind, o.side, sorted(o.accepted)] for o in self.offers],
            "last_play": None
            if self.last_play is None
            else [self.last_play.seq, self.last_play.side, dict(self.last_play.line), self.last_play.points],
            "began_ms": self.began_ms,
            "mended_ms": self.mended_ms,
            "moved_by": self.moved_by,
            "outcome": _outcome_to_json(self.outcome),
            "rematch": self.rematch,
            "seed_shown": self.seed_shown,
        }

    @classmethod
    def from_json(cls, table: TableSettings, deal: Deal, stored: Mapping[str, Any]) -> Course:
        """The course that `to_json` wrote."""
        return cls(
            table=table,
            deal=deal,
            seq=stored["seq"],
            status=stored["status"],
            sittings=tuple(Sitting(*entry) for entry in stored["sittings"]),
            state=_state_from_json(deal, stored["state"]),
            clock=ClockState.from_json(table.clock, stored["clock"]),
            offers=tuple(Offer(kind, side, frozenset(accepted)) for kind, side, accepted in stored["offers"]),
            last_play=LastPlay(*stored["last_play"]) if stored["last_play"] else None,
            began_ms=stored["began_ms"],
            mended_ms=stored["mended_ms"],
            moved_by=stored["moved_by"],
            outcome=_outcome_from_json(stored["outcome"]),
            rematch=stored["rematch"],
            seed_shown=stored["seed_shown"],
        )


def new_course(table: TableSettings, deal: Deal) -> Course:
    """A table at which nobody sits yet."""
    return Course(table, deal, clocks.new_clock(table.clock, table.sides, deal.ruleset.clock))


# ------------------------------------------------------------------------------------------------------- fold


def step(course: Course, kind: str, data: Mapping[str, Any], at_ms: int) -> Course:
    """The course after one more event of the log. Raises KeyError or ValueError when the event makes no sense."""
    course = replace(course, seq=course.seq + 1)
    if kind in GAME_KINDS:
        return _game_step(course, kind, data, at_ms)
    return _TABLE_STEPS[kind](course, data, at_ms)


def _seat(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    sitting = Sitting(data["member"], data["seat"], data["person"], data["engine"])
    return replace(course, sittings=(*course.sittings, sitting))


def _leave(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    staying = tuple(sitting for sitting in course.sittings if sitting.code != data["member"])
    return replace(course, sittings=staying)


def _cancel(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    return replace(course, status="cancelled")


def _start(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    course = replace(course, status="running", state=log.start(course.deal), began_ms=at_ms)
    return replace(course, clock=_next_turn(course, at_ms))


def _game_step(course: Course, kind: str, data: Mapping[str, Any], at_ms: int) -> Course:
    before = course.running
    event = log_event(data, kind, course.ruleset)
    state = log.evolve(before, event)
    course = replace(course, state=state)
    if "used_ms" in data:
        course = replace(course, clock=clocks.charge(course.clock, event.side, data["used_ms"]))
    if state.turn == before.turn:
        return course
    if kind == "play":
        course = replace(course, last_play=LastPlay(course.seq, event.side, data["line"], event.points))
    elif kind == "withdrawn":
        course = replace(course, last_play=None)
    # To move instead of answering declines what was offered; moving after an own offer leaves it standing.
    offers = tuple(offer for offer in course.offers if offer.side == event.side)
    course = replace(course, moved_by=data.get("member"), offers=offers)
    return replace(course, clock=_next_turn(course, at_ms))


def _next_turn(course: Course, at_ms: int) -> ClockState:
    return clocks.begin_turn(course.clock, at_ms, runs_out=course.engine_of(course.running.position.to_move) is None)


def log_event(data: Mapping[str, Any], kind: str, ruleset: Ruleset) -> log.LogEvent:
    """The event of the game's own log in a stored event."""
    move = move_from_json(data["move"], ruleset) if data.get("move") is not None else None
    return log.LogEvent(
        data["side"],
        kind,
        points=data["points"],
        total=data["total"],
        move=move,
        text=data["text"],
        hand=tuple(data["hand"]),
        reason=data["reason"],
    )


def _offer(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    others = tuple(offer for offer in course.offers if offer.kind != data["what"])
    return replace(course, offers=(*others, Offer(data["what"], data["side"], frozenset({data["side"]}))))


def _answer(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    offer = course.offer(data["what"])
    if offer is None:
        return course
    others = tuple(other for other in course.offers if other.kind != data["what"])
    if not data["accept"]:
        return replace(course, offers=others)
    return replace(course, offers=(*others, replace(offer, accepted=offer.accepted | {data["side"]})))


def _add_time(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    if data["cause"] == "outage":
        extended = clocks.extend_turn(course.clock, data["extra_ms"])
        return replace(course, clock=extended, mended_ms=data["outage_ms"])
    offers = tuple(offer for offer in course.offers if offer.kind != "add_time")
    return replace(course, clock=clocks.add_time(course.clock), offers=offers)


def _end(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    return replace(
        course,
        status="over",
        outcome=Outcome(tuple(data["scores"]), data["winner"], data["reason"]),
        clock=clocks.stop(course.clock),
        offers=(),
    )


def _seed(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    return replace(course, seed_shown=True)


def _rematch(course: Course, data: Mapping[str, Any], at_ms: int) -> Course:
    if data["step"] == "offer":
        return _offer(course, {"what": "rematch", "side": data["side"]}, at_ms)
    if data["step"] == "answer":
        return _answer(course, {**data, "what": "rematch"}, at_ms)
    return replace(course, rematch=data["game"], offers=())


_TABLE_STEPS = {
    "seat": _seat,
    "leave": _leave,
    "cancel": _cancel,
    "start": _start,
    "offer": _offer,
    "answer": _answer,
    "add-time": _add_time,
    "end": _end,
    "seed": _seed,
    "rematch": _rematch,
}


# -------------------------------------------------------------------------------------------- state and outcome


def _state_to_json(state: log.GameState | None) -> dict[str, Any] | None:
    if state is None:
        return None
    return {
        "position": position_to_json(state.position),
        "turn": state.turn,
        "returns": state.returns,
        "timeouts": list(state.timeouts),
        "left": sorted(state.left),
        "ended": _outcome_to_json(state.ended),
    }


def _state_from_json(deal: Deal, stored: Mapping[str, Any] | None) -> log.GameState | None:
    if stored is None:
        return None
    return log.GameState(
        position_from_json(stored["position"], ruleset=deal.ruleset),
        stored["turn"],
        stored["returns"],
        tuple(stored["timeouts"]),
        frozenset(stored["left"]),
        _outcome_from_json(stored["ended"]),
        deal,
    )


def _outcome_to_json(outcome: Outcome | None) -> list[Any] | None:
    return None if outcome is None else [list(outcome.scores), outcome.winner, outcome.reason]


def _outcome_from_json(stored: list[Any] | None) -> Outcome | None:
    return None if stored is None else Outcome(tuple(stored[0]), stored[1], stored[2])
