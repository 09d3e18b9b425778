"""The web server of one process: uvicorn, told to say good-bye before it stops."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from summy.web import lifecycle
from summy.web.configuration import ServerSettings

GRACEFUL_STOP_S: Final = 5
"""After so long, requests and sockets that are still open are cut off."""

SOCKET_MESSAGE_MOST_BYTES: Final = 32 * 1024


class Server(uvicorn.Server):
    """Calls `on_ready` once it listens, and takes no more commands before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then tell."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say good-bye to every open table, then stop."""
        from summy.web.games.goodbye import say_goodbye
        from summy.web.games.hints import wake_listeners

        lifecycle.begin_stopping()
        wake_listeners()
        await say_goodbye()
        # Waits for threads and processes, so not in the event loop.
        await asyncio.to_thread(self._on_stop)
        await super().shutdown(sockets)
        # uvicorn would raise the signal again; for this program to be told to stop and to stop is a success.
        self._captured_signals.clear()


def configured(settings: ServerSettings, application: Any) -> uvicorn.Config:
    """How uvicorn runs our application."""
    return uvicorn.Config(
        application,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        # Workers keep their connection between jobs.
        timeout_keep_alive=65,
        # Without a limit an open socket would keep the server from ever stopping.
        timeout_graceful_shutdown=GRACEFUL_STOP_S,
        ws_max_size=SOCKET_MESSAGE_MOST_BYTES,
        # Messages are short; compressing each would cost more time than it saves.
        ws_per_message_deflate=False,
    )
