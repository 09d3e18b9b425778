"""How often somebody may do a thing: token buckets in this process.

A bucket belongs to a session first; an address has a high ceiling only, since a school class sits behind one. With
several web processes each counts for itself, so a limit is at most that many times as high.

    limits.allow(limits.TABLES, session_key, address)   # False: refuse with `too_often`
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

_BUCKETS_MOST: Final = 100_000
"""Buckets kept. The one that was used least recently goes first, and by then it is full again."""


@dataclass(frozen=True)
class Limit:
    """What one kind of action may cost."""

    name: str
    burst: float
    """Actions at once, per session."""
    per_second: float
    """Actions a second in the long run, per session."""
    address_burst: float
    """Actions at once, per address."""
    address_per_second: float
    """Actions a second in the long run, per address."""


TABLES: Final = Limit("tables", 10, 1 / 6, 200, 4)
JOINS: Final = Limit("joins", 20, 1, 300, 5)
"""A socket that opens, or a person who takes a seat: 300 a minute from one address."""
RESYNCS: Final = Limit("resyncs", 20, 1, 1000, 50)
"""Asking for the whole state of a table."""
MOVES: Final = Limit("moves", 40, 4, 1000, 200)
"""Moves and every other command that is an event."""
PREVIEWS: Final = Limit("previews", 20, 10, 2000, 400)
TENTATIVE: Final = Limit("tentative", 20, 10, 2000, 400)
NAMES: Final = Limit("names", 10, 0.2, 300, 5)
"""Choosing a name; it makes a guest of a visitor."""
BINGO: Final = Limit("bingo", 20, 1, 300, 10)
"""Searching lines for the practice page; half a second of work at most."""
CHAT: Final = Limit("chat", 5, 0.5, 200, 20)
SIGN_INS: Final = Limit("sign-ins", 10, 1 / 30, 10, 1 / 30)
"""Passwords tried for the administration: by address as strictly as by session, since a guesser has many sessions."""
MESSAGES: Final = Limit("messages", 120, 40, 6000, 2000)
"""Any socket message at all; more than this closes the socket."""


class Buckets:
    """Token buckets by key. Safe to use from several threads.

    Args:
        clock: seconds, never going back.
        most: how many buckets are kept.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = _BUCKETS_MOST) -> None:
        self._clock = clock
        self._most = most
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allow(self, limit: Limit, session: str, address: str) -> bool:
        """Take one token for the session and one for the address; False when either bucket is empty.

        An empty `session` or `address` has no bucket.
        """
        wanted = (
            (("s:" + session) if session else "", limit.burst, limit.per_second),
            (("a:" + address) if address else "", limit.address_burst, limit.address_per_second),
        )
        with self._lock:
            now = self._clock()
            levels = [
                (key, self._level((limit.name, key), burst, per_second, now))
                for key, burst, per_second in wanted
                if key
            ]
            if any(level < 1 for _key, level in levels):
                return False
            for key, level in levels:
                self._levels[limit.name, key] = (level - 1, now)
                self._levels.move_to_end((limit.name, key))
            while len(self._levels) > self._most:
                self._levels.popitem(last=False)
            return True

    def _level(self, key: tuple[str, str], burst: float, per_second: float, now: float) -> float:
        """Tokens in a bucket now; a bucket never used is full."""
        level, since = self._levels.get(key, (burst, now))
        return min(burst, level + (now - since) * per_second)

    def clear(self) -> None:
        """Forget every bucket."""
        with self._lock:
            self._levels.clear()


_buckets = Buckets()


def allow_request(limit: Limit, request: HttpRequest) -> bool:
    """Whether the browser that sent this request may act once more now; counts the action if so."""
    return allow(limit, request.session.session_key or "", request.META.get("REMOTE_ADDR", ""))


def allow(limit: Limit, session: str, address: str) -> bool:
    """Whether this session at this address may act once more now; counts the action if so."""
    return _buckets.allow(limit, session, address)


def forget_all() -> None:
    """Fill every bucket of this process again."""
    _buckets.clear()
