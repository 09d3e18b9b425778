"""The time of day, as the server's rules see it: one clock that can be replaced."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_wall: Callable[[], int] | None = None


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000 if _wall is None else _wall()


@contextmanager
def replaced(clock: Callable[[], int]) -> Iterator[None]:
    """Let another clock stand in for the real one, for tests of deadlines."""
    global _wall
    previous, _wall = _wall, clock
    try:
        yield
    finally:
        _wall = previous
