"""Moves as people type them: the parentheses around tiles of the table may be left out."""

from __future__ import annotations

import re
from dataclasses import replace

from summy.move import Move, Placement, Play, parse_move
from summy.position import Position
from summy.tiles import parse_hand

_PLAY = re.compile(r"(?P<square>[^ >vV]+) *(?P<mark>[>vV]) *(?P<line>[^ ]+)")
_SWAP = re.compile(r"(?P<word>discard|exchange) (?P<tiles>[^ ]+)", re.IGNORECASE)


def read_typed_move(text: str, position: Position) -> Move:
    """A move in the notation of docs/formats.md, or a looser one.

    - Without parentheses, the tiles that lie there already are found on the table: `1,-1v 63x8=504`.
    - Tiles to discard or exchange may be written together: `discard 7+`.
    - Columns may be small letters, the `v` may be a capital, blanks may be more or fewer.

    Raises FormatError for what is no move.
    """
    plain = " ".join(text.split())
    if swap := _SWAP.fullmatch(plain):
        if swap["tiles"].startswith("#"):
            return parse_move(plain.lower(), position.ruleset)
        return parse_move(f"{swap['word'].lower()} {' '.join(parse_hand(swap['tiles']))}", position.ruleset)
    if play := _PLAY.fullmatch(plain):
        move = parse_move(
            f"{play['square'].upper()}{play['mark'].lower()} {play['line']}",
            position.ruleset,
        )
        return move if "(" in plain or not isinstance(move, Play) else _with_table_tiles(move, position)
    return parse_move(plain, position.ruleset)


def _with_table_tiles(play: Play, position: Position) -> Play:
    """The same line, with what lies on the table already counted as such."""
    table = {placement.square for placement in play.tiles if _lies_there(placement, position)}
    laid = tuple(placement for placement in play.tiles if placement.square not in table)
    assert play.written is not None
    found = tuple(
        (placement.square, placement.face or "", None) for placement in play.tiles if placement.square in table
    )
    return replace(play, tiles=laid, written=replace(play.written, table=found))


def _lies_there(placement: Placement, position: Position) -> bool:
    token = position.board.get(placement.square)
    return token is not None and token.face == placement.face
