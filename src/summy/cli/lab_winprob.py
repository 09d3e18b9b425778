"""`summy lab winprob`: how likely a lead wins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, RulesetFile, RulesetName, Seed, Workers, complete_ruleset

app = typer.Typer(**PLAIN, help="How likely a lead wins.")


@app.callback()
def _winprob() -> None:
    """Chances to win by points ahead and tiles unseen. See docs/winning-chances.md."""


@app.command(epilog="Example: summy lab winprob fit summy --games 5000 --workers 2")
def fit(
    ruleset: RulesetName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games are played.")] = 4000,
    seed: Seed = 0,
    workers: Workers = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Instead of RULESET.winprob here.", show_default=False),
    ] = None,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Fit chances to win to games in which both sides take the highest equity."""
    from summy.cli.lab_measuring import fit_chances
    from summy.cli.lab_runs import require_lab
    from summy.rulesets import load_ruleset

    require_lab()
    rules = load_ruleset(ruleset_file or ruleset)
    fit_chances(rules, games, seed, workers, out or Path(f"{rules.id}.winprob"), json=json)
    return 0


@app.command(epilog="Example: summy lab winprob judge summy amath --games 1000 --plot calibration.png")
def judge(
    rulesets: Annotated[
        list[str],
        typer.Argument(metavar="RULESET...", help="Which games.", autocompletion=complete_ruleset, show_default=False),
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games are played.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="Another than that of the fit.")] = 1,
    workers: Workers = 1,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the calibration curves there.", show_default=False),
    ] = None,
    json: Json = False,
) -> int:
    """Hold the chances that come with rulesets against games that they have not seen."""
    from summy.cli.lab_measuring import judge_chances
    from summy.cli.lab_runs import require_lab
    from summy.rulesets import load_ruleset

    require_lab()
    judge_chances([load_ruleset(name) for name in rulesets], games, seed, workers, plot, json=json)
    return 0
