"""Files of measured values: a header in JSON and plain numbers, compressed, with a checksum.

A file is a line that names its format, the SHA-256 of all that follows it (32 bytes), and that, compressed with zlib:
the header as one line of JSON, then the numbers, little-endian.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from summy.errors import SummyError

_CHECKSUM_BYTES = hashlib.sha256().digest_size


class BadMeasurements(SummyError):
    """A file of measured values that cannot be used."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__("bad_measurements", f"{file}: {reason}")


def write_measured(file: Path, form: str, header: Mapping[str, Any], numbers: Sequence[array[int]]) -> None:
    """Write a file that `read_measured` reads.

    Args:
        file: where.
        form: name and number of the format.
        header: what the numbers are.
        numbers: one block after the other.
    """
    line = json.dumps(header, sort_keys=True).encode() + b"\n"
    packed = zlib.compress(line + b"".join(_little_endian(block) for block in numbers), 9)
    file.write_bytes(form.encode() + b"\n" + hashlib.sha256(packed).digest() + packed)


def read_measured(content: bytes, form: str, file: str) -> tuple[dict[str, Any], bytes]:
    """Header and numbers from the content of a file.

    Errors: BadMeasurements, which names the file, when it is of another format, cut short or changed.
    """
    first = form.encode() + b"\n"
    start = len(first) + _CHECKSUM_BYTES
    if not content.startswith(first):
        raise BadMeasurements(file, f"is not in the format {form}")
    if hashlib.sha256(content[start:]).digest() != content[len(first) : start]:
        raise BadMeasurements(file, "is damaged")
    line, _, numbers = zlib.decompress(content[start:]).partition(b"\n")
    return json.loads(line), numbers


def _little_endian(block: array[int]) -> bytes:
    if sys.byteorder == "big":
        block = array(block.typecode, block)
        block.byteswap()
    return block.tobytes()


def numbers_of(code: str, content: bytes) -> array[int]:
    """A block of numbers of a file, with the type code of `array`."""
    numbers: array[int] = array(code)
    numbers.frombytes(content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
