"""The wire between a browser and the server, with a plug that can be pulled.

While it is pulled, nothing passes, in either direction, and nobody is told: as in a tunnel. What was sent meanwhile
is delivered when the plug is back, as TCP does it.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from running_site import free_port


class Wire:
    """Passes bytes from a port of its own to another one of this machine."""

    def __init__(self, to_port: int) -> None:
        self.port = free_port()
        self._to = ("127.0.0.1", to_port)
        self._plugged = threading.Event()
        self._plugged.set()
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """What the browser opens instead of the server."""
        return f"http://127.0.0.1:{self.port}"

    def pull(self) -> None:
        """Let nothing pass from now on."""
        self._plugged.clear()

    def plug(self) -> None:
        """Let everything pass again."""
        self._plugged.set()

    def close(self) -> None:
        """Cut everything for good."""
        self._plugged.set()
        for end in [self._listening, *self._ends]:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            far = socket.create_connection(self._to)
            self._ends += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                self._plugged.wait()
                target.sendall(data)
            self._plugged.wait()
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # one of the ends is gone: so is the connection
        finally:
            self._plugged.wait()


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """A wire to a port of this machine, for the block."""
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()
