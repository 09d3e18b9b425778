"""The other end of the line protocol: a program that speaks it, as an object.

>>> from summy.position_text import parse_position
>>> position = parse_position("summy;=@0,0;;1123++== #8;0 0;0;77;0;#0 #0;-")
>>> with Engine() as engine:
...     engine.set_option("Player", "max")
...     engine.best_move(position).text
'...'
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType

from summy.errors import SummyError
from summy.lab.protocol import BETWEEN, MOVES
from summy.move import Move, parse_move
from summy.position import Position
from summy.position_text import format_position

OUR_OWN = (sys.executable, "-m", "summy", "engine")


class EngineGone(SummyError):
    """The program at the other end has ended."""

    def __init__(self) -> None:
        super().__init__("engine_gone", "the engine has ended")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from a search."""

    move: Move
    text: str
    information: tuple[str, ...]
    """The lines that began with `info`, without that word."""


class Engine:
    """A program that speaks the protocol; as a context manager it ends with the block."""

    def __init__(self, command: Sequence[str] = OUR_OWN) -> None:
        """Start the program and let it introduce itself.

        Raises OSError when it cannot be started, EngineGone when it ends at once.
        """
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.introduction = tuple(self._answers("summy", until="summyok"))
        """What it said of itself: names and options."""

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ask the program to end, and wait for it."""
        if self._process.poll() is None:
            with suppress(EngineGone):
                self._send("quit")
            self._process.wait()
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                with suppress(OSError):  # what could not be sent to a program that is gone
                    end.close()

    def set_option(self, name: str, value: str | int) -> None:
        """Set an option. Raises SummyError with the engine's code and sentence when it refuses."""
        self._do(f"setoption name {name} value {value}")

    def best_move(self, position: Position, moves: Sequence[str] = (), limits: str = "") -> Answer:
        """The engine's move.

        Args:
            position: what is known to the side to move, or was before `moves`.
            moves: texts of moves made from there.
            limits: what follows `go`, e.g. `iterations 200`.

        Raises SummyError with the engine's code and sentence when it cannot answer; EngineGone.
        """
        made = f"{MOVES}{BETWEEN.join(moves)}" if moves else ""
        self._do(f"position {format_position(position)}{made}")
        information = []
        for line in self._answers(f"go {limits}".strip(), until="bestmove"):
            word, _, rest = line.partition(" ")
            if word == "info":
                information.append(rest)
            elif word == "bestmove":
                return Answer(parse_move(rest, position.ruleset), rest, tuple(information))
        raise EngineGone

    def _do(self, command: str) -> None:
        """A command without an answer of its own: what comes before `readyok` is its error."""
        self._send(command)
        refused: SummyError | None = None
        for line in self._lines("isready"):
            word, _, rest = line.partition(" ")
            if word == "error":
                refused = _refused(rest)
            elif word == "readyok":
                break
        if refused is not None:
            raise refused

    def _answers(self, command: str, until: str) -> Iterator[str]:
        """Lines up to the one that begins with `until`, that one included."""
        for line in self._lines(command):
            word, _, rest = line.partition(" ")
            if word == "error":
                raise _refused(rest)
            yield line
            if word == until:
                return

    def _lines(self, command: str) -> Iterator[str]:
        self._send(command)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            yield line.rstrip("\n")
        raise EngineGone

    def _send(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except OSError:
            raise EngineGone from None


def _refused(text: str) -> SummyError:
    code, _, sentence = text.partition(" ")
    return SummyError(code, sentence)
