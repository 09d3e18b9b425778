"""The sockets that are open in this process, so that they can be told when it stops."""

from __future__ import annotations

import asyncio
import weakref
from typing import Final, Protocol

RECONNECT_MS: Final = 1500
"""How long a client should wait before it joins again, on average."""


class Leaving(Protocol):
    """A socket that can say good-bye."""

    async def say_goodbye(self) -> None:
        """Tell the client to come back, and close."""


_open: weakref.WeakSet[Leaving] = weakref.WeakSet()


def opened(socket: Leaving) -> None:
    """Remember a socket for as long as it lives."""
    _open.add(socket)


def closed(socket: Leaving) -> None:
    """Forget a socket."""
    _open.discard(socket)


async def say_goodbye() -> None:
    """Tell every client that the server stops. One that does not take it in two seconds is not waited for."""
    leaving = [asyncio.ensure_future(socket.say_goodbye()) for socket in list(_open)]
    if leaving:
        await asyncio.wait(leaving, timeout=2)
