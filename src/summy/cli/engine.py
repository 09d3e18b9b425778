"""`summy engine`: a line protocol for other programs."""

from __future__ import annotations

import sys

import typer

from summy.cli.options import PLAIN

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy engine < commands.txt")
def engine() -> int:
    """Answer commands from standard input, one a line, in the manner of UCI.

    docs/engine-protocol.md describes commands and answers. Ends at quit, or at the end of the input once a search that
    is running is done.
    """
    from summy.lab.protocol import Session

    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    session = Session(write)
    for line in sys.stdin.buffer:
        if not session.handle(line.decode("utf-8", errors="replace")):
            break
    session.finish()
    return 0
