"""Work on several cores: results in order, and nobody works on for a run that is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from summy.lab.pool import in_order

WORKING = """
import os, time
from summy.lab.pool import in_order

def work(task):
    print(os.getpid(), flush=True)
    time.sleep(600)

if __name__ == "__main__":
    list(in_order(work, range(8), 2))
"""

GONE_WITHIN_S = 20.0


def alive(pid: int) -> bool:
    """Whether a process is there (one that has ended and waits to be collected is not)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    assert list(in_order(abs, range(-20, 0), workers)) == list(range(20, 0, -1))


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_run_however_it_ends(how: signal.Signals, tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "working.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(WORKING)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        pids = [int(run.stdout.readline()) for _ in range(2)]
        assert len(set(pids)) == 2
        assert all(alive(pid) for pid in pids)
        run.send_signal(how)
        run.wait()
        until = time.monotonic() + GONE_WITHIN_S
        while any(alive(pid) for pid in pids) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(alive(pid) for pid in pids)
