"""What engine workers call: claim, heartbeat, submit, fail. JSON both ways, with the shared secret in a header.

An answer other than 200 carries `code` and `message`: 400 unreadable, 401 wrong secret, 409 refused, 410 not yours.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from summy.errors import SummyError
from summy.web import lifecycle
from summy.web.games import engine_seats, hints
from summy.web.games.answers import CommandRefused, StaleTurn, TryAgain

from . import jobs
from .process import PROTOCOL

_WAIT_MOST_S: Final = 30.0
_LOOK_EVERY_S: Final = 1.0
"""A lease that runs out makes no hint, so a waiting worker looks by itself now and then."""

Message = dict[str, Any]
Handler = Callable[[Message], Awaitable[Message]]


class BadMessage(SummyError):
    """A message from a worker that can't be read."""


def _text(message: Message, key: str, most: int = 500) -> str:
    value = message.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise BadMessage("bad_message", f"{key}: must be a text of 1 to {most} characters")
    return value


def _whole(message: Message, key: str) -> int:
    value = message.get(key)
    if type(value) is not int or not -1_000_000 <= value <= 1_000_000:
        raise BadMessage("bad_message", f"{key}: must be a whole number")
    return value


def _for_workers(handler: Handler) -> Callable[[HttpRequest], Coroutine[Any, Any, HttpResponse]]:
    """A view that lets workers in, reads their message and turns errors into answers."""

    @csrf_exempt  # no cookie is looked at: the secret in the header decides
    @require_POST
    @wraps(handler)
    async def view(request: HttpRequest) -> HttpResponse:
        shown = request.headers.get("Authorization", "")
        if not constant_time_compare(shown, f"Bearer {settings.WORKER_SECRET}"):
            return _error(401, "wrong_secret", "the worker secret is not this server's")
        try:
            message = json.loads(request.body)
            if not isinstance(message, dict) or message.get("protocol") != PROTOCOL:
                raise BadMessage("bad_protocol", f"this server speaks protocol {PROTOCOL}")
            return JsonResponse(await handler(message))
        except jobs.JobGone as gone:
            return _error(410, gone.code, gone.message)
        except (CommandRefused, StaleTurn) as refused:
            return _error(409, refused.code, str(refused))
        except TryAgain:
            return _error(503, "retry", "the database is busy")
        except SummyError as error:
            return _error(400, error.code, error.message)
        except (ValueError, RecursionError):
            return _error(400, "bad_json", "the message is not JSON")

    return view


def _error(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status)


@_for_workers
async def claim(message: Message) -> Message:
    """`{"wait_s": 20}` -> `{"job": {...}}`, or `{"job": null}` when none came up in that time."""
    wait_s = message.get("wait_s", 0)
    if not isinstance(wait_s, int | float) or not 0 <= wait_s <= _WAIT_MOST_S:
        raise BadMessage("bad_message", f"wait_s: must be a number from 0 to {_WAIT_MOST_S:g}")
    until = time.monotonic() + wait_s
    # Listening before looking: a job that comes up in between is not missed.
    with hints.listening_for_jobs() as changed:
        while not lifecycle.is_stopping():
            content = await sync_to_async(_claimed)()
            left_s = until - time.monotonic()
            if content is not None or left_s <= 0:
                return {"job": content}
            await changed(min(left_s, _LOOK_EVERY_S))
    return {"job": None}


def _claimed() -> Message | None:
    """A job for the caller with all it needs to know. Jobs that have become void on the way are dropped."""
    while (job := jobs.claim()) is not None:
        content = engine_seats.what_the_engine_sees(job)
        if content is not None:
            return jobs.description(job, content)
        job.delete()
    return None


@_for_workers
async def heartbeat(message: Message) -> Message:
    """`{"token"}` -> `{"leased_until_ms"}`: the worker is still thinking."""
    return {"leased_until_ms": await sync_to_async(jobs.keep_alive)(_text(message, "token"))}


@_for_workers
async def submit(message: Message) -> Message:
    """`{"token", "turn", "move"}` (or `"score"` for the score on a deal) -> `{"seq"}`."""
    token, turn = _text(message, "token"), _whole(message, "turn")
    if "score" in message:
        return {"seq": await sync_to_async(engine_seats.submit_par)(token, _whole(message, "score"))}
    return {"seq": await sync_to_async(engine_seats.submit_move)(token, turn, message.get("move"))}


@_for_workers
async def fail(message: Message) -> Message:
    """`{"token", "message"}` -> `{}`: the worker could not do it; somebody else tries."""
    await sync_to_async(jobs.give_up)(_text(message, "token"), _text(message, "message"))
    return {}
