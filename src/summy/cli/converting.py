"""Positions and records between their text form and JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from summy.cli.reading import looks_like_json, parse_json, position_of
from summy.errors import FormatError
from summy.position import Position, position_to_json
from summy.position_text import format_position
from summy.record import Record, format_records, read_records, record_to_json_lines


def convert_text(text: str, to: str | None, ruleset_file: Path | None = None) -> Iterator[str]:
    """The lines of the converted text.

    Args:
        text: positions or records, in either form.
        to: `text` or `json`; None takes the form that `text` does not have.
        ruleset_file: a ruleset file that positions are read by.

    Raises FormatError, with a line number where there are several lines.
    """
    if not text.strip():
        raise FormatError("there is nothing to convert")
    target = to or ("text" if text.lstrip().startswith("{") else "json")
    if is_record(text):
        return iter(_convert_records(read_records(text), target))
    return _convert_positions(text, target, ruleset_file)


def is_record(text: str) -> bool:
    """Whether a text holds game records rather than positions."""
    first = text.lstrip().splitlines()[0]
    if first.startswith("{"):
        try:
            value = parse_json(first)
        except FormatError:
            # A position written over several lines.
            return False
        return isinstance(value, dict) and "Format" in value
    return first.startswith("[")


def _convert_records(records: list[Record], target: str) -> list[str]:
    problems = [problem for record in records for problem in record.problems]
    if problems:
        more = f" (and {len(problems) - 1} more; summy replay lists them)" if len(problems) > 1 else ""
        raise FormatError(f"{problems[0]}{more}")
    if target == "text":
        return format_records(records).splitlines()
    return [_compact(entry) for record in records for entry in record_to_json_lines(record)]


def _convert_positions(text: str, target: str, ruleset_file: Path | None) -> Iterator[str]:
    positions = list(_positions(text, ruleset_file))
    for position in positions:
        yield format_position(position) if target == "text" else _compact(position_to_json(position))


def _positions(text: str, ruleset_file: Path | None) -> Iterator[Position]:
    """One position over several lines of JSON, or one a line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if looks_like_json(text):
        try:
            parse_json(lines[0][1])
        except FormatError:
            yield position_of(text, ruleset_file)
            return
    for number, line in lines:
        try:
            yield position_of(line, ruleset_file)
        except FormatError as error:
            raise FormatError(error.message, key=f"line {number}" if len(lines) > 1 else "") from None


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
