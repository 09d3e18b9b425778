"""`summy rules`: the rules of a game in words."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, Language, RulesetFile, complete_ruleset, speak
from summy.cli.output import print_json

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy rules summy --lang pt-br")
def rules(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="RULESET", help="Name of a ruleset.", autocompletion=complete_ruleset, show_default=True
        ),
    ] = "summy",
    short: Annotated[
        bool, typer.Option("--short", help="Only what to know before a first game.", show_default=False)
    ] = False,
    ruleset_file: RulesetFile = None,
    language: Language = "en",
    json: Json = False,
) -> int:
    """Print the rules of a game in words, made from its data."""
    from summy.cli.rules_in_words import print_rules, rules_as_json
    from summy.rulesets import load_ruleset
    from summy.rulesets.words import in_one_minute

    translate = speak(language)
    chosen = load_ruleset(ruleset_file or ruleset)
    if json:
        print_json(rules_as_json(chosen, translate))
    elif short:
        print(" ".join(sentence.text(translate) for sentence in in_one_minute(chosen)))
    else:
        print_rules(chosen, translate)
    return 0
