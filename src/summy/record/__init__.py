"""Game records (`.sgr`, JSON Lines): read and write. The forms are described in docs/formats.md.

Reading never raises: what is wrong is collected as problems with line numbers, game by game, so that one bad game
does not spoil a corpus.
"""

from summy.record.clock import RecordClock, format_clock, parse_clock
from summy.record.game import record_of
from summy.record.json_lines import read_json_lines, record_to_json_lines
from summy.record.sgr import format_record, format_records, read_sgr
from summy.record.value import Problem, Record, RecordEvent

__all__ = [
    "Problem",
    "Record",
    "RecordClock",
    "RecordEvent",
    "format_clock",
    "format_record",
    "format_records",
    "parse_clock",
    "read_records",
    "record_of",
    "record_to_json_lines",
]


def read_records(text: str) -> list[Record]:
    """All games of a text, in either form: `.sgr` or JSON Lines. Never raises; see `Record.problems`."""
    # Not splitlines(): it also divides at characters that editors do not count as ends of lines.
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    return list(read_json_lines(lines) if first.lstrip().startswith("{") else read_sgr(lines))
