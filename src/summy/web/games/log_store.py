"""The stored log of a game: the lock under which it grows, and how it is read.

`lock_game` is the only place where a game may change. On PostgreSQL it holds the row of the game; on SQLite the
transaction is IMMEDIATE and holds the whole database. A second fence on both is that (game, seq) is unique.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import OperationalError, connection, transaction

from . import hints
from .answers import CommandRefused, TryAgain
from .course import Course, new_course, step
from .deals import deal_of
from .models import Game, GameEvent
from .moments import now_ms

_COURSES_KEPT: Final = 2000
_LOCK_WAIT_MS: Final = 2000

SERVER: Final = "server"
"""Actor of events that nobody asked for: the start, time running out, the end."""


class NoSuchGame(LookupError):
    """There is no game of that id."""


@dataclass(frozen=True)
class Command:
    """Who asks for a change, and how a repetition is recognised."""

    actor: str
    client_id: str | None = None
    digest: str = ""
    """Hash of what is asked, see `payload_digest`."""


def payload_digest(payload: Mapping[str, Any]) -> str:
    """A hash of a command's payload, equal for equal payloads."""
    text = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class _Courses:
    """Courses by game and number of events. They never change, so any thread may use one that was committed."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Course] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: str, seq: int) -> Course | None:
        with self._lock:
            return self._kept.get((game_id, seq))

    def keep(self, game_id: str, course: Course) -> None:
        with self._lock:
            self._kept[game_id, course.seq] = course
            self._kept.move_to_end((game_id, course.seq))
            while len(self._kept) > _COURSES_KEPT:
                self._kept.popitem(last=False)


_courses = _Courses()


@dataclass
class LockedGame:
    """A game that this transaction may change."""

    game: Game
    course: Course
    command: Command
    at_ms: int
    """The moment of every event of this command."""
    new_events: list[GameEvent] = field(default_factory=list)

    def append(self, kind: str, data: dict[str, Any]) -> int:
        """Add an event to the log; returns its number. The first one of a command carries its `client_id`."""
        first = not self.new_events
        course = step(self.course, kind, data, self.at_ms)
        self.new_events.append(
            GameEvent(
                game=self.game,
                seq=course.seq,
                kind=kind,
                actor=self.command.actor,
                client_id=self.command.client_id if first else None,
                payload_digest=self.command.digest if first else "",
                at_ms=self.at_ms,
                data=data,
            )
        )
        self.course = course
        return course.seq

    def save(self) -> None:
        """Write what was appended, and the copy of the course in the game's row."""
        if not self.new_events:
            return
        GameEvent.objects.bulk_create(self.new_events)
        put_snapshot(self.game, self.course)
        self.game.save(update_fields=["status", "seq", "turn", "snapshot", "deadline_ms", "listed"])
        game_id, course = self.game.pk, self.course
        transaction.on_commit(lambda: _courses.keep(game_id, course))
        hints.game_changed(game_id, course.seq)


def put_snapshot(game: Game, course: Course) -> None:
    """Set the columns of a game's row that follow from its log."""
    game.status = course.status
    game.seq = course.seq
    game.turn = course.turn
    game.snapshot = course.to_json()
    game.deadline_ms = course.deadline_ms
    game.listed = game.table.kind == "open" and course.status == "waiting"


@contextmanager
def lock_game(game_id: str, command: Command) -> Iterator[LockedGame]:
    """A transaction in which one game may change; what was appended is written at its end.

    Raises `NoSuchGame`, and `TryAgain` when the database stays busy for two seconds: then nothing was applied.
    """
    with busy_means_try_again(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {_LOCK_WAIT_MS}")
        row = (
            Game.objects.select_for_update(no_key=True, of=("self",)).select_related("deal").filter(pk=game_id).first()
        )
        if row is None:
            raise NoSuchGame(game_id)
        locked = LockedGame(row, course_of(row), command, now_ms())
        yield locked
        locked.save()


@contextmanager
def busy_means_try_again() -> Iterator[None]:
    """Turn "the database is busy" into `TryAgain`; other errors of the database stay what they are."""
    try:
        yield
    except OperationalError as error:
        text = str(error)
        if "locked" in text or "lock timeout" in text or "busy" in text:
            raise TryAgain from error
        raise


def repeated(locked: LockedGame) -> int | None:
    """Number of the event that this same command made before; None when it is new.

    Raises `CommandRefused` with `client_id_reused` when the client used the id for something else.
    """
    command = locked.command
    if command.client_id is None:
        return None
    earlier = GameEvent.objects.filter(game=locked.game, actor=command.actor, client_id=command.client_id).first()
    if earlier is None:
        return None
    if earlier.payload_digest != command.digest:
        raise CommandRefused("client_id_reused")
    return earlier.seq


# ------------------------------------------------------------------------------------------------------ reading


def course_of(game: Game) -> Course:
    """The present course of a game, from its snapshot."""
    kept = _courses.get(game.pk, game.seq)
    if kept is not None:
        return kept
    deal = deal_of(game.deal)
    course = Course.from_json(game.table, deal, game.snapshot) if game.snapshot else new_course(game.table, deal)
    if not connection.in_atomic_block:
        _courses.keep(game.pk, course)
    return course


def course_at(game: Game, seq: int) -> Course:
    """The course of a game after its first `seq` events, from the log."""
    if seq >= game.seq:
        return course_of(game)
    kept = _courses.get(game.pk, seq)
    if kept is not None:
        return kept
    course = new_course(game.table, deal_of(game.deal))
    for event in events_between(game, 0, seq):
        course = step(course, event.kind, event.data, event.at_ms)
    _courses.keep(game.pk, course)
    return course


def events_between(game: Game, after: int, until: int) -> list[GameEvent]:
    """The events with numbers after `after` up to `until`."""
    return list(GameEvent.objects.filter(game=game, seq__gt=after, seq__lte=until).order_by("seq"))


def rebuilt(game: Game) -> Course:
    """The course of a game folded from its log alone. Raises KeyError or ValueError when an event makes no sense."""
    course = new_course(game.table, deal_of(game.deal))
    for event in GameEvent.objects.filter(game=game).order_by("seq"):
        if event.seq != course.seq + 1:
            raise ValueError(f"event {course.seq + 1} is missing")
        course = step(course, event.kind, event.data, event.at_ms)
    return course
