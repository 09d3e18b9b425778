"""`summy lab`: instruments that measure players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli import lab_leaves, lab_winprob
from summy.cli.options import PLAIN, Json, RulesetFile, RulesOption, Seed, Workers
from summy.errors import FormatError

app = typer.Typer(**PLAIN, help="Matches, self-play and measurements, on many cores or machines.")
PLAYER_HELP = "A player by its name: pip, tess, max, ..."


app.add_typer(lab_leaves.app, name="leaves")
app.add_typer(lab_winprob.app, name="winprob")


@app.callback()
def _lab() -> None:
    """Instruments that measure players. See docs/lab.md."""


@app.command(epilog="Example: summy lab match max tess --pairs 200 --workers 4 --out max-tess")
def match(
    one: Annotated[str, typer.Argument(metavar="A", help=PLAYER_HELP, show_default=False)],
    other: Annotated[str, typer.Argument(metavar="B", help=PLAYER_HELP, show_default=False)],
    pairs: Annotated[int, typer.Option("--pairs", min=1, max=10_000_000, help="Pairs; with --sprt the most.")] = 100,
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    seed: Seed = 0,
    workers: Workers = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write summary, pairs and picture there.", show_default=False),
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="Also write all games there.", show_default=False)] = False,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as the sequential test decides.", show_default=False)
    ] = False,
    elo0: Annotated[float, typer.Option("--elo0", help="H0 of the test: at most so many normalised Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="H1 of the test: at least so many.")] = 5.0,
    from_stock: Annotated[
        int | None,
        typer.Option(
            "--from-stock",
            metavar="TILES",
            min=0,
            help="Let max play until the stock has at most so many tiles: compares how games are ended.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Compare two players by mirrored pairs: two games on each deal, seats changed."""
    from summy.cli.lab_runs import require_lab, run_match

    require_lab()
    from summy.lab.match import Match
    from summy.lab.statistics import SequentialTest
    from summy.rulesets import load_ruleset

    if records and out is None:
        raise FormatError("needs --out: where the games are written", key="--records")
    test = SequentialTest(elo0, elo1) if sprt else None
    ruleset = load_ruleset(ruleset_file or rules)
    run_match(Match(ruleset, one, other, pairs, seed, test, records, from_stock), workers, out, json=json)
    return 0


@app.command(epilog="Example: summy lab selfplay --games 10000 --players max,tess --workers 4 --out games")
def selfplay(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Games, turns and records; goes on where it stopped.")
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B", help="One player for every side, or one for each.")
    ] = "max",
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    seed: Seed = 0,
    workers: Workers = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="A Dask scheduler, tcp://host:8786, instead of processes of this machine.",
            show_default=False,
        ),
    ] = None,
    chunk: Annotated[int, typer.Option("--chunk", min=1, help="Games of a task and of a file.")] = 100,
    positions: Annotated[
        bool, typer.Option("--positions", help="Also keep the position before each turn.", show_default=False)
    ] = False,
    json: Json = False,
) -> int:
    """Play many games and keep them as Parquet and as records. Run the same command again after any interruption."""
    from summy.cli.lab_runs import require_lab, run_selfplay

    require_lab()
    from summy.lab.named_players import split_names
    from summy.lab.selfplay import SelfPlay
    from summy.rulesets import load_ruleset

    ruleset = load_ruleset(ruleset_file or rules)
    names = split_names(players)
    sides = names * ruleset.sides.default if len(names) == 1 else names
    run_selfplay(SelfPlay(ruleset, sides, games, seed, chunk, positions), out, scheduler, workers, json=json)
    return 0


@app.command(epilog="Example: summy lab ladder --pairs 200 --workers 4 --out ladder")
def ladder(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER...", help="Weakest first; all computer players when left out.", show_default=False
        ),
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", min=1, max=1_000_000, help="Pairs of each meeting.")] = 100,
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    seed: Seed = 0,
    workers: Workers = 1,
    everybody: Annotated[
        bool,
        typer.Option("--everybody", help="Each against each, not only against the one below.", show_default=False),
    ] = False,
    ablate: Annotated[
        str | None,
        typer.Option(
            "--ablate",
            metavar="PLAYER",
            help="Instead: this player against itself with one part switched off each time.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write ladder.md and ladder.json.", show_default=False)
    ] = None,
    json: Json = False,
) -> int:
    """Rate players by matches between them, or show what each part of a player is worth."""
    from summy.cli.lab_runs import require_lab, run_ladder

    require_lab()
    from summy.engine.players import PLAYERS
    from summy.lab import ladder as ladders
    from summy.rulesets import load_ruleset

    lacking = ladders.ablations(ablate) if ablate is not None else {}
    names = tuple(players or PLAYERS)
    meetings = tuple(lacking.values()) or (ladders.everybody(names) if everybody else ladders.climbing(names))
    chosen = ladders.Ladder(load_ruleset(ruleset_file or rules), meetings, pairs, seed)
    run_ladder(chosen, tuple(lacking), workers, out, json=json)
    return 0


@app.command(epilog="Example: summy lab bench --players max,ada --positions 50")
def bench(
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Players to measure.")] = "pip,tess,max",
    positions: Annotated[int, typer.Option("--positions", min=1, max=100_000, help="How many positions.")] = 100,
    repeats: Annotated[int, typer.Option("--repeats", min=1, max=1000, help="Runs of each; the fastest counts.")] = 3,
    rules: RulesOption = "summy",
    ruleset_file: RulesetFile = None,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write the figures there.", show_default=False)
    ] = None,
    json: Json = False,
) -> int:
    """Measure how long players think, in positions of games with fixed seeds."""
    from summy.cli.lab_runs import run_bench
    from summy.lab.named_players import split_names
    from summy.rulesets import load_ruleset

    run_bench(
        load_ruleset(ruleset_file or rules), split_names(players), positions, repeats, seed=seed, folder=out, json=json
    )
    return 0
