"""Who is at the table now. Kept in the cache, not in the log: it decides nothing by itself.

A member is here while a socket of theirs is open. For the sake of other web processes each process renews a mark for
every member with a socket of its own; a mark that was not renewed for a while counts as absent since its last
renewal, one that says "away" since then.
"""

from __future__ import annotations

import threading
from collections import Counter
from typing import Final

from django.core.cache import cache

from .moments import now_ms

STALE_MS: Final = 30_000
"""A mark of another process without renewal for so long counts as absent (the heartbeat renews it each few seconds)."""

_KEEP_S: Final = 24 * 3600

_process_began_ms = now_ms()
_sockets: Counter[tuple[str, str]] = Counter()
_lock = threading.Lock()


def _key(game_id: str, member: str) -> str:
    return f"presence:{game_id}:{member}"


def arrive(game_id: str, member: str) -> bool:
    """A socket of the member opened. Returns whether they were absent before."""
    was_absent = absent_since_ms(game_id, member) is not None
    with _lock:
        _sockets[game_id, member] += 1
    renew(game_id, member)
    return was_absent


def renew(game_id: str, member: str) -> None:
    """Mark the member as here."""
    cache.set(_key(game_id, member), ("here", now_ms()), _KEEP_S)


def renew_all() -> None:
    """Mark everybody as here who has a socket in this process; the heartbeat calls it."""
    with _lock:
        here = list(_sockets)
    for game_id, member in here:
        renew(game_id, member)


def depart(game_id: str, member: str) -> bool:
    """A socket of the member closed. Returns whether it was their last in this process."""
    with _lock:
        _sockets[game_id, member] -= 1
        last = _sockets[game_id, member] <= 0
        if last:
            del _sockets[game_id, member]
    if last:
        cache.set(_key(game_id, member), ("away", now_ms()), _KEEP_S)
    return last


def absent_since_ms(game_id: str, member: str) -> int | None:
    """Since when the member has been away, in milliseconds since 1970; None when they are here.

    Somebody never seen counts as away since this process began: after a restart everybody gets time to come back.
    """
    if _sockets[game_id, member] > 0:
        return None
    mark = cache.get(_key(game_id, member))
    if mark is None:
        return _process_began_ms
    state, seen_ms = mark
    if state == "away" or seen_ms + STALE_MS < now_ms():
        return int(seen_ms)
    return None
