"""`summy check`: is this move legal, what does it score, and if not, why not."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.exit_codes import DONE, NO
from summy.cli.options import PLAIN, Json, Language, PositionFile, RulesetFile, Strict, speak
from summy.cli.output import print_json
from summy.cli.verbatim import VerbatimArguments

app = typer.Typer(**PLAIN)


@app.command(cls=VerbatimArguments, epilog="Example: summy check position.json '1,-1v 6(3)x8=504'")
def check(
    file: PositionFile,
    move: Annotated[
        str,
        typer.Argument(
            metavar="MOVE",
            help="A move as text, taken verbatim even when it begins with a minus sign.",
            show_default=False,
        ),
    ],
    strict: Strict = False,
    ruleset_file: RulesetFile = None,
    language: Language = "en",
    json: Json = False,
) -> int:
    """Tell whether a move is legal. Exit code 0: it is. 1: it is not. 2: it cannot be read."""
    from summy.cli.reading import read_position
    from summy.cli.verdicts import judge_in, print_verdict, verdict_as_json
    from summy.move import parse_move

    translate = speak(language)
    position = read_position(file, ruleset_file, strict=strict)
    read = parse_move(move, position.ruleset)
    verdict = judge_in(position, read)
    if json:
        print_json(verdict_as_json(verdict, translate))
    else:
        print_verdict(position, read, verdict, translate)
    return DONE if verdict.legal else NO
