"""Moves: made, tried, and not made in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from summy.board import Direction
from summy.errors import FormatError
from summy.move import Move, Play, Resign
from summy.position import Position
from summy.referee import Verdict, judge
from summy.web.games import arrivals
from summy.web.games.answers import CommandRefused, Done, StaleTurn
from summy.web.games.course import Course, Sitting
from summy.web.games.log_store import SERVER, Command, LockedGame, course_of, lock_game, repeated
from summy.web.games.models import Game, Member
from summy.web.games.moments import now_ms
from summy.web.people.models import Person

from .common import append_all, command_of, decided, follow_up, read_move, side_in_play, sitting_of


def move(
    game_id: str,
    person: Person,
    move: Mapping[str, Any],
    client_id: str,
    expect_turn: int,
    arrived_ms: int | None = None,
) -> Done:
    """Make a move for the person's side.

    Args:
        game_id: the game.
        person: who moves.
        move: the move in JSON (docs/formats.md).
        client_id: the client's UUID of this command.
        expect_turn: the turn for which the move was made.
        arrived_ms: when the message arrived; that moment counts for the clock.

    Raises `CommandRefused`, `StaleTurn` (also when the time was up: then the turn has run out) or `TryAgain`.
    """
    arrived_ms = now_ms() if arrived_ms is None else arrived_ms
    command = command_of(person, client_id, {"do": "move", "move": move, "expect_turn": expect_turn})
    with arrivals.waiting(game_id, arrived_ms), lock_game(game_id, command) as locked:
        earlier = repeated(locked)
        if earlier is not None:
            return Done(earlier)
        sitting = sitting_of(locked.course, person)
        seq = _move(locked, sitting, move, expect_turn, arrived_ms)
    if seq is None:
        raise StaleTurn
    return Done(seq)


def _move(
    locked: LockedGame, sitting: Sitting, value: Mapping[str, Any], expect_turn: int, arrived_ms: int
) -> int | None:
    """Number of the event of the move; None when the time was up, which is then in the log."""
    course = locked.course
    if course.state is not None and course.turn != expect_turn:
        raise StaleTurn(_faster_teammate(locked.game, course, sitting))
    side = side_in_play(course, sitting)
    if course.table.captain_only and course.sides[side][0].code != sitting.code:
        captain = Member.objects.select_related("person").get(game=locked.game, code=course.sides[side][0].code)
        raise CommandRefused("captain_only", {"name": captain.name})
    try:
        wanted = read_move(value, course)
    except FormatError as error:
        raise CommandRefused("bad_message", {"problem": error.message}) from None
    if isinstance(wanted, Resign):
        raise CommandRefused("bad_message", {"problem": "resigning is a message of its own"})
    if side == course.to_move and not course.clock.in_time(side, arrived_ms):
        # Let go of the client's id: the timeout is the server's event, not the answer to this command.
        locked.command = Command(SERVER)
        run_out_now(locked, side)
        return None
    return commit_move(locked, sitting.code, side, wanted, course.clock.used_ms(side, arrived_ms))


def _faster_teammate(game: Game, course: Course, sitting: Sitting) -> str | None:
    """Name of the teammate who ended the turn that this member's move was meant for."""
    own_side = course.side_of(sitting.code)
    if course.moved_by is None or course.moved_by == sitting.code or course.side_of(course.moved_by) != own_side:
        return None
    return Member.objects.select_related("person").get(game=game, code=course.moved_by).name


def commit_move(locked: LockedGame, member: str, side: int, move: Move, used_ms: int) -> int:
    """Put a move into the log with all that follows from it; `used_ms` is taken off the side's clock."""
    events = decided(locked.course, move, side)
    seq = append_all(locked, events, {"member": member, "used_ms": used_ms})
    follow_up(locked)
    return seq


def preview(game: Game, person: Person, move: Mapping[str, Any]) -> tuple[Verdict, bool]:
    """What the referee would say of a move by the person's side, as if it were their turn. Changes nothing.

    Returns the verdict, and whether a lone tile would complete a line in both directions.
    Raises `CommandRefused` when the person does not play, the game is not running or the move can't be read.
    """
    course = course_of(game)
    side = side_in_play(course, sitting_of(course, person))
    try:
        wanted = read_move(move, course)
    except FormatError as error:
        raise CommandRefused("bad_message", {"problem": error.message}) from None
    position = replace(course.running.position, to_move=side)
    return judge(position, wanted, side), _both_ways(position, wanted)


def _both_ways(position: Position, move: Move) -> bool:
    if not isinstance(move, Play) or len(move.tiles) != 1 or position.ruleset.placement != "line":
        return False
    return all(judge(position, replace(move, direction=way)).legal for way in Direction)


def run_out(game_id: str) -> bool:
    """The sweeper's command: if the time of the side to move is over and nothing waits, say so in the log.

    Everything is looked at again under the lock. Returns whether time had run out.
    """
    with lock_game(game_id, Command(SERVER)) as locked:
        side = locked.course.to_move
        if side is None or locked.course.clock.in_time(side, locked.at_ms):
            return False
        waiting_since = arrivals.first_ms(game_id)
        if waiting_since is not None and locked.course.clock.in_time(side, waiting_since):
            return False
        run_out_now(locked, side)
        return True


def run_out_now(locked: LockedGame, side: int) -> None:
    """Put into the log that the time of the side to move is over."""
    clock = locked.course.clock
    action = "timeout" if clock.settings.kind == "turn" else "lost-on-time"
    events = decided(locked.course, action, side)
    append_all(locked, events, {"used_ms": clock.used_ms(side, locked.at_ms)})
    follow_up(locked)
