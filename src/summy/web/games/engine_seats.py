"""Computer players at a table: what their workers are shown, and what becomes of what they hand in.

A worker sees what its side may see and nothing else. Its move goes the same way as everybody's; when two workers were
lost over it, the server plays a simple move itself, so that the game goes on.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from typing import Any

from summy.errors import FormatError
from summy.move import Discard, Exchange, Move, Pass, Resign
from summy.referee import judge
from summy.web.workers import jobs
from summy.web.workers.models import EngineJob, Purpose

from . import hints
from .answers import CommandRefused, StaleTurn
from .course import Course
from .log_store import SERVER, Command, course_of, lock_game
from .models import Par, Status
from .services.common import append_all, decided, follow_up, read_move
from .services.moves import commit_move
from .view import position_seen_by

_log = logging.getLogger(__name__)


def what_the_engine_sees(job: EngineJob) -> dict[str, Any] | None:
    """The content of a job for its worker; None when it is void by now."""
    course = course_of(job.game)
    if job.purpose == Purpose.PAR:
        # The worker plays the deal alone, so it is the one place outside the web server that learns a seed early.
        return {
            "rules": course.ruleset.id,
            "options": dict(course.ruleset.options),
            "deal_seed": course.deal.seed.hex(),
            "seed": _engine_seed(job),
        }
    if course.to_move is None or course.turn != job.turn or not course.engine_to_move:
        return None
    return {"position": position_seen_by(course, course.to_move), "seed": _engine_seed(job)}


def _engine_seed(job: EngineJob) -> int:
    """A number for the player's own choices, different from game to game and known to nobody at the table."""
    return zlib.crc32(f"{job.game.deal.seed} {job.turn}".encode())


def submit_move(token: str, turn: int, value: object) -> int:
    """A worker's move. Returns the number of its event.

    Raises `JobGone` for an old token, `StaleTurn` for an old turn, and `CommandRefused` for a move that is not legal:
    then the job counts as lost, like one whose worker died.
    """
    held = jobs.held(token)
    try:
        with lock_game(held.game_id, Command("engine")) as locked:
            job = jobs.held(token)  # again, now that nobody else can take it
            course = locked.course
            side = course.to_move
            if side is None or turn != course.turn or job.turn != course.turn:
                job.delete()
                raise StaleTurn
            used_ms = max(0, locked.at_ms - (job.leased_from_ms or locked.at_ms))
            member = course.sides[side][0].code
            locked.command = Command(f"e{member}")
            if (
                course.clock.settings.kind == "total"
                and used_ms > course.clock.remaining_ms[side] + course.clock.overtime_ms
            ):
                seq = append_all(locked, decided(course, "lost-on-time", side), {"used_ms": used_ms})
                follow_up(locked)
                return seq
            if not isinstance(value, Mapping):
                raise FormatError("must be an object", key="move")
            return commit_move(locked, member, side, read_move(value, course), used_ms)
    except (CommandRefused, FormatError) as error:
        # Only the code: what is in a hand does not belong into a log.
        jobs.give_up(token, f"a move was refused: {error.code}")
        raise


def submit_par(token: str, score: int) -> int:
    """A worker's score on the deal of a solo game. Returns the number of the game's last event. Raises `JobGone`."""
    job = jobs.held(token)
    Par.objects.update_or_create(deal=job.game.deal, player=job.player, defaults={"score": score})
    job.delete()
    if job.game.status == Status.OVER:
        # Who looks at the result waits for it; who still plays is not to know.
        hints.table_changed(job.game_id)
    return job.game.seq


def play_for_lost_workers() -> int:
    """The sweeper's command: play a simple move wherever two workers were lost. Returns how many were played."""
    played = 0
    for job in jobs.lost():
        if job.purpose == Purpose.PAR:
            _log.error("the computer's score on the deal of game %s could not be computed", job.game_id)
            job.delete()
            continue
        with lock_game(job.game_id, Command(SERVER)) as locked:
            course = locked.course
            side = course.to_move
            if side is None or job.turn != course.turn or not course.engine_to_move:
                job.delete()
                continue
            _log.error("two workers were lost over turn %s of game %s", job.turn, job.game_id)
            member = course.sides[side][0].code
            locked.command = Command(f"e{member}")
            commit_move(locked, member, side, simplest_move(course), 0)
            played += 1
    return played


def simplest_move(course: Course) -> Move:
    """The first of pass, discard and exchange that is legal; where none is, the side gives up.

    No play is looked for: the move generator is what may just have taken two workers down.
    """
    position = course.running.position
    candidates: tuple[Move, ...] = (Pass(), Discard(position.hand[:1]), Exchange(position.hand[:1]))
    return next((move for move in candidates if judge(position, move).legal), Resign())


def ask_again() -> None:
    """After a start of the server: every computer player whose turn it is has a job."""
    for game in jobs.running_without_job():
        with lock_game(game.pk, Command(SERVER)) as locked:
            engine = locked.course.engine_to_move
            if engine is not None:
                jobs.want_move(locked.game, locked.course.turn, engine)
