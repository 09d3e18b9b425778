"""Files of win probabilities, `<ruleset id>.winprob` (`summy.engine.measured_file`).

The header names the ruleset, the `fingerprint` of what the chances depend on, the table's size, and how it was fitted.
The numbers are the entries, 16 bits each (65535 = certain), by unseen tiles, then by lead.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from summy.engine.measured_file import BadMeasurements, numbers_of, read_measured, write_measured

FORMAT = "summy-winprob 1"


@dataclass(frozen=True)
class Chances:
    """Chances of the side to move, as a file holds them."""

    ruleset: str
    """Id of the ruleset."""

    fingerprint: str
    """What they depend on (`leave_file.fingerprint`)."""

    span: int
    """Leads of -span to span points have an entry."""

    most_unseen: int
    entries: array[int]
    """Type code `H`."""

    measured: Mapping[str, object]
    """How: games, seed."""


def write_chances(chances: Chances, file: Path) -> None:
    """Write a file that `read_chances` reads."""
    header = {
        "ruleset": chances.ruleset,
        "fingerprint": chances.fingerprint,
        "span": chances.span,
        "most_unseen": chances.most_unseen,
        "measured": dict(chances.measured),
    }
    write_measured(file, FORMAT, header, (chances.entries,))


def read_chances(content: bytes, file: str) -> Chances:
    """Chances from the content of a file.

    Errors: BadMeasurements, which names the file, when it is of another format, cut short or changed.
    """
    header, numbers = read_measured(content, FORMAT, file)
    entries = numbers_of("H", numbers)
    if len(entries) != (header["most_unseen"] + 1) * (2 * header["span"] + 1):
        raise BadMeasurements(file, "is of another size than its header says")
    return Chances(
        header["ruleset"],
        header["fingerprint"],
        header["span"],
        header["most_unseen"],
        entries,
        header["measured"],
    )
