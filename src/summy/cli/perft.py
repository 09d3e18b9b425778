"""`summy perft`: count plays to a depth, to compare move generators."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, PositionFile, RulesetFile
from summy.cli.output import print_json

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy perft position.json 2")
def perft(
    file: PositionFile,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, help="How many plays ahead.", show_default=False)],
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Count plays to a depth: each is laid, the hand is not refilled, the same side moves again.

    Per depth: plays, sum of their scores, sum of the tiles used, and a checksum: the sum modulo 2^64 of the first
    8 bytes (big-endian) of the SHA-256 of each move text.
    """
    from summy.cli.reading import read_position
    from summy.engine.perft import perft as count_plays

    position = read_position(file, ruleset_file)
    if json:
        print_json({"depths": [count._asdict() for count in count_plays(position, depth)]})
        return 0
    row = "{:>5} {:>12} {:>12} {:>12} {:>20}"
    print(row.format("depth", "plays", "scores", "tiles", "checksum"))
    for count in count_plays(position, depth):
        print(row.format(*count), flush=True)
    return 0
