"""The right to serve a data directory: one file lock for each web process that may do so at once."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from summy.web.configuration import ConfigurationError


@contextmanager
def serving(data: Path, processes: int) -> Iterator[None]:
    """Hold one of `processes` places for the block. Raises `ConfigurationError` when all are taken.

    The system frees the place when the process ends, however it ends.
    """
    data.mkdir(parents=True, exist_ok=True)
    for number in range(max(1, processes)):
        lock = (data / f"server-{number}.lock").open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            continue
        with lock:
            yield
        return
    raise ConfigurationError(f"another server already works on {data}")
