"""Cases with known answers, and how a line of text becomes a position and a move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LARGEST_HAND = 12


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of one file."""
    read: list[dict[str, Any]] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return read


def placed_legally(line: str, *, down: bool = False) -> tuple[dict[str, Any], str]:
    """A position and the text of a move that plays `line` as if every tile were placed legally.

    The first tile lies on the table (more of them where the line is longer than a hand can be), the rest comes from
    the hand. Tiles are single characters.
    """
    on_table = max(1, len(line) - LARGEST_HAND)
    squares = [(0, step) if down else (step, 0) for step in range(len(line))]
    position = {
        "rules": "summy",
        "board": [
            {"x": x, "y": y, "tile": tile} for (x, y), tile in zip(squares[:on_table], line[:on_table], strict=True)
        ],
        "hands": [list(line[on_table:])],
        "stock": 50,
    }
    return position, f"0,0{'v' if down else '>'} ({line[:on_table]}){line[on_table:]}"
