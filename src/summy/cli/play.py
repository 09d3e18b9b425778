"""`summy play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Language, RulesetFile, RulesOption, speak
from summy.errors import SummyError

app = typer.Typer(**PLAIN)

NOBODY = "nobody"


def _complete_player(incomplete: str) -> list[str]:
    from summy.engine.players import PLAYERS

    return [name for name in (*PLAYERS, NOBODY) if name.startswith(incomplete)]


@app.command(epilog="Example: summy play --against tess --save evening.sgr")
def play(
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="PLAYER",
            help="pip (beginner), tess (club), max (strong), or nobody: alone, for the highest score.",
            autocompletion=_complete_player,
        ),
    ] = "pip",
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="HEX", help="64 hexadecimal digits: play this deal again.", show_default=False),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the game record there.", show_default=False)
    ] = None,
    language: Language = "en",
) -> int:
    """Play a game: type a move such as 1,-1v 63x8=504, or help."""
    import secrets

    from summy.cli.terminal_game import TerminalGame
    from summy.deal import SEED_BYTES, parse_seed
    from summy.engine.players import PLAYERS
    from summy.rulesets import load_ruleset

    translate = speak(language)
    if against not in PLAYERS and against != NOBODY:
        raise SummyError("unknown_player", f"--against {against}: there are {', '.join((*PLAYERS, NOBODY))}")
    chosen = load_ruleset(ruleset_file or rules)
    deal_seed = secrets.token_bytes(SEED_BYTES) if seed is None else parse_seed(seed)
    return TerminalGame(chosen, deal_seed, PLAYERS.get(against), translate, save).run()
