"""`summy replay`: play a game record again and check every line of it."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.exit_codes import DONE, NO
from summy.cli.options import PLAIN, Json, RulesetFile
from summy.cli.output import print_json

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy replay game.sgr --verify-deal")
def replay(
    record: Annotated[
        str,
        typer.Argument(metavar="RECORD", help="Games as text or JSON Lines; - is standard input.", show_default=False),
    ],
    verify_deal: Annotated[
        bool, typer.Option("--verify-deal", help="Also check every draw against the revealed seed.", show_default=False)
    ] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Draw the table after every event.", show_default=False)
    ] = False,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Judge every move of every game again. Exit code 0: all is right. 1: something is not, and is told."""
    from summy.cli.replaying import print_replay, replay_as_json, replayed

    games = replayed(record, ruleset_file, verify_deal=verify_deal)
    if json:
        print_json({"games": [replay_as_json(game, verify_deal=verify_deal) for game in games]})
    else:
        for number, game in enumerate(games, 1):
            print_replay(number, game, verify_deal=verify_deal, tables=tables)
    return NO if any(game.problems for game in games) else DONE
