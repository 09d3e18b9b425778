"""Perft files: positions with counted plays, one position a line, in the manner of chess test suites.

    POSITION TEXT | PLAYS SCORES TILES CHECKSUM | PLAYS SCORES TILES CHECKSUM ...

One group a depth, from 1 (docs/formats.md, `summy perft`). Lines that begin with `#` are remarks.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
Counts = tuple[int, int, int, int]
"""Plays, sum of scores, sum of tiles used, checksum."""


class Line(NamedTuple):
    """One position of a file."""

    position: str
    depths: tuple[Counts, ...]


def read_file(path: Path) -> list[Line]:
    """The positions of a file."""
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text and not text.startswith("#"):
            position, *groups = text.split(" | ")
            lines.append(Line(position, tuple(_counts(group) for group in groups)))
    return lines


def _counts(group: str) -> Counts:
    plays, scores, tiles, checksum = group.split()
    return int(plays), int(scores), int(tiles), int(checksum)


def line_text(line: Line) -> str:
    """A position as a line of a file."""
    return " | ".join([line.position, *(" ".join(map(str, counts)) for counts in line.depths)])


def files() -> list[Path]:
    """Every perft file, by name."""
    return sorted(HERE.glob("*.perft"))
