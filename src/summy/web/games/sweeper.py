"""The sweeper: a thread that looks for what is due and lets the services see to it.

It is never the truth of anything. Each thing it finds is looked at again under the lock of its game.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from summy.web.background import Background

from . import clocks, deals, engine_seats, heartbeat, presence, services
from .answers import TryAgain
from .log_store import SERVER, Command, busy_means_try_again, lock_game
from .models import Game, Status
from .moments import now_ms
from .services.common import show_seed

SWEEP_EVERY_S: Final = 0.5
BEAT_EVERY_S: Final = 3.0
TIDY_EVERY_S: Final = 60.0
FORGOTTEN_AFTER: Final = timedelta(days=1)
"""An open table that found nobody for so long is closed when its host is away."""

_log = logging.getLogger(__name__)


def sweep() -> int:
    """Time out everything that is past its deadline and the grace. Returns how many games were."""
    due = Game.objects.filter(status=Status.RUNNING, deadline_ms__lt=now_ms() - clocks.GRACE_MS)
    return for_each(due.order_by("deadline_ms").values_list("pk", flat=True), services.run_out)


def for_each(games: Iterable[str], do: Callable[[str], bool]) -> int:
    """Do something for each game, one after another; returns for how many it was done.

    A game that can't be dealt with is logged and left: it must not keep the others waiting.
    """
    done = 0
    for game_id in games:
        try:
            done += do(game_id)
        except (TryAgain, DatabaseError):
            raise
        except Exception:
            _log.exception("game %s could not be dealt with", game_id)
    return done


def make_good() -> None:
    """What comes first after a start, before anybody is let in: give back the time of an outage, ask for lost work."""
    while True:
        try:
            with busy_means_try_again():
                heartbeat.mend_outage()
                engine_seats.ask_again()
        except TryAgain:
            # Another process is busy with the same.
            time.sleep(0.5)
        else:
            return


def show_seeds() -> int:
    """Show the seeds of shared deals whose last game, or whose day, is over. Returns in how many games."""
    hidden = Game.objects.filter(status=Status.OVER).exclude(events__kind="seed").select_related("deal")
    return for_each((game.pk for game in hidden if deals.is_open(game.deal)), _show_seed)


def _show_seed(game_id: str) -> bool:
    with lock_game(game_id, Command(SERVER)) as locked:
        show_seed(locked)
    return True


def close_forgotten_tables() -> int:
    """Close open tables that have waited for a day and whose host is away. Returns how many."""
    waiting = Game.objects.filter(listed=True, status=Status.WAITING, created_at__lt=timezone.now() - FORGOTTEN_AFTER)
    return for_each(list(waiting.values_list("pk", flat=True)), _close_if_forgotten)


def _close_if_forgotten(game_id: str) -> bool:
    with lock_game(game_id, Command(SERVER)) as locked:
        host_away = presence.absent_since_ms(game_id, "m1") is not None
        if locked.course.status != "waiting" or not host_away:
            return False
        locked.append("cancel", {})
    return True


def forget_old_sessions() -> None:
    """Remove sessions that have run out: nobody can use them any more."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()


class _Task:
    """Something that is done again and again."""

    def __init__(self, every_s: float, do: Callable[[], object]) -> None:
        self._every_s = every_s
        self._do = do
        self._next = 0.0

    def do_if_due(self) -> None:
        """Do it if its time has come. A busy database is tried again the next time."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self._every_s
        try:
            with busy_means_try_again():
                self._do()
        except TryAgain:
            pass
        except DatabaseError:
            _log.exception("the sweeper could not use the database")
            close_old_connections()
        except Exception:
            _log.exception("the sweeper failed at one thing and goes on")


class Sweeper(Background):
    """The sweeper's thread with its own connection to the database. `make_good` comes before it starts."""

    def __init__(self) -> None:
        super().__init__("sweeper")

    def run(self) -> None:
        """Look for what is due, every half second."""
        try:
            tasks = [
                _Task(SWEEP_EVERY_S, sweep),
                _Task(SWEEP_EVERY_S, engine_seats.play_for_lost_workers),
                _Task(BEAT_EVERY_S, heartbeat.beat),
                _Task(BEAT_EVERY_S, presence.renew_all),
                _Task(TIDY_EVERY_S, show_seeds),
                _Task(TIDY_EVERY_S, close_forgotten_tables),
                _Task(TIDY_EVERY_S, forget_old_sessions),
            ]
            while not self.stopping.wait(SWEEP_EVERY_S):
                for task in tasks:
                    task.do_if_due()
            # The server is away from now on.
            _Task(0, heartbeat.beat).do_if_due()
        finally:
            connection.close()
