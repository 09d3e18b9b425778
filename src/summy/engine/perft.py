"""Counting plays to a depth, to hold move generators against each other.

Each play is laid, the hand is not refilled and the same side moves again (`summy.referee.place`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from summy.engine.movegen import generate
from summy.move import format_move
from summy.position import Position
from summy.referee import judge_play, place_judged

_CHECKSUM_MODULUS = 2**64


class PerftCount(NamedTuple):
    """All plays at one depth."""

    depth: int
    """From 1: the plays of the position itself."""

    plays: int
    scores: int
    """Sum of the scores of these plays, each alone."""

    tiles: int
    """Sum of the hand tiles these plays use."""

    checksum: int
    """Sum modulo 2^64 of the first 8 bytes (big-endian) of the SHA-256 of each move text."""


def perft(position: Position, depth: int) -> Iterator[PerftCount]:
    """The counts of each depth from 1 to `depth`, each as soon as it is known.

    Positions are visited depth first, once for each depth, so that memory stays small.
    """
    for level in range(1, depth + 1):
        yield PerftCount(level, *_counts(position, level))


def _counts(position: Position, remaining: int) -> tuple[int, int, int, int]:
    plays = scores = tiles = checksum = 0
    for play in generate(position):
        if remaining == 1:
            plays += 1
            scores += judge_play(position, play).score
            tiles += len(play.tiles)
            text = format_move(play, position.board, position.ruleset)
            checksum += int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        else:
            deeper = _counts(place_judged(position, play, judge_play(position, play)), remaining - 1)
            plays, scores, tiles = plays + deeper[0], scores + deeper[1], tiles + deeper[2]
            checksum += deeper[3]
    return plays, scores, tiles, checksum % _CHECKSUM_MODULUS
