"""`summy endgame`: the exact end game of two sides, and the near end game before it."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, PositionFile, RulesetFile, Strict
from summy.cli.output import print_json

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy endgame position.json --lines 3")
def endgame(
    file: PositionFile,
    lines: Annotated[int, typer.Option("--lines", min=1, max=1000, help="How many moves, best first.")] = 1,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Most positions to look at.")] = 2_000_000,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.001, help="Most time; no limit if left out.", show_default=False)
    ] = None,
    strict: Strict = False,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Prove how the game ends once the stock is empty, with the best line of play.

    Both hands must be known, or one follow from the tiles that are not seen. With one to four tiles in the stock, moves
    are compared over every way in which the tiles not seen can lie. Exit code 1 when there is no proof; what is proved
    of an end game then are the bounds.
    """
    from summy.cli.endgames import near_to_json, print_near, print_result, result_to_json
    from summy.cli.reading import read_position
    from summy.engine import near_endgame
    from summy.engine.endgame import EndgameLimits, solve

    position = read_position(file, ruleset_file, strict=strict)
    if position.stock_count and position.stock_count <= near_endgame.MOST_IN_STOCK:
        compared = near_endgame.solve(position, near_endgame.NearLimits(max(lines, 20), nodes, seconds=seconds))
        print_json(near_to_json(position, compared)) if json else print_near(position, compared, lines)
        return 0 if compared.proved else 1
    result = solve(position, EndgameLimits(nodes, seconds, lines))
    print_json(result_to_json(position, result)) if json else print_result(position, result)
    return 0 if result.proved else 1
