"""A thread that runs beside the web server for as long as it does."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod


class Background(ABC):
    """Something done in a thread of its own until it is told to stop."""

    def __init__(self, name: str) -> None:
        self.stopping = threading.Event()
        """Set when the thread should come to its end."""
        self._thread = threading.Thread(target=self.run, name=name, daemon=True)

    @abstractmethod
    def run(self) -> None:
        """What the thread does; returns soon after `stopping` is set."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and return when the thread has ended."""
        self.stopping.set()
        if self._thread.is_alive():
            self._thread.join()
