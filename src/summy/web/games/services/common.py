"""What the commands share: who asks, what a game's own log adds, and what follows from it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from summy import log
from summy.engine.movegen import any_play
from summy.move import Discard, Exchange, Move, Play, move_from_json, move_to_json, placement_to_json
from summy.referee import overtime_penalty
from summy.refusals import Refused
from summy.web.games import deals
from summy.web.games.answers import CommandRefused
from summy.web.games.course import Course, Sitting
from summy.web.games.log_store import Command, LockedGame, payload_digest
from summy.web.people.models import Person
from summy.web.workers import jobs


def actor_of(person: Person) -> str:
    """How the log names a person who asks for something."""
    return f"p{person.pk}"


def command_of(person: Person, client_id: str, payload: Mapping[str, Any]) -> Command:
    """A person's command. Raises `CommandRefused` when `client_id` is no UUID."""
    try:
        uuid.UUID(client_id)
    except ValueError:
        raise CommandRefused("bad_client_id") from None
    return Command(actor_of(person), client_id, payload_digest(payload))


def sitting_of(course: Course, person: Person) -> Sitting:
    """The seat of a person at this table. Raises `CommandRefused` with `not_a_member`."""
    found = next((sitting for sitting in course.sittings if sitting.person == person.pk), None)
    if found is None:
        raise CommandRefused("not_a_member")
    return found


def side_in_play(course: Course, sitting: Sitting) -> int:
    """The side of a member in a running game. Raises `CommandRefused` when the game is not running."""
    side = course.side_of(sitting.code)
    if course.status == "over":
        raise CommandRefused("game_over")
    if course.status != "running" or side is None:
        raise CommandRefused("not_running")
    return side


def read_move(value: Mapping[str, Any], course: Course) -> Move:
    """A move from a message. FormatError when it can't be read, or when it hides tiles as a number."""
    from summy.errors import FormatError

    found = move_from_json(value, course.ruleset)
    if isinstance(found, Discard | Exchange) and len(found.tiles) != found.count:
        raise FormatError("must be a list of tile names", key="move.tiles")
    return found


def decided(course: Course, action: Move | str, side: int) -> tuple[log.LogEvent, ...]:
    """What an action leads to by the rules. Raises `CommandRefused` with the referee's refusal."""
    try:
        return log.decide(course.running, action, side, any_play)
    except Refused as refused:
        raise CommandRefused.by_rules(refused.refusal) from None


def append_all(locked: LockedGame, events: Iterable[log.LogEvent], first: Mapping[str, Any]) -> int:
    """Add events of the game's own log; the first one also gets `first`. Returns the number of the first."""
    numbers: list[int] = []
    for event in events:
        extra = first if not numbers else {}
        numbers.append(locked.append(event.kind, {**event_data(locked.course, event), **extra}))
    return numbers[0]


def event_data(course: Course, event: log.LogEvent) -> dict[str, Any]:
    """The stored form of an event of the game's own log; `course` is the one before it."""
    before = course.running
    data: dict[str, Any] = {
        "side": event.side,
        "points": event.points,
        "total": event.total,
        "text": event.text,
        "reason": event.reason,
        "hand": list(event.hand) if isinstance(event.hand, tuple) else [],
        "move": None if event.move is None else move_to_json(event.move, before.position.board),
    }
    after = log.evolve(before, event)
    data["turn"] = after.turn if after.turn != before.turn else None
    data["scores"] = list(after.position.scores)
    if isinstance(event.move, Play):
        line = event.lines[0]
        closed = after.position.board.reserved - before.position.board.reserved
        data["tiles"] = [placement_to_json(placement) for placement in event.move.tiles]
        data["equations"] = [each.text for each in event.lines]
        data["closes"] = [list(square) for square in sorted(closed)]
        data["line"] = line_extent(line)
    return data


def line_extent(line: Any) -> dict[str, Any]:
    """Where a line lies: its first square, direction and length."""
    return {
        "x": line.start.x,
        "y": line.start.y,
        "direction": str(line.direction),
        "length": len(line.tokens),
    }


def follow_up(locked: LockedGame) -> None:
    """At the end of each command that may have changed the turn: end the game if it is over, ask for engine work."""
    state = locked.course.state
    if locked.course.status == "running" and state is not None and state.ended is not None:
        take_overtime(locked)
        outcome = locked.course.running.ended or state.ended
        locked.append("end", {"scores": list(outcome.scores), "winner": outcome.winner, "reason": outcome.reason})
        show_seed(locked)
    engine = locked.course.engine_to_move
    if engine is not None:
        jobs.want_move(locked.game, locked.course.turn, engine)
    else:
        jobs.no_more_moves(locked.game)


def take_overtime(locked: LockedGame) -> None:
    """Take off the scores what overtime costs, as the last thing before the end."""
    rules = locked.course.ruleset.clock
    for side, left_ms in enumerate(locked.course.clock.remaining_ms):
        points = overtime_penalty(-left_ms, rules).points
        if points:
            append_all(locked, [log.time_penalty(locked.course.running, side, points)], {})


def show_seed(locked: LockedGame) -> None:
    """Put the seed into the log of a finished game, if no other game on the deal is still to be finished."""
    if not locked.course.seed_shown and deals.is_open(locked.game.deal, besides=locked.game.pk):
        locked.append("seed", {"seed": locked.game.deal.seed})
