"""Files of measured leave values, `<ruleset id>.leaves`.

A file is the line `summy-leaves 1`, the SHA-256 of all that follows it (32 bytes), and that, compressed with zlib: one
line of JSON (the header), the entries as 16-bit integers and the model as 32-bit integers, all little-endian.

The header names the ruleset, the `fingerprint` of what the values depend on, the kinds of tiles, how many kept tiles
have entries, and how the values were measured.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from summy.engine.kernel.leave_table import entry_count, model_length
from summy.errors import SummyError
from summy.rulesets import Ruleset

FORMAT = b"summy-leaves 1\n"
_CHECKSUM_BYTES = hashlib.sha256().digest_size


class BadLeaves(SummyError):
    """A file of leave values that cannot be used."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__("bad_leaves", f"{file}: {reason}")


@dataclass(frozen=True)
class Leaves:
    """Measured leave values in hundredths of a point, as a file holds them."""

    ruleset: str
    """Id of the ruleset."""

    fingerprint: str
    """What the values depend on (`fingerprint`)."""

    kinds: tuple[str, ...]
    """The ruleset's tiles in canonical order."""

    exact_size: int
    """Most tiles of a leave with an entry of its own."""

    entries: array[int]
    """By number of tiles, then by number of the multiset (`kernel.multisets`); type code `h`."""

    model: array[int]
    """Constant, kinds and pairs for 0 to 12 tiles (`kernel.leave_table`); type code `i`."""

    measured: Mapping[str, object]
    """How: boards, rounds, seed."""


def fingerprint(ruleset: Ruleset) -> str:
    """SHA-256 of what leave values depend on: tiles, hand, board, grammar, placement, scoring, what may be changed.

    Options that do not touch these (who starts, challenges, clocks) share a table. So does `integer_steps`: it takes
    away a few lines, and values measured without it are much closer than a rule of thumb.
    """
    board, grammar, tiles, turn = ruleset.board, ruleset.grammar, ruleset.tiles, ruleset.turn
    described = (
        tuple(tiles.counts.items()),
        tuple(tiles.points.items()),
        tiles.blank_faces,
        ruleset.hand_size,
        (board.width, board.height, board.first and (tuple(board.first[0]), tuple(board.first[1])), board.premium_rows),
        (
            grammar.several_equals,
            grammar.operator_required,
            grammar.right_side_number,
            grammar.sign,
            grammar.max_digits,
        ),
        (ruleset.placement, ruleset.reserves_ends),
        (ruleset.scoring.result, ruleset.scoring.full_hand_bonus),
        (turn.discard, turn.exchange),
    )
    return hashlib.sha256(json.dumps(described).encode()).hexdigest()


def write_leaves(leaves: Leaves, file: Path) -> None:
    """Write a file that `read_leaves` reads."""
    header = {
        "ruleset": leaves.ruleset,
        "fingerprint": leaves.fingerprint,
        "kinds": leaves.kinds,
        "exact_size": leaves.exact_size,
        "measured": dict(leaves.measured),
    }
    line = json.dumps(header, sort_keys=True).encode() + b"\n"
    packed = zlib.compress(line + _little_endian(leaves.entries) + _little_endian(leaves.model), 9)
    file.write_bytes(FORMAT + hashlib.sha256(packed).digest() + packed)


def read_leaves(content: bytes, file: str) -> Leaves:
    """Leave values from the content of a file.

    Errors: BadLeaves, which names the file, when it is of another format, cut short or changed.
    """
    start = len(FORMAT) + _CHECKSUM_BYTES
    packed = content[start:]
    if not content.startswith(FORMAT):
        raise BadLeaves(file, "is no file of leave values in format 1")
    if hashlib.sha256(packed).digest() != content[len(FORMAT) : start]:
        raise BadLeaves(file, "is damaged")
    line, _, numbers = zlib.decompress(packed).partition(b"\n")
    header = json.loads(line)
    kinds = tuple(header["kinds"])
    split = array("h").itemsize * entry_count(len(kinds), header["exact_size"])
    entries, model = _from_little_endian("h", numbers[:split]), _from_little_endian("i", numbers[split:])
    if len(model) != model_length(len(kinds)):
        raise BadLeaves(file, "is of another size than its header says")
    return Leaves(
        header["ruleset"], header["fingerprint"], kinds, header["exact_size"], entries, model, header["measured"]
    )


def require_match(leaves: Leaves, ruleset: Ruleset, file: str) -> None:
    """Raise BadLeaves when values were measured under other rules."""
    if leaves.fingerprint != fingerprint(ruleset) or leaves.kinds != tuple(ruleset.tiles.counts):
        raise BadLeaves(file, f"was measured under other rules than those of {ruleset.id}")


def _little_endian(numbers: Sequence[int]) -> bytes:
    assert isinstance(numbers, array)
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _from_little_endian(code: str, content: bytes) -> array[int]:
    numbers: array[int] = array(code)
    numbers.frombytes(content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
