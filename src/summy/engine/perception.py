"""What a person at the table would see: how hard a play is to find.

People do not overlook plays evenly. They see `6+3=9` at once and `132:11=12` hardly ever; they fill up what lies there
rather than weave one line through three old pieces; they look at some parts of the table and not at others. So each
play has a *difficulty* (no unit; about 0 for the easiest, 2 for what takes thought, 5 and more for what surprises),
made of its arithmetic and of how it is laid, and a player with a certain *skill* sees it with probability
1 / (1 + exp((difficulty - skill) / SPREAD)).

The weights are judgement, not measurement: no games of people have been available to fit them to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from summy.equation import find_fault
from summy.rulesets import Ruleset
from summy.tiles import EQUALS, split_face, split_line_text

SPREAD = 0.8
"""How gradually plays get harder to see around a player's skill."""

OPERATOR_DIFFICULTY = {"+": 0.2, "-": 0.4, "x": 0.6, ":": 1.2}
"""For the first operator of each kind in a line."""

FURTHER_OPERATOR = 0.9
FURTHER_DIGIT = 0.45
THIRD_DIGIT = 0.5
FURTHER_EQUALS = 0.8
ODD_STEP = 2.0
"""A step of the sum below zero or with a fraction."""

FURTHER_TILE = 0.2
"""For each tile laid beyond two."""

FURTHER_PIECE = 0.8
"""For each piece of the table beyond one that the line runs through."""

READING_DOWN = 0.2
OLD_EQUALS = -0.4
"""The table has the `=` already: the play completes what is visibly begun."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A play as it looks at the table, read from its text."""

    faces: tuple[str, ...]
    """The whole line."""

    laid: int
    """Tiles from the hand."""

    pieces: int
    """Groups of table tiles in the line."""

    old_equals: bool
    """Whether a table tile of the line is an `=`."""

    down: bool
    place: str
    """The row or column, as people look along it."""


def sight_of(text: str) -> Sight:
    """Read a move text of a play (docs/formats.md)."""
    start, _, line = text.partition(" ")
    faces: list[str] = []
    laid = pieces = 0
    inside = old_equals = False
    for symbol in split_line_text(line) if "[" in line else line:
        if symbol == "(":
            inside = True
            pieces += 1
        elif symbol == ")":
            inside = False
        else:
            face = symbol
            if len(symbol) > 1:
                name, shown = split_face(symbol)
                face = shown or name
            faces.append(face)
            laid += not inside
            old_equals = old_equals or (inside and face == EQUALS)
    return Sight(tuple(faces), laid, pieces, old_equals, start.endswith("v"), lane_of(text))


def lane_of(text: str) -> str:
    """The row of a line across, the column of a line down: `>3`, `>12`, `v-1`, `vH`."""
    start = text[: text.index(" ")]
    square, mark = start[:-1], start[-1]
    if "," in square:
        column, row = square.split(",")
    else:
        column, row = square[0], square[1:]
    return mark + (row if mark == ">" else column)


def difficulty_of_sum(faces: Sequence[str]) -> float:
    """How hard the arithmetic of a line is, wherever it lies, odd steps left out."""
    operators = [face for face in faces if face in OPERATOR_DIFFICULTY]
    total = sum(OPERATOR_DIFFICULTY[operator] for operator in set(operators))
    total += FURTHER_OPERATOR * max(0, len(operators) - 1)
    total += FURTHER_EQUALS * max(0, faces.count(EQUALS) - 1)
    for length in _number_lengths(faces):
        total += FURTHER_DIGIT * (length - 1) + THIRD_DIGIT * max(0, length - 2)
    return total


def _number_lengths(faces: Sequence[str]) -> list[int]:
    lengths = [0]
    for face in faces:
        if face in OPERATOR_DIFFICULTY or face == EQUALS:
            lengths.append(0)
        else:
            lengths[-1] += len(face)
    return [length for length in lengths if length]


def has_odd_step(faces: Sequence[str], ruleset: Ruleset) -> bool:
    """Whether working out a true line leads through a fraction or below zero."""
    if "-" not in faces and ":" not in faces:
        return False
    return find_fault(faces, replace(ruleset.grammar, integer_steps=True)) is not None


def difficulty_of_laying(sight: Sight) -> float:
    """How hard it is to see the place of a play."""
    return (
        FURTHER_TILE * max(0, sight.laid - 2)
        + FURTHER_PIECE * max(0, sight.pieces - 1)
        + READING_DOWN * sight.down
        + OLD_EQUALS * sight.old_equals
    )


def chance_to_see(difficulty: float, skill: float) -> float:
    """The probability that a player of this skill sees something of this difficulty."""
    return 1 / (1 + math.exp(min(50.0, (difficulty - skill) / SPREAD)))


def lot(seed: bytes, subject: str) -> float:
    """A number from 0 to 1 that depends on the seed and the subject alone, so on no order of looking."""
    digest = blake2b(subject.encode(), digest_size=8, key=seed).digest()
    return int.from_bytes(digest, "big") / 2**64
