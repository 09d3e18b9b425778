"""Whether this web process is about to stop. Commands that arrive then are answered with `retry`."""

from __future__ import annotations

import threading

_stopping = threading.Event()


def is_stopping() -> bool:
    """Whether the process takes no more commands."""
    return _stopping.is_set()


def begin_stopping() -> None:
    """Take no more commands."""
    _stopping.set()
