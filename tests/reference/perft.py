"""Counting plays ahead: each play is laid, the hand is not refilled, the same side moves again."""

import hashlib
from typing import Any

from .generating import walked_plays
from .table import Table, read_position, table_after


def perft(position: dict[str, Any], depth: int) -> list[dict[str, int]]:
    """Per depth from 1: `plays`, sum of `scores`, sum of `tiles` used, `checksum` of the texts."""
    rows = []
    tables: list[Table] = [read_position(position)]
    for _ in range(depth):
        row = {"plays": 0, "scores": 0, "tiles": 0, "checksum": 0}
        following = []
        for table in tables:
            for play in walked_plays(table):
                row["plays"] += 1
                row["scores"] += play["score"]
                row["tiles"] += len(play["tiles"])
                digest = hashlib.sha256(play["text"].encode()).digest()
                row["checksum"] = (row["checksum"] + int.from_bytes(digest[:8], "big")) % 2**64
                following.append(table_after(table, play["tiles"], play["direction"]))
        rows.append(row)
        tables = following
    return rows
