"""Reading what the person names: files, standard input, positions."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from summy.errors import FormatError, SummyError
from summy.position import Position, check_strict, position_from_json
from summy.position_text import parse_position


class UnreadableFile(SummyError):
    """A file that is not there, may not be read or is not UTF-8 text."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__("unreadable_file", f"{name}: {reason}")


def read_text(name: str) -> str:
    """The text of a file, or of standard input where the name is `-`."""
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableFile(name, reason or "cannot be read") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile("standard input" if name == "-" else name, "is not UTF-8 text") from None


def parse_json(text: str) -> object:
    """The value of a JSON text; FormatError tells line and column of a fault."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise FormatError("not JSON of ours: nested too deeply") from None
    except ValueError as error:
        # Python refuses to read integers of several thousand digits.
        raise FormatError(f"not JSON of ours: {error}") from None


def looks_like_json(text: str) -> bool:
    """Whether a text is meant as JSON: it begins with an object or a list."""
    return text.lstrip()[:1] in ("{", "[")


def position_of(text: str, ruleset_file: Path | None = None) -> Position:
    """A position from its JSON or its text form."""
    if looks_like_json(text):
        return position_from_json(parse_json(text), ruleset_file=ruleset_file)
    return parse_position(text.strip(), ruleset_file=ruleset_file)


def read_position(name: str, ruleset_file: Path | None = None, *, strict: bool = False) -> Position:
    """The position in a file (`-` is standard input).

    Raises UnreadableFile and FormatError. With `strict` the tiles must also fit one set.
    """
    position = position_of(read_text(name), ruleset_file)
    if strict:
        check_strict(position)
    return position
