"""The compiled generator against the counts of the perft files, which the slow reference made.

When a count is wrong the test names the first plays after which the two differ (the "divide").
"""

from __future__ import annotations

import itertools

import pytest

import reference
from perft.files import Line, files, read_file
from summy.engine.movegen import generate
from summy.engine.perft import perft
from summy.position import Position, position_to_json
from summy.position_text import parse_position
from summy.referee import place

pytestmark = pytest.mark.kernel

LINES = [
    pytest.param(line, id=f"{path.stem}-{number}")
    for path in files()
    for number, line in enumerate(read_file(path), start=1)
]


def divide(position: Position, depth: int) -> str:
    """The first plays whose subtrees differ, by text."""
    by_reference = {play["text"]: play for play in reference.plays(position_to_json(position))}
    plays = generate(position)
    by_kernel = dict(zip(plays.texts, plays, strict=True))
    wrong = sorted(by_reference.keys() ^ by_kernel.keys())
    for text in sorted(by_reference.keys() & by_kernel.keys()) if depth > 1 else ():
        after = place(position, by_kernel[text])
        mine = [tuple(count)[1:] for count in perft(after, depth - 1)]
        theirs = [tuple(row.values()) for row in reference.perft(position_to_json(after), depth - 1)]
        if mine != theirs:
            wrong.append(text)
    return f"wrong after: {', '.join(wrong[:10])}"


@pytest.mark.parametrize("line", LINES)
def test_counts(line: Line) -> None:
    position = parse_position(line.position)
    for found, expected in itertools.zip_longest(perft(position, len(line.depths)), line.depths):
        assert tuple(found)[1:] == expected, divide(position, found.depth)


def test_every_ruleset_has_lines_and_some_go_deeper() -> None:
    by_file = {path.stem: read_file(path) for path in files()}
    assert {"summy", "summy-127", "amath", "amath-70", "summy-draft"} <= by_file.keys()
    assert all(len(lines) >= 8 for lines in by_file.values())
    assert all(any(len(line.depths) > 1 for line in lines) for lines in by_file.values())


@pytest.mark.nightly
@pytest.mark.parametrize("line", LINES)
def test_the_reference_still_counts_the_same(line: Line) -> None:
    rows = reference.perft(position_to_json(parse_position(line.position)), len(line.depths))
    assert tuple(tuple(row.values()) for row in rows) == line.depths
