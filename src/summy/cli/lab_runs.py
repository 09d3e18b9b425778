"""Running the lab's instruments for a person who waits: progress, files, and what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from summy.cli.output import print_json
from summy.errors import SummyError

if TYPE_CHECKING:
    from summy.lab.ladder import Ladder
    from summy.lab.match import Match
    from summy.lab.selfplay import SelfPlay
    from summy.rulesets import Ruleset

NEEDED = ("numpy", "dask", "distributed", "pyarrow", "matplotlib")
"""What the extra `lab` installs."""


def require_lab() -> None:
    """SummyError (`extra_missing`) with the command that helps where the packages of the lab are not installed."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise SummyError(
            "extra_missing",
            f"summy lab needs packages that are not installed ({', '.join(missing)}): pip install 'summy-games[lab]'",
        )


class Advance(Protocol):
    """Moves a progress bar."""

    def __call__(self, count: int = 1) -> None:
        """So much more is done."""


@contextmanager
def progress(total: int, what: str) -> Iterator[Advance]:
    """A progress bar on standard error, for people who look at a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(what, total=total)

        def advance(count: int = 1) -> None:
            bar.advance(task, count)

        yield advance


def run_match(match: Match, workers: int, folder: Path | None, *, json: bool) -> None:
    """Play a match, write its files where a folder is given, print what it shows."""
    from summy.lab.match import play_match
    from summy.lab.match_report import report, summary, write_match

    with progress(match.pairs, "pairs") as advance:
        result = play_match(match, workers, on_pair=lambda _: advance())
    if folder is not None:
        write_match(result, folder)
    if json:
        print_json(summary(result))
    else:
        print(report(result), end="")


def run_selfplay(run: SelfPlay, folder: Path, scheduler: str | None, workers: int, *, json: bool) -> None:
    """Play what is missing of a run, print the sums."""
    from summy.lab.cluster import cluster_of, played_chunks
    from summy.lab.store import Store

    store = Store(folder, run)
    missing = store.missing()
    with progress(run.games, "games") as advance:
        advance(run.games - sum(len(numbers) for numbers in missing))
        if missing:
            with cluster_of(scheduler, workers) as cluster:
                for chunk in played_chunks(cluster, run, missing):
                    store.add(chunk)
                    advance(len(chunk.numbers))
    summary = store.finish()
    if json:
        print_json(summary)
    else:
        print_tally(summary)


def print_tally(summary: dict[str, Any]) -> None:
    """The sums of a run for people: each player and each seat with games, wins and points a game."""
    tally = summary["tally"]
    print(f"{tally['games']} games of {summary['rules']}, {tally['draws']} draws, seed {summary['seed']}")
    for owner in sorted({name.rpartition("/")[0] for name in tally if name.startswith(("players/", "seats/"))}):
        games, wins, points = (tally[f"{owner}/{name}"] for name in ("games", "wins", "points"))
        print(f"  {owner:<24} {games} games, {wins} won, {points / games:.2f} points a game")
    print(f"  commit {summary['commit']}, {summary['machine']}, Python {summary['python']}")


def run_ladder(ladder: Ladder, parts: tuple[str, ...], workers: int, folder: Path | None, *, json: bool) -> None:
    """Play the meetings of a ladder, write its files where a folder is given, print the tables."""
    from summy.lab.ladder import play_ladder
    from summy.lab.ladder_report import report, summary, write_ladder

    with progress(ladder.pairs * len(ladder.meetings), "pairs") as advance:
        result = play_ladder(ladder, workers, on_pair=lambda _: advance())
    if folder is not None:
        write_ladder(result, folder, parts)
    if json:
        print_json(summary(result))
    else:
        print(report(result, parts), end="")


def run_bench(
    ruleset: Ruleset,
    players: Sequence[str],
    positions: int,
    repeats: int,
    *,
    seed: int,
    folder: Path | None,
    json: bool,
) -> None:
    """Measure players, write the figures where a folder is given, print them."""
    from summy.lab.bench import bench_players, bench_report, write_bench

    with progress(positions, "positions") as advance:
        measured = bench_players(ruleset, players, positions, seed=seed, repeats=repeats, on_position=advance)
    if folder is not None:
        write_bench(measured, folder)
    if json:
        print_json(measured)
    else:
        print(bench_report(measured), end="")
