"""The sweeper: a thread that looks for what is due and lets the services see to it.

It is never the truth of anything. Each thing it finds is looked at again under the lock of its game.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from django.db import DatabaseError, close_old_connections, connection

from . import clocks, deals, engine_seats, heartbeat, presence, services
from .answers import TryAgain
from .log_store import SERVER, Command, lock_game
from .models import Game, Status
from .moments import now_ms
from .services.common import show_seed

SWEEP_EVERY_S: Final = 0.5
BEAT_EVERY_S: Final = 3.0
SEEDS_EVERY_S: Final = 60.0
_BATCH: Final = 100

_log = logging.getLogger(__name__)


def sweep() -> int:
    """Time out everything that is past its deadline and the grace. Returns how many games were."""
    due = Game.objects.filter(status=Status.RUNNING, deadline_ms__lt=now_ms() - clocks.GRACE_MS)
    return sum(
        services.run_out(game_id) for game_id in due.order_by("deadline_ms").values_list("pk", flat=True)[:_BATCH]
    )


def show_seeds() -> int:
    """Show the seeds of shared deals whose last game, or whose day, is over. Returns in how many games."""
    shown = 0
    hidden = Game.objects.filter(status=Status.OVER).exclude(events__kind="seed").select_related("deal")
    for game in hidden.order_by("created_at")[:_BATCH]:
        if deals.is_open(game.deal):
            with lock_game(game.pk, Command(SERVER)) as locked:
                show_seed(locked)
                shown += 1
    return shown


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
            self._do()
        except TryAgain:
            pass
        except DatabaseError:
            _log.exception("the sweeper could not use the database")
            close_old_connections()
        except Exception:
            _log.exception("the sweeper failed at one thing and goes on")


class Sweeper:
    """The sweeper's thread with its own connection to the database."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)

    def start(self) -> None:
        """Begin to sweep, once the time of an outage has been given back."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and return when the thread has ended."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._mend()
            tasks = [
                _Task(SWEEP_EVERY_S, sweep),
                _Task(SWEEP_EVERY_S, engine_seats.play_for_lost_workers),
                _Task(BEAT_EVERY_S, heartbeat.beat),
                _Task(BEAT_EVERY_S, presence.renew_all),
                _Task(SEEDS_EVERY_S, show_seeds),
            ]
            while not self._stopping.wait(SWEEP_EVERY_S):
                for task in tasks:
                    task.do_if_due()
        finally:
            connection.close()

    def _mend(self) -> None:
        """What comes first after a start. Nobody is timed out before it is done."""
        while not self._stopping.is_set():
            try:
                heartbeat.mend_outage()
                engine_seats.ask_again()
            except (TryAgain, DatabaseError):
                _log.warning("the database is busy; trying again", exc_info=True)
                self._stopping.wait(1.0)
            else:
                return
