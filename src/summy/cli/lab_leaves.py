"""`summy lab leaves`: values of kept tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, RulesetFile, RulesetName, Seed, Workers

app = typer.Typer(**PLAIN, help="What kept tiles are worth.")


@app.callback()
def _leaves() -> None:
    """Values of kept tiles. See docs/leaves.md."""


@app.command(epilog="Example: summy lab leaves build summy --boards 60 --workers 2")
def build(
    ruleset: RulesetName,
    boards: Annotated[int, typer.Option("--boards", min=1, help="Tables of the last round.")] = 60,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=20, help="Each uses the values of the last.")] = 4,
    seed: Seed = 0,
    workers: Workers = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Instead of RULESET.leaves here.", show_default=False),
    ] = None,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Measure what kept tiles are worth: the mean of the best next moves over hands and tables, in rounds."""
    from summy.cli.lab_measuring import build_leaves
    from summy.cli.lab_runs import require_lab
    from summy.rulesets import load_ruleset

    require_lab()
    rules = load_ruleset(ruleset_file or ruleset)
    build_leaves(rules, boards, rounds, seed, workers, out or Path(f"{rules.id}.leaves"), json=json)
    return 0


@app.command(epilog="Example: summy lab leaves match amath --pairs 200 --against none")
def match(
    ruleset: RulesetName,
    against: Annotated[
        str, typer.Option("--against", metavar="VALUES", help="rule (by balance), none, or a file of values.")
    ] = "rule",
    values: Annotated[
        Path | None,
        typer.Option("--values", metavar="FILE", help="Instead of those that come with it.", show_default=False),
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", min=2, max=10_000_000, help="Mirrored pairs.")] = 500,
    seed: Annotated[int, typer.Option("--seed", help="Decides every deal.")] = 1,
    workers: Annotated[int, typer.Option("--workers", min=1, max=1024, help="Processes.")] = 1,
    json: Json = False,
) -> int:
    """Compare values of kept tiles: mirrored pairs of games in which both sides take the highest equity."""
    from summy.cli.lab_measuring import match_leaves
    from summy.cli.lab_runs import require_lab
    from summy.rulesets import load_ruleset

    require_lab()
    match_leaves(load_ruleset(ruleset), values, against, pairs, seed, workers, json=json)
    return 0
