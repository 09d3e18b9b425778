"""`summy convert`: positions and records from text to JSON and back."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, RulesetFile

app = typer.Typer(**PLAIN)


class Form(StrEnum):
    """The two written forms of everything."""

    TEXT = "text"
    JSON = "json"


@app.command(epilog="Example: summy convert game.sgr --to json > game.jsonl")
def convert(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Positions (one a line) or game records; - is standard input.", show_default=False
        ),
    ],
    to: Annotated[
        Form | None, typer.Option("--to", help="The form to write; by default the other one.", show_default=False)
    ] = None,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Write positions or game records in their other form: text, or JSON with one object a line."""
    from summy.cli.converting import convert_text
    from summy.cli.reading import read_text

    target = Form.JSON if json else to
    for line in convert_text(read_text(file), None if target is None else target.value, ruleset_file):
        print(line)
    return 0
