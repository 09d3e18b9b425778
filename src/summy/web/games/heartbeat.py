"""When the server was last alive, and what its absence gives back to those who were thinking.

While it runs it notes the time every few seconds. On a start, one process moves each running real-time deadline by
the time it was away and fifteen seconds more, once for each outage and as an event, before the sweeper may time
anybody out.
"""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.db import transaction

from . import clocks
from .log_store import SERVER, Command, lock_game
from .models import Game, Heartbeat, Status
from .moments import now_ms

OUTAGE_LEAST_MS: Final = 10_000
"""Where several processes share the database, a shorter silence is no outage: another one was alive."""

_log = logging.getLogger(__name__)


def beat() -> None:
    """Note that the server is alive."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"alive_at_ms": now_ms()})


def mend_outage() -> int:
    """Give back the time of an outage to the games that were running. Returns how many were extended.

    The row is taken under a lock and renewed in the same transaction as the first look, so of several processes that
    start together only one finds the old time. If this process dies half way, the next start knows by the pending
    mark which games are still to be extended.
    """
    with transaction.atomic():
        row = Heartbeat.objects.select_for_update().filter(pk=1).first()
        at_ms = now_ms()
        if row is None:
            Heartbeat.objects.create(pk=1, alive_at_ms=at_ms)
            return 0
        if row.mending_from_ms is None:
            away_ms = at_ms - row.alive_at_ms
            if settings.WEB_PROCESSES > 1 and away_ms < OUTAGE_LEAST_MS:
                return 0
            row.mending_from_ms, row.mending_until_ms = row.alive_at_ms, at_ms
        row.alive_at_ms = at_ms
        row.save()
    assert row.mending_from_ms is not None
    assert row.mending_until_ms is not None
    extended = _extend_all(row.mending_from_ms, row.mending_until_ms)
    Heartbeat.objects.filter(pk=1).update(mending_from_ms=None, mending_until_ms=None)
    return extended


def _extend_all(from_ms: int, until_ms: int) -> int:
    extended = 0
    for game_id in Game.objects.filter(status=Status.RUNNING, deadline_ms__isnull=False).values_list("pk", flat=True):
        with lock_game(game_id, Command(SERVER)) as locked:
            course = locked.course
            # The event names the outage, so a game is never extended twice for the same one.
            if not course.table.clock.real_time or course.deadline_ms is None or course.mended_ms >= from_ms:
                continue
            extra_ms = until_ms - from_ms + clocks.RESTART_GIFT_MS
            locked.append("add-time", {"cause": "outage", "extra_ms": extra_ms, "outage_ms": from_ms})
            extended += 1
    if extended:
        _log.info("%s running games were given back the time of an outage", extended)
    return extended
