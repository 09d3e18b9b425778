"""Keeps the engine workers of `summy serve` running."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from summy.web.background import Background

_LOOK_EVERY_S: Final = 0.5
_RESTART_PAUSE_S: Final = (0.0, 0.2, 1.0, 2.0)
"""How long to wait before a worker is started again, by how often it has died at once."""
_LASTED_S: Final = 30.0
"""A worker that ran so long did not die at once."""
_STOP_WAIT_S: Final = 2.0

_log = logging.getLogger(__name__)


class _Place:
    """One worker and its successors."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._quick_deaths = 0
        self._not_before = 0.0

    def look_after(self) -> None:
        """Start the worker if it is not running and its time has come."""
        now = time.monotonic()
        if self._process is not None and self._process.poll() is not None:
            _log.warning("an engine worker ended with code %s; another is started", self._process.returncode)
            self._quick_deaths = 0 if now - self._began > _LASTED_S else self._quick_deaths + 1
            self._not_before = now + _RESTART_PAUSE_S[min(self._quick_deaths, len(_RESTART_PAUSE_S) - 1)]
            self._process = None
        if self._process is None and now >= self._not_before:
            # A signal from the terminal is for the server, which then ends its workers itself.
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, start_new_session=True)
            self._began = now

    def tell_to_end(self) -> None:
        """Ask the worker to stop."""
        if self._process is not None:
            self._process.terminate()

    def end(self, until: float) -> None:
        """Wait for the worker, and kill it when it does not stop by then (monotonic seconds)."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


class Supervisor(Background):
    """A number of worker processes, each started again whenever it dies.

    Args:
        workers: how many.
        host: where the workers reach the web server.
        port: where the workers reach the web server.
        secret_file: the file with the secret that they show.
    """

    def __init__(self, workers: int, host: str, port: int, secret_file: Path) -> None:
        super().__init__("workers")
        command = [
            *(sys.executable, "-m", "summy.web.workers"),
            *("--host", host, "--port", str(port)),
            *("--secret-file", str(secret_file), "--parent", str(os.getpid())),
        ]
        self._places = [_Place(command) for _ in range(workers)]

    def run(self) -> None:
        """Start the workers, start them again, and end them with the server."""
        while not self.stopping.is_set():
            for place in self._places:
                place.look_after()
            self.stopping.wait(_LOOK_EVERY_S)
        for place in self._places:
            place.tell_to_end()
        until = time.monotonic() + _STOP_WAIT_S
        for place in self._places:
            place.end(until)
