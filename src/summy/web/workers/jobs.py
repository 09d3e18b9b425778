"""The life of an engine job: wanted, given out, kept alive, done, lost.

Each function is one transaction, or belongs to the transaction of the command that calls it. What a move does to the
game is the business of `games.services`; here is only who may hand it in.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q

from summy.errors import SummyError
from summy.web.games import hints
from summy.web.games.models import Game, Status
from summy.web.games.moments import now_ms

from .models import EngineJob, Purpose

LEASE_MS: Final = 10_000
"""How long a job belongs to a worker that gives no sign of life."""

ATTEMPTS_MOST: Final = 2
"""A job that was lost so often is not given out again: the server plays a simple move itself."""

MOVE_SECONDS: Final = 0.7
"""How long a computer player may think, so that its move is there within a second. Those that do not look ahead answer
in a few hundredths."""

PAR_SECONDS: Final = 0.2
"""How long it may think for each move of a game that nobody waits for."""

_log = logging.getLogger(__name__)


class JobGone(SummyError):
    """The worker does not hold this job (any more); code `job_gone`."""

    def __init__(self) -> None:
        super().__init__("job_gone", "this job is held by another worker, done or void")


def want_move(game: Game, turn: int, player: str) -> None:
    """Within the transaction that gives the turn to a computer player: ask for its move."""
    EngineJob.objects.filter(game=game, purpose=Purpose.MOVE).exclude(turn=turn).delete()
    _want(game, turn, Purpose.MOVE, player)


def want_par(game: Game, player: str) -> None:
    """Within the transaction that starts a solo game: ask what the engine makes of its deal."""
    _want(game, 0, Purpose.PAR, player)


def _want(game: Game, turn: int, purpose: Purpose, player: str) -> None:
    EngineJob.objects.get_or_create(
        game=game, turn=turn, purpose=purpose, defaults={"player": player, "created_ms": now_ms()}
    )
    hints.jobs_changed()


def no_more_moves(game: Game) -> None:
    """Within the transaction that takes the turn from a computer player or ends the game: its job is void."""
    EngineJob.objects.filter(game=game, purpose=Purpose.MOVE).delete()


def _free(at_ms: int) -> Q:
    return Q(leased_until_ms=None) | Q(leased_until_ms__lt=at_ms)


def claim() -> EngineJob | None:
    """Give the most urgent free job to the caller, with a new token; None when there is none."""
    at_ms = now_ms()
    wanted = EngineJob.objects.filter(_free(at_ms), attempts__lt=ATTEMPTS_MOST).order_by(
        # "move" comes before "par": somebody waits for a move, nobody yet for the score on a solo deal.
        "purpose",
        "id",
    )
    if not wanted.exists():
        return None  # looking takes no lock
    with transaction.atomic():
        job = wanted.select_for_update(skip_locked=_can_skip_locked()).select_related("game", "game__deal").first()
        if job is None:
            return None
        job.token = secrets.token_urlsafe(32)
        job.leased_from_ms = at_ms
        job.leased_until_ms = at_ms + LEASE_MS
        job.attempts += 1
        job.save(update_fields=["token", "leased_from_ms", "leased_until_ms", "attempts"])
    return job


def _can_skip_locked() -> bool:
    return bool(transaction.get_connection().features.has_select_for_update_skip_locked)


def keep_alive(token: str) -> int:
    """Renew a lease; returns until when (milliseconds since 1970). Raises `JobGone`."""
    until_ms = now_ms() + LEASE_MS
    if not EngineJob.objects.filter(token=token).update(leased_until_ms=until_ms):
        raise JobGone
    return until_ms


def give_up(token: str, message: str) -> None:
    """The worker could not do it: the job is free again at once. Raises `JobGone`."""
    _log.error("an engine worker failed: %s", message)
    changed = EngineJob.objects.filter(token=token).update(token=None, leased_from_ms=None, leased_until_ms=None)
    if not changed:
        raise JobGone
    hints.jobs_changed()


def put_back(token: str) -> None:
    """The worker was gone before it got the job: nothing was lost over it."""
    EngineJob.objects.filter(token=token).update(
        token=None, leased_from_ms=None, leased_until_ms=None, attempts=F("attempts") - 1
    )
    hints.jobs_changed()


def held(token: str) -> EngineJob:
    """The job that this token holds. Raises `JobGone`."""
    job = EngineJob.objects.select_related("game", "game__deal").filter(token=token).first()
    if job is None:
        raise JobGone
    return job


def is_held(game: Game) -> bool:
    """Whether a worker is thinking about the present turn of this game: only then the computer's clock runs."""
    return EngineJob.objects.filter(
        game=game, purpose=Purpose.MOVE, turn=game.turn, leased_until_ms__gte=now_ms()
    ).exists()


def lost() -> list[EngineJob]:
    """Jobs that were given out often enough and are free again."""
    return list(EngineJob.objects.filter(_free(now_ms()), attempts__gte=ATTEMPTS_MOST).select_related("game"))


def running_without_job() -> list[Game]:
    """Running games without a job for their turn; the caller knows which of them are the computer's to move."""
    has_job = EngineJob.objects.filter(purpose=Purpose.MOVE, turn=F("game__turn")).values("game")
    return list(Game.objects.filter(status=Status.RUNNING).exclude(pk__in=has_job))


def description(job: EngineJob, content: dict[str, Any]) -> dict[str, Any]:
    """What a worker is sent: the job and what `games.engine_view` says about it."""
    return {
        "token": job.token,
        "turn": job.turn,
        "purpose": job.purpose,
        "player": job.player,
        "seconds": MOVE_SECONDS if job.purpose == Purpose.MOVE else PAR_SECONDS,
        **content,
    }
