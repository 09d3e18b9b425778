"""Tables: opened, joined, left, and begun."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.db import transaction

from summy.web.games import deals
from summy.web.games.answers import CommandRefused
from summy.web.games.course import Course
from summy.web.games.log_store import SERVER, Command, LockedGame, busy_means_try_again, lock_game, put_snapshot
from summy.web.games.models import DealRow, Game, Member
from summy.web.games.table_settings import TableSettings
from summy.web.people.models import Person
from summy.web.workers import jobs

from .common import actor_of, follow_up, sitting_of

PAR_PLAYER: Final = "max"
"""Whose score stands beside that of a solo game: the strongest computer player that answers at once."""


def create_table(person: Person, settings: TableSettings, deal: DealRow | None = None) -> Game:
    """Open a table and sit the person down; computer players sit down too. Begins at once when no seat is left.

    Args:
        person: who opens it; sits on the first seat that is for people.
        settings: what is agreed at the table.
        deal: a deal that other games share; a fresh one when left out.

    Raises `TableRefused` when the settings make no table, `TryAgain` when the database is busy.
    """
    settings = settings.checked()
    with busy_means_try_again(), transaction.atomic():
        row = deal or deals.new_deal(settings.load(), settings.sides)
        game = Game(settings=settings.to_json(), deal=row)
        locked = opened(game, actor_of(person))
        sit_down(locked, settings.human_seats[0], person)
        for seat in range(settings.sides):
            engine = settings.engine_of(seat)
            if engine is not None:
                sit_down(locked, seat, None, engine)
        begin_if_full(locked)
        locked.save()
    return game


def opened(game: Game, actor: str) -> LockedGame:
    """A new game of this transaction: nobody else can know of it, so it needs no lock."""
    from summy.web.games.log_store import course_of
    from summy.web.games.moments import now_ms

    course = course_of(game)
    put_snapshot(game, course)
    game.save(force_insert=True)
    return LockedGame(game, course, Command(actor), now_ms())


def join(game: Game, person: Person, side: int | None = None) -> Member:
    """Take a seat at a waiting table: on that side, or on the one with the fewest members.

    Joining twice gives the same seat. The game begins when the last seat is taken.
    Raises `CommandRefused` (`not_waiting`, `no_free_seat`, `side_full`), `NoSuchGame` or `TryAgain`.
    """
    with lock_game(game.pk, Command(actor_of(person))) as locked:
        course = locked.course
        if not any(sitting.person == person.pk for sitting in course.sittings):
            if course.status != "waiting":
                raise CommandRefused("not_waiting")
            sit_down(locked, _free_seat(course, side), person)
            begin_if_full(locked)
        code = sitting_of(locked.course, person).code
    game.refresh_from_db()
    return Member.objects.get(game=game, code=code)


def _free_seat(course: Course, side: int | None) -> int:
    """The seat to sit down on. Before the start, sides are seats."""
    table = course.table
    room = {seat: table.members_per_side - len(course.sides[seat]) for seat in table.human_seats}
    if side is not None:
        if room.get(side, 0) < 1:
            raise CommandRefused("side_full")
        return side
    seat = max(room, key=lambda seat: room[seat])
    if room[seat] < 1:
        raise CommandRefused("no_free_seat")
    return seat


def sit_down(locked: LockedGame, seat: int, person: Person | None, engine: str = "") -> None:
    """Put somebody on a seat. Who got up before and comes back keeps the member code."""
    known = Member.objects.filter(game=locked.game)
    member = known.filter(person=person).first() if person is not None else None
    if member is None:
        member = Member(game=locked.game, code=f"m{known.count() + 1}", person=person, engine=engine)
    member.seat, member.left = seat, False
    member.save()
    who = None if person is None else person.pk
    locked.append("seat", {"member": member.code, "seat": seat, "person": who, "engine": engine})


def leave_seat(game: Game, person: Person) -> None:
    """Get up from a waiting table. When the person who opened it leaves, the table is closed.

    Raises `CommandRefused` (`not_a_member`, `not_waiting`: a game that has begun is resigned), or `TryAgain`.
    """
    with lock_game(game.pk, Command(actor_of(person))) as locked:
        sitting = sitting_of(locked.course, person)
        if locked.course.status != "waiting":
            raise CommandRefused("not_waiting")
        locked.append("leave", {"member": sitting.code})
        Member.objects.filter(game=locked.game, code=sitting.code).update(left=True)
        if not any(each.person is not None for each in locked.course.sittings) or sitting.code == "m1":
            locked.append("cancel", {})
    game.refresh_from_db()


def begin(game: Game, person: Person) -> None:
    """Begin although seats are free: the person who opened the table may, once each side has somebody.

    Raises `CommandRefused` (`not_host`, `not_waiting`, `side_empty`) or `TryAgain`.
    """
    with lock_game(game.pk, Command(actor_of(person))) as locked:
        if sitting_of(locked.course, person).code != "m1":
            raise CommandRefused("not_host")
        if locked.course.status != "waiting":
            raise CommandRefused("not_waiting")
        if not may_begin(locked.course):
            raise CommandRefused("side_empty")
        start(locked)
    game.refresh_from_db()


def may_begin(course: Course) -> bool:
    """Whether each side has somebody."""
    return all(course.sides)


def begin_if_full(locked: LockedGame) -> None:
    """Begin when no seat for people is left."""
    course = locked.course
    full = all(len(course.sides[seat]) >= course.table.members_per_side for seat in course.table.human_seats)
    if full and may_begin(course):
        start(locked)


def _opening_draws(course: Course) -> list[list[str]]:
    """The rounds of the opening draw with the tile of each side, in order of play; empty where none is drawn."""
    deal = course.deal
    return [[tiles[seat] for seat in deal.seats] for tiles in deal.opening_draws]


def start(locked: LockedGame) -> None:
    """Put the start into the log: it pins the rules and the deal."""
    course = locked.course
    rules = course.ruleset
    locked.command = replace(locked.command, actor=SERVER)
    locked.append(
        "start",
        {
            "rules": rules.id,
            "version": rules.version,
            "options": dict(rules.options),
            "digest": rules.digest,
            "deal": course.deal.commitment,
            "seats": list(course.deal.seats),
            "draws": _opening_draws(course),
        },
    )
    if course.table.kind == "solo":
        jobs.want_par(locked.game, PAR_PLAYER)
    follow_up(locked)
