"""Runs the command line inside the test's own process, as fast as a function call."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest import mock

from summy.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command line answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer of a command with --json."""
        return json.loads(self.out)


def summy(*arguments: str, stdin: str | bytes = "") -> Ran:
    """Run `summy ARGUMENTS` with a text on standard input, neither end being a terminal."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    reading = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8", errors="surrogateescape")
    with mock.patch.object(sys, "stdin", reading), redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


def assert_refused_as_bad_input(ran: Ran) -> None:
    """Exit 2, one line on standard error that is not about a fault of ours, nothing on standard output."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("summy: ")
    assert ran.err.count("\n") == 1
    assert "fault of summy itself" not in ran.err
    assert "Traceback" not in ran.err
