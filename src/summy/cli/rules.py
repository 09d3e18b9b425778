"""`summy rules`: the rules of a game in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, Language, RulesetFile, complete_ruleset, speak
from summy.cli.output import console, print_json
from summy.language import Translate
from summy.rulesets import Ruleset, load_ruleset
from summy.rulesets.words import Section, in_one_minute, rules_in_words

app = typer.Typer(**PLAIN)

BODY_WIDTH = 96
"""Characters of a line of rules at most: longer lines are hard to read."""


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
    translate = speak(language)
    chosen = _load(ruleset, ruleset_file)
    if json:
        print_json(rules_as_json(chosen, translate))
    elif short:
        print(" ".join(sentence.text(translate) for sentence in in_one_minute(chosen)))
    else:
        _print_sections(chosen, rules_in_words(chosen), translate)
    return 0


def _load(name: str, file: Path | None) -> Ruleset:
    return load_ruleset(file or name)


def rules_as_json(ruleset: Ruleset, translate: Translate) -> dict[str, object]:
    """The rules as `{"rules", "version", "title", "sections": [{"key", "title", "rules": [{"text", "examples"}]}]}`."""
    return {
        "rules": ruleset.id,
        "version": ruleset.version,
        "title": ruleset.title,
        "sections": [
            {
                "key": section.key,
                "title": section.title.text(translate),
                "rules": [
                    {"text": rule.sentence.text(translate), "examples": list(rule.examples)} for rule in section.rules
                ],
            }
            for section in rules_in_words(ruleset)
        ],
    }


def _print_sections(ruleset: Ruleset, sections: tuple[Section, ...], translate: Translate) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    width = min(out.width, BODY_WIDTH)
    out.print(Text(ruleset.title, "bold underline"))
    for section in sections:
        out.print()
        out.print(Text(section.title.text(translate), "bold"))
        for rule in section.rules:
            text = Text(rule.sentence.text(translate))
            if rule.examples:
                text.append("  " + "  ".join(rule.examples), "cyan")
            out.print(Padding(text, (0, 0, 0, 2)), width=width, soft_wrap=False)
