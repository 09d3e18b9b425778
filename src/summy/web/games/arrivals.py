"""Commands that have arrived and wait for their turn at the database.

The sweeper looks here before it times a side out: a move that arrived in time is never beaten by the sweeper only
because the server was busy. Within one process; several processes have the grace of the clock alone.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_waiting: Counter[tuple[str, int]] = Counter()
_lock = threading.Lock()


@contextmanager
def waiting(game_id: str, arrived_ms: int) -> Iterator[None]:
    """For as long as the block runs, a command of the game that arrived then is waiting."""
    key = (game_id, arrived_ms)
    with _lock:
        _waiting[key] += 1
    try:
        yield
    finally:
        with _lock:
            _waiting[key] -= 1
            if _waiting[key] <= 0:
                del _waiting[key]


def first_ms(game_id: str) -> int | None:
    """When the command of this game that has waited longest arrived; None when none waits."""
    with _lock:
        return min((arrived for game, arrived in _waiting if game == game_id), default=None)
