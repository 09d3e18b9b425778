"""`summy bench`: speed of the move generator, of self-play and of the end game."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json, RulesetFile, RulesOption
from summy.cli.output import print_json

app = typer.Typer(**PLAIN, help="Speed of the move generator, of self-play and of the end game.")


@app.callback()
def _bench() -> None:
    """Speed of the move generator, of self-play and of the end game, on this machine."""


@app.command(epilog="Example: summy bench movegen --positions 200")
def movegen(
    positions: Annotated[int, typer.Option("--positions", min=1, max=100_000, help="How many positions.")] = 200,
    repeats: Annotated[int, typer.Option("--repeats", min=1, max=1000, help="Runs of each; the fastest counts.")] = 5,
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Time to find every legal play, and only the best, in positions of self-played games with fixed seeds."""
    from summy.cli.benchmarks import bench_movegen, print_measurement
    from summy.rulesets import load_ruleset

    measured = bench_movegen(load_ruleset(ruleset_file or rules), positions, repeats)
    print_json(measured) if json else print_measurement("move generation", measured)
    return 0


@app.command(epilog="Example: summy bench selfplay --games 200")
def selfplay(
    games: Annotated[int, typer.Option("--games", min=1, max=1_000_000, help="How many games.")] = 100,
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Whole games through the referee and the log, each side always taking the highest score."""
    from summy.cli.benchmarks import bench_selfplay, print_measurement
    from summy.rulesets import load_ruleset

    measured = bench_selfplay(load_ruleset(ruleset_file or rules), games)
    print_json(measured) if json else print_measurement("self-play", measured)
    return 0


@app.command(epilog="Example: summy bench endgame --rules amath --positions 100")
def endgame(
    positions: Annotated[int, typer.Option("--positions", min=1, max=100_000, help="How many positions.")] = 100,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Most positions to look at in each.")] = 1_000_000,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, help="A proof counts up to this processor time.")
    ] = 10.0,
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """Prove end games of self-played games with fixed seeds, from where the stock became empty."""
    from summy.cli.benchmarks import bench_endgame, print_measurement
    from summy.rulesets import load_ruleset

    measured = bench_endgame(load_ruleset(ruleset_file or rules), positions, nodes, seconds)
    print_json(measured) if json else print_measurement("end games", measured)
    return 0
