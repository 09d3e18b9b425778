"""`summy bingo`: every true line that uses all of some tiles."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, RulesetFile
from summy.cli.output import print_json

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy bingo 2 3 4 6 6 9 + = --pattern 00+00=00")
def bingo(
    tiles: Annotated[
        list[str],
        typer.Argument(metavar="TILES...", help="Tile names, or line text such as 2346[12]+=; 8 to 12 in all."),
    ],
    pattern: Annotated[
        str, typer.Option(metavar="P", help="Only lines of this shape, any digits: 00+00=000.", show_default=False)
    ] = "",
    target: Annotated[
        str, typer.Option(metavar="T", help="One more tile that the line must use too.", show_default=False)
    ] = "",
    rules: Annotated[str, typer.Option(metavar="RULESET", help="The game.")] = "amath",
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Find every line that uses all the tiles, with its best place as the first play.

    Lines are counted by their faces. Exit code 1 when there is none.
    """
    from summy.cli.bingos import asked_tiles, found, practice_ruleset, print_bingos

    game = practice_ruleset(rules, ruleset_file)
    hand = asked_tiles(game, tiles, target)
    bingos = found(game, hand, pattern)
    if json:
        listed = [{"line": each.faces, "score": each.points, "text": each.play} for each in bingos]
        print_json({"count": len(bingos), "best": listed[0]["score"] if listed else None, "lines": listed})
    else:
        print_bingos(bingos)
    return 0 if bingos else 1
