"""`summy moves`: everything the side to move may do."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, PositionFile, RulesetFile, Strict
from summy.cli.output import print_json

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy moves position.json --plays-only --best 5")
def moves(
    file: PositionFile,
    plays_only: Annotated[
        bool, typer.Option("--plays-only", help="Leave out discards, exchanges and passes.", show_default=False)
    ] = False,
    best: Annotated[
        int | None,
        typer.Option("--best", metavar="N", min=1, help="Only the N best; the search stops early.", show_default=False),
    ] = None,
    strict: Strict = False,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """List all legal moves of the side to move, best score first, equal scores by their text."""
    # The move generator is loaded now, so that --help and completion don't wait for it.
    from summy.cli.listing import legal_moves, print_moves
    from summy.cli.reading import read_position

    position = read_position(file, ruleset_file, strict=strict)
    found = list(legal_moves(position, best=best, plays_only=plays_only))
    if json:
        counted = {"count": len(found)} if best is None else {}
        print_json({**counted, "moves": found})
    else:
        print_moves(found, position)
    return 0
