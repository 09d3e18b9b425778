"""Work on several cores of this machine, results in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import TypeVar

from summy.errors import SummyError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 4
"""Tasks handed out for each worker before the first result is taken."""


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """`work` of every task, in the order of the tasks, however many workers there are.

    One worker works in this process. More are started afresh, so that a thread of this process can't hold a lock in
    them. Whoever stops taking results stops the work, and so does the end of this process, however it ends.

    Raises SummyError when a worker dies.
    """
    if workers == 1:
        yield from map(work, tasks)
        return
    waiting: deque[Future[Result]] = deque()
    remaining = iter(tasks)
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_whoever_asked
    )
    try:
        waiting.extend(pool.submit(work, task) for task in islice(remaining, workers * AHEAD))
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(pool.submit(work, task) for task in islice(remaining, 1))
            yield result
    except BrokenProcessPool:
        raise SummyError(
            "worker_died", "a worker process died; with summy lab selfplay a run can be gone on with"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_whoever_asked() -> None:
    """In a worker: watch the process that started it. Without this a killed run would leave its workers at work."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
