"""Bingos: the true lines that use all of some tiles, as A-Math players practise them.

Lines are told apart by their faces: which of two equal tiles stands where does not matter, nor which tile shows a face.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from summy.board import empty_board
from summy.engine.movegen import generate
from summy.errors import FormatError
from summy.position import Position
from summy.rulesets import Ruleset
from summy.tiles import face_name, format_faces


@dataclass(frozen=True, slots=True)
class Bingo:
    """A true line of all the tiles."""

    faces: str
    """Its line text by faces: `[12]+3=15`."""

    points: int
    """What it is worth in its best place as the first play."""

    play: str
    """That play, as move text."""

    @property
    def plain(self) -> str:
        """The line as people write it, without brackets."""
        return self.faces.replace("[", "").replace("]", "")


@lru_cache(maxsize=32)
def all_bingos(ruleset: Ruleset, tiles: tuple[str, ...]) -> tuple[Bingo, ...]:
    """Every true line of all the tiles, distinct by faces, the best first, equal points by text.

    Args:
        ruleset: a game of `crossword` placement whose board is empty at the start.
        tiles: tile names, at most 12.
    """
    plays = generate(opening(ruleset, tiles))
    best: dict[str, tuple[int, bool, str]] = {}
    for index in range(len(plays)):
        if plays.tile_count(index) != len(tiles):
            continue
        text = plays.text(index)
        start, _, line = text.partition(" ")
        faces = re.sub(r"\[[^\]>]+>([^\]]+)\]", _face, line)
        # Of equal places the one across, which is how a line is read.
        entry = (plays.score(index), start.endswith(">"), text)
        if faces not in best or entry[:2] > best[faces][:2]:
            best[faces] = entry
    bingos = [Bingo(faces, points, play) for faces, (points, _across, play) in best.items()]
    return tuple(sorted(bingos, key=lambda bingo: (-bingo.points, bingo.faces)))


def opening(ruleset: Ruleset, tiles: tuple[str, ...]) -> Position:
    """The empty board with these tiles in the hand of the side to begin."""
    others = (ruleset.hand_size,) * (ruleset.sides.default - 1)
    return Position(ruleset, empty_board(ruleset.board), (tiles, *others), (0,) * ruleset.sides.default)


def read_pattern(text: str) -> str:
    """A pattern such as `00+00=000` with every digit written as 0; FormatError for anything but faces."""
    try:
        faces = [face_name(symbol) for symbol in re.sub(r"\s+", "", text)]
    except FormatError as error:
        raise FormatError(error.message, key="pattern") from None
    return re.sub(r"\d", "0", "".join(faces))


def fits_pattern(bingo: Bingo, pattern: str) -> bool:
    """Whether a line has the shape of a pattern (`read_pattern`); a tile with two digits counts as `00`."""
    return re.sub(r"\d", "0", bingo.plain) == pattern


def _face(match: re.Match[str]) -> str:
    return format_faces([match[1]])
