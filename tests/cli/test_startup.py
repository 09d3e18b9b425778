"""The start of the command line costs at most half as much again as its library alone, in CPU time."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence

import pytest

LARGEST_RATIO = 1.5
RUNS = 15


def cpu_seconds(command: Sequence[str]) -> float:
    """CPU time of one run, all of it: user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["moves", "--help"], ["check", "--help"], ["serve", "--help"]]
)
def test_start_is_cheap(arguments: list[str]) -> None:
    """Least of several runs of each, taken in turn, so that another process on the machine does not decide."""
    library = [sys.executable, "-c", "import typer"]
    ours = [sys.executable, "-m", "summy", *arguments]
    cpu_seconds(library), cpu_seconds(ours)
    pairs = [(cpu_seconds(library), cpu_seconds(ours)) for _ in range(RUNS)]
    assert min(pair[1] for pair in pairs) <= LARGEST_RATIO * min(pair[0] for pair in pairs)


@pytest.mark.parametrize("command", ["moves", "check", "perft", "replay", "convert", "bench", "rules", "play", "lab"])
def test_no_django_outside_the_site(command: str) -> None:
    script = (
        f"import sys, summy.cli.{command}\n"
        "print([name for name in ('django', 'channels', 'uvicorn') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert answer.stdout == "[]\n"


def test_lab_imports_its_packages_only_when_they_are_needed() -> None:
    script = (
        "import sys, summy.cli.lab\n"
        "print([name for name in ('numpy', 'dask', 'distributed', 'matplotlib', 'pyarrow') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert answer.stdout == "[]\n"
