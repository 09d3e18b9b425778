"""Telling open sockets that there is something new.

A hint says which game, and how far its log goes; never what happened. Each socket then reads for its own viewer. A
lost hint heals with the next one, with the next pong (it carries `seq`) or when the socket joins again, so sending
one is never waited for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from channels.layers import get_channel_layer
from django.db import transaction

_SEND_LIMIT_S: Final = 2.0
_log = logging.getLogger(__name__)
_loop: asyncio.AbstractEventLoop | None = None
_listening: set[asyncio.Event] = set()


def attach_loop() -> None:
    """Remember the running event loop: sockets live in it, while commands run in other threads."""
    global _loop
    _loop = asyncio.get_running_loop()


def group_of(game_id: str) -> str:
    """Name of the channel group of a game's sockets."""
    return f"game.{game_id}"


def game_changed(game_id: str, seq: int) -> None:
    """After the present transaction: the log of the game now goes to `seq`."""
    transaction.on_commit(lambda: _send(game_id, {"type": "hint.log", "seq": seq}))


def chat_changed(game_id: str, chat_id: int) -> None:
    """After the present transaction: there is a chat message of this number."""
    transaction.on_commit(lambda: _send(game_id, {"type": "hint.chat", "chat": chat_id}))


def table_changed(game_id: str) -> None:
    """After the present transaction: something beside the log changed (the computer's score on a deal)."""
    transaction.on_commit(lambda: _send(game_id, {"type": "hint.table"}))


def tentative_changed(game_id: str, member: str, origin: str) -> None:
    """The tentative tiles of a member changed; `origin` is the socket that said so and needs not be told."""
    _send(game_id, {"type": "hint.tentative", "member": member, "origin": origin})


def presence_changed(game_id: str) -> None:
    """Somebody came or went."""
    _send(game_id, {"type": "hint.presence"})


def jobs_changed() -> None:
    """After the present transaction: there is work for engine workers."""
    transaction.on_commit(lambda: _in_loop(_wake_claims))


@contextmanager
def listening_for_jobs() -> Iterator[Callable[[float], Awaitable[None]]]:
    """Listen for work from now on. Yields a function that waits for some, so many seconds at most."""
    attach_loop()
    changed = asyncio.Event()

    async def wait(most_s: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), most_s)
        changed.clear()

    _listening.add(changed)
    try:
        yield wait
    finally:
        _listening.discard(changed)


def wake_listeners() -> None:
    """Let everybody who waits for work look again (the server stops)."""
    _in_loop(_wake_claims)


def _wake_claims() -> None:
    for changed in _listening:
        changed.set()


def _send(game_id: str, message: dict[str, Any]) -> None:
    _in_loop(lambda: asyncio.ensure_future(_group_send(game_id, message)))


async def _group_send(game_id: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    try:
        await asyncio.wait_for(layer.group_send(group_of(game_id), message), _SEND_LIMIT_S)
    except Exception:
        _log.warning("a hint for game %s was lost", game_id, exc_info=True)


def _in_loop(action: Callable[[], object]) -> None:
    """Run in the loop of the sockets. Without one (a maintenance command) nobody listens, so nothing is lost."""
    loop = _loop
    if loop is not None and not loop.is_closed():
        loop.call_soon_threadsafe(action)
