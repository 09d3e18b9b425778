"""Self-play on Dask: a cluster of this machine's own, or any scheduler that can be reached.

Only this process writes files, so the workers need no common disk. What a dead worker was playing goes to another; a
dead scheduler ends the command, and the next run goes on from what is kept.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, wait
from distributed.comm import CommClosedError
from distributed.core import Status

from summy.errors import SummyError
from summy.lab.selfplay import Chunk, SelfPlay, play_chunk

AHEAD = 3
"""Chunks handed out for each thread of the cluster before their results are taken."""

PATIENCE_SECONDS = 1.0
"""How long to wait for a result before looking whether the scheduler still lives, and how many workers there are."""

MOST_DEATHS = 5
"""How often a scheduler may give a chunk up because several workers died over it (four, unless it is set otherwise).
A chunk that kills every worker must not go round for ever."""

CONNECT_SECONDS = 10

RESTART_TIMEOUT = "300s"
"""How long a local worker may take to come back before its place is filled anew."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where tasks are done."""

    client: Client
    mend: Callable[[], None]
    """Puts new workers in the place of those that are gone for good, where that is ours to do."""


@contextmanager
def cluster_of(scheduler: str | None, workers: int) -> Iterator[Cluster]:
    """The cluster at a scheduler's address; without one, a cluster of so many processes on this machine.

    Raises SummyError (`no_scheduler`) when nobody answers there.
    """
    with ExitStack() as stack:
        for name in ("distributed", "tornado.application"):
            # A killed worker is told by tracebacks in the log; here it is no more than work to be done again.
            logger = logging.getLogger(name)
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL)
        # A worker that takes long to start again, on a busy machine, is not to be given up meanwhile.
        stack.enter_context(dask.config.set({"distributed.deploy.lost-worker-timeout": RESTART_TIMEOUT}))
        mend: Callable[[], None] = _others_mend
        if scheduler is None:
            local = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",  # any free port: several runs may go on at once
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )
            stack.enter_context(local)
            scheduler = local.scheduler_address
            mend = partial(_replace_nannies, local, workers)
        try:
            client = Client(scheduler, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise SummyError("no_scheduler", f"no Dask scheduler answers at {scheduler}: {error}") from None
        yield Cluster(stack.enter_context(client), mend)


def _replace_nannies(local: LocalCluster, workers: int) -> None:
    """A worker that is killed is started again by its nanny, but a nanny whose worker dies while it starts gives up."""

    def replace() -> None:
        for name, nanny in list(local.workers.items()):
            if nanny.status in (Status.closed, Status.failed):
                del local.workers[name]
        local.scale(workers)

    local.loop.add_callback(replace)


def _others_mend() -> None:
    """The workers of a scheduler that somebody else started are somebody else's too."""


def played_chunks(cluster: Cluster, run: SelfPlay, chunks: Iterable[range]) -> Iterator[Chunk]:
    """The chunks as they are done, in no particular order, each once.

    Raises SummyError: `scheduler_gone`; `worker_died` when a chunk has cost too many workers; what a worker raises.
    """
    todo = deque(chunks)
    waiting: dict[Future, range] = {}
    deaths: Counter[range] = Counter()
    window = 0
    looked = -PATIENCE_SECONDS
    while todo or waiting:
        if time.monotonic() - looked >= PATIENCE_SECONDS:
            window = AHEAD * max(1, sum(cluster.client.nthreads().values()))
            cluster.mend()
            looked = time.monotonic()
        while todo and len(waiting) < window:
            numbers = todo.popleft()
            waiting[cluster.client.submit(play_chunk, run, numbers, pure=False)] = numbers
        for future in _finished(cluster.client, waiting):
            numbers = waiting.pop(future)
            try:
                yield _result(future)
            except KilledWorker:
                deaths[numbers] += 1
                if deaths[numbers] == MOST_DEATHS:
                    games = f"games {numbers[0]} to {numbers[-1]}"
                    raise SummyError("worker_died", f"again and again workers died while they played {games}") from None
                todo.appendleft(numbers)


def _finished(client: Client, waiting: Iterable[Future]) -> list[Future]:
    """Futures that are done for good or ill; empty when none is after a while."""
    if client.status != "running":
        raise _gone()
    try:
        return list(wait(list(waiting), timeout=PATIENCE_SECONDS, return_when="FIRST_COMPLETED").done)
    except TimeoutError:
        return []
    except CancelledError:
        raise _gone() from None


def _result(future: Future) -> Chunk:
    """What a task gave. If its worker died before the result was fetched, it is waited for until it is played again."""
    if future.status == "cancelled":
        raise _gone()
    try:
        result: Chunk = future.result()
    except (CancelledError, CommClosedError):
        raise _gone() from None
    return result


def _gone() -> SummyError:
    return SummyError("scheduler_gone", "the Dask scheduler is gone; run the same command again to go on")
