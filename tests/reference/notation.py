"""The text of a play, as docs/formats describes it."""

from typing import Any

from .judging import direction_of
from .table import Place, Table, run_through, with_tiles


def square_text(table: Table, square: Place) -> str:
    """`-3,0` on a table without an edge, `H8` on a board."""
    if table.rules["size"] is None:
        return f"{square[0]},{square[1]}"
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[square[0]] + str(square[1] + 1)


def token_text(tile: str, face: str) -> str:
    """A placed tile: `7`, `[12]`, `[?>7]`."""
    if tile != face:
        return f"[{tile}>{face}]"
    return tile if len(tile) == 1 else f"[{tile}]"


def play_text(table: Table, placed: list[dict[str, Any]], direction: str | None) -> str:
    """The text of a play that lies in one line without a gap."""
    along = direction_of(table, placed, direction)
    assert along is not None
    tiles = with_tiles(table, placed)
    words = ""
    for square in run_through(tiles, (placed[0]["x"], placed[0]["y"]), along):
        tile, face = tiles[square]
        if square in table.tiles:
            words += "(" + (face if len(face) == 1 else f"[{face}]") + ")"
        else:
            words += token_text(tile, face)
    start = run_through(tiles, (placed[0]["x"], placed[0]["y"]), along)[0]
    arrow = ">" if along == "across" else "v"
    return f"{square_text(table, start)}{arrow} {words.replace(')(', '')}"
