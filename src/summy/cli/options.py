"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from summy.errors import SummyError
from summy.language import LOCALE_DIR, Translate, locale_name, translator

PLAIN: dict[str, Any] = {"rich_markup_mode": None, "add_completion": False}
"""Settings of the typer application of a command."""


def complete_ruleset(incomplete: str) -> list[str]:
    """Names of the packaged rulesets, for shell completion."""
    from summy.rulesets import ruleset_names

    return [name for name in ruleset_names() if name.startswith(incomplete)]


def languages() -> tuple[str, ...]:
    """Languages that the library's sentences are translated into, English first."""
    found = {path.parent.parent.name.replace("_", "-") for path in LOCALE_DIR.glob("*/LC_MESSAGES/summy.mo")}
    return ("en", *sorted(found - {"en"}))


def speak(language: str) -> Translate:
    """The translation into the language of `--lang`; SummyError for a language without a catalogue."""
    wanted = locale_name(language).replace("_", "-")
    if wanted not in languages():
        raise SummyError("unknown_language", f"--lang {language}: there are {', '.join(languages())}")
    return translator(language)


PositionFile = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A position as JSON or as text; - is standard input.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.", show_default=False)]
Strict = Annotated[
    bool,
    typer.Option("--strict", help="Also refuse tiles that cannot all come from one set.", show_default=False),
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANG",
        help="Language of the sentences.",
        autocompletion=lambda incomplete: [name for name in languages() if name.startswith(incomplete)],
    ),
]
RulesetFile = Annotated[
    Path | None,
    typer.Option(
        "--ruleset",
        metavar="FILE",
        help="A ruleset file to use instead of the packaged ruleset of that name.",
        show_default=False,
    ),
]
RulesetName = Annotated[
    str,
    typer.Argument(metavar="RULESET", help="Which game.", autocompletion=complete_ruleset, show_default=False),
]
Seed = Annotated[int, typer.Option("--seed", help="Decides every deal and every chance of the run.")]
Workers = Annotated[int, typer.Option("--workers", min=1, max=1024, help="Processes; results do not depend on it.")]
RulesOption = Annotated[
    str, typer.Option("--rules", metavar="RULESET", help="Which game.", autocompletion=complete_ruleset)
]
