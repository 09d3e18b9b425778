"""What engine workers call: claim, heartbeat, submit, fail. JSON both ways, with the shared secret in a header.

An ASGI application of its own beside the pages: no cookie or form is involved, and a worker that dies while it
waits for a job must be noticed at once, or the next job would be handed to nobody.

An answer other than 200 carries `code` and `message`: 400 unreadable, 401 wrong secret, 404 no such call, 405 not a
POST, 409 refused, 410 not yours, 413 too long, 503 try again.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils.crypto import constant_time_compare

from summy.errors import SummyError
from summy.web import lifecycle
from summy.web.games import engine_seats, hints
from summy.web.games.answers import CommandRefused, StaleTurn, TryAgain
from summy.web.games.log_store import busy_means_try_again

from . import jobs
from .process import PROTOCOL

PREFIX: Final = "/jobs/"
_BODY_MOST_BYTES: Final = 64 * 1024
_WAIT_MOST_S: Final = 30.0
_LOOK_EVERY_S: Final = 1.0
"""A lease that runs out makes no hint, so a waiting worker looks by itself now and then."""

T = TypeVar("T")
Message = dict[str, Any]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class BadCall(SummyError):
    """A call that can't be read.

    Attributes:
        status: the HTTP status of the answer.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code, message)
        self.status = status


class Disconnected(Exception):
    """The worker is gone."""


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one call of a worker."""
    try:
        status, answer = await _answered(scope, receive)
    except Disconnected:
        return
    body = json.dumps(answer).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _answered(scope: Scope, receive: Receive) -> tuple[int, Message]:
    """Status and answer of a call; errors become answers here."""
    try:
        return 200, await _handled(scope, receive)
    except BadCall as bad:
        return bad.status, _error(bad.code, bad.message)
    except jobs.JobGone as gone:
        return 410, _error(gone.code, gone.message)
    except (CommandRefused, StaleTurn) as refused:
        return 409, _error(refused.code, str(refused))
    except TryAgain:
        return 503, _error("retry", "the database is busy")
    except SummyError as error:
        return 400, _error(error.code, error.message)


def _error(code: str, message: str) -> Message:
    return {"code": code, "message": message}


async def _handled(scope: Scope, receive: Receive) -> Message:
    handler = _CALLS.get(scope["path"].removeprefix(PREFIX))
    if handler is None:
        raise BadCall(404, "no_such_call", f"known are {', '.join(_CALLS)}")
    if scope["method"] != "POST":
        raise BadCall(405, "not_a_post", "workers post")
    shown = dict(scope["headers"]).get(b"authorization", b"")
    if not constant_time_compare(shown, f"Bearer {settings.WORKER_SECRET}".encode()):
        raise BadCall(401, "wrong_secret", "the worker secret is not this server's")
    message = _read(await _body(receive))
    return await handler(message, receive)


async def _body(receive: Receive) -> bytes:
    body = b""
    while True:
        part = await receive()
        if part["type"] == "http.disconnect":
            raise Disconnected
        more: bytes = part.get("body", b"")
        body += more
        if len(body) > _BODY_MOST_BYTES:
            raise BadCall(413, "too_long", f"a message has at most {_BODY_MOST_BYTES} bytes")
        if not part.get("more_body", False):
            return body


async def _in_database(call: Callable[..., T], *arguments: object) -> T:
    """Run in the database thread. Raises `TryAgain` when the database is busy."""

    def run() -> T:
        with busy_means_try_again():
            return call(*arguments)

    found: T = await database_sync_to_async(run)()
    return found


def _read(body: bytes) -> Message:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise BadCall(400, "bad_json", "the message is not JSON") from None
    if not isinstance(message, dict) or message.get("protocol") != PROTOCOL:
        raise BadCall(400, "bad_protocol", f"this server speaks protocol {PROTOCOL}")
    return message


def _text(message: Message, key: str, most: int = 500) -> str:
    value = message.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise BadCall(400, "bad_message", f"{key}: must be a text of 1 to {most} characters")
    return value


def _whole(message: Message, key: str) -> int:
    value = message.get(key)
    if type(value) is not int or not -1_000_000 <= value <= 1_000_000:
        raise BadCall(400, "bad_message", f"{key}: must be a whole number")
    return value


# ------------------------------------------------------------------------------------------------------ calls


async def _claim(message: Message, receive: Receive) -> Message:
    """`{"wait_s": 20}` -> `{"job": {...}}`, or `{"job": null}` when none came up in that time."""
    wait_s = message.get("wait_s", 0)
    if not isinstance(wait_s, int | float) or not 0 <= wait_s <= _WAIT_MOST_S:
        raise BadCall(400, "bad_message", f"wait_s: must be a number from 0 to {_WAIT_MOST_S:g}")
    until = time.monotonic() + wait_s
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        # Listening before looking: a job that comes up in between is not missed.
        with hints.listening_for_jobs() as changed:
            while not lifecycle.is_stopping():
                job = await _in_database(_claimed)
                if gone.done():
                    await _in_database(_put_back, job)
                    raise Disconnected
                left_s = until - time.monotonic()
                if job is not None or left_s <= 0:
                    return {"job": job}
                await asyncio.wait(
                    {gone, waiting := asyncio.ensure_future(changed(min(left_s, _LOOK_EVERY_S)))},
                    return_when=asyncio.FIRST_COMPLETED,
                )
                waiting.cancel()
        return {"job": None}
    finally:
        gone.cancel()


async def _disconnected(receive: Receive) -> None:
    """Return when the worker is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _claimed() -> Message | None:
    """A job for the caller with all it needs to know. Jobs that have become void on the way are dropped."""
    while (job := jobs.claim()) is not None:
        content = engine_seats.what_the_engine_sees(job)
        if content is not None:
            return jobs.description(job, content)
        job.delete()
    return None


def _put_back(job: Message | None) -> None:
    if job is not None:
        jobs.put_back(job["token"])


async def _heartbeat(message: Message, _receive: Receive) -> Message:
    """`{"token"}` -> `{"leased_until_ms"}`: the worker is still thinking."""
    return {"leased_until_ms": await _in_database(jobs.keep_alive, _text(message, "token"))}


async def _submit(message: Message, _receive: Receive) -> Message:
    """`{"token", "turn", "move"}` (or `"score"` for the score on a deal) -> `{"seq"}`."""
    token, turn = _text(message, "token"), _whole(message, "turn")
    if "score" in message:
        return {"seq": await _in_database(engine_seats.submit_par, token, _whole(message, "score"))}
    return {"seq": await _in_database(engine_seats.submit_move, token, turn, message.get("move"))}


async def _fail(message: Message, _receive: Receive) -> Message:
    """`{"token", "message"}` -> `{}`: the worker could not do it; somebody else tries."""
    await _in_database(jobs.give_up, _text(message, "token"), _text(message, "message"))
    return {}


_CALLS: Final = {"claim": _claim, "heartbeat": _heartbeat, "submit": _submit, "fail": _fail}
