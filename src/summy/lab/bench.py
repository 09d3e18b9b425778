"""How long players think, on positions of games with fixed seeds."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from summy.engine.hidden import seen_by_mover
from summy.engine.movegen import prepare
from summy.engine.players import Limits, Player, choose
from summy.errors import SummyError
from summy.lab.files import write_file
from summy.lab.games import play, seed_of_game
from summy.lab.named_players import named_player
from summy.lab.provenance import provenance
from summy.position import Position
from summy.rulesets import Ruleset

PATHFINDER = "max"
"""Plays the games from which the positions are taken."""


def bench_players(
    ruleset: Ruleset,
    names: Sequence[str],
    positions: int,
    *,
    seed: int = 0,
    repeats: int = 3,
    on_position: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Times of single moves in milliseconds, a player at a time on each position, so that all meet the same machine.

    Each position counts with the fastest of `repeats` runs: another process on the machine should not decide. A player
    must choose the same every time.

    Args:
        ruleset: the rules.
        names: specifications of players.
        positions: how many positions.
        seed: of the games they come from.
        repeats: runs of each player on each position.
        on_position: told after every position.

    Raises SummyError (`not_reproducible`) for a player that answers differently to the same question.
    """
    players = {name: named_player(name) for name in names}
    for name, player in players.items():
        if player.sees_all:
            raise SummyError("bad_player", f"{name} sees all hands, which nobody may who is measured")
    prepare(ruleset)
    times: dict[str, list[float]] = {name: [] for name in names}
    for number, position in enumerate(_positions(ruleset, positions, seed)):
        for name, player in players.items():
            times[name].append(_fastest(name, player, position, number, repeats))
        on_position()
    measured = {name: _figures(milliseconds) for name, milliseconds in times.items()}
    return {**provenance(ruleset, seed=seed, positions=positions, repeats=repeats), "players": measured}


def _positions(ruleset: Ruleset, count: int, seed: int) -> list[Position]:
    """Positions of whole games, as the side to move sees them."""
    found: list[Position] = []
    pathfinders = [named_player(PATHFINDER)] * ruleset.sides.default
    number = 0
    while len(found) < count:
        game = play(ruleset, seed_of_game(seed, number), pathfinders, [PATHFINDER] * len(pathfinders))
        found += [seen_by_mover(turn.before.position) for turn in game.turns]
        number += 1
    return found[:count]


def _fastest(name: str, player: Player, position: Position, seed: int, repeats: int) -> float:
    """Milliseconds of the fastest of some choices."""
    fastest = float("inf")
    moves = set()
    for _ in range(repeats):
        began = time.perf_counter()
        choice = choose(player, position, Limits(seed))
        fastest = min(fastest, time.perf_counter() - began)
        moves.add(repr(choice.move))
    if len(moves) > 1:
        raise SummyError("not_reproducible", f"{name} chose {len(moves)} different moves in one position")
    return fastest * 1000


def _figures(milliseconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    return {
        "median_ms": round(statistics.median(ordered), 3),
        "p95_ms": round(ordered[len(ordered) * 95 // 100], 3),
        "max_ms": round(ordered[-1], 3),
        "moves_per_second": round(1000 * len(ordered) / sum(ordered), 1),
    }


def bench_report(measured: dict[str, Any]) -> str:
    """The figures for people, a line a player."""
    width = max(len(name) for name in measured["players"])
    runs = f"seed {measured['seed']}, fastest of {measured['repeats']}"
    lines = [
        f"thinking times, {measured['rules']}, {measured['positions']} positions, {runs}",
        f"  {'':<{width}}  median ms    95 % ms     max ms    moves/s",
    ]
    for name, figures in measured["players"].items():
        columns = (figures[key] for key in ("median_ms", "p95_ms", "max_ms", "moves_per_second"))
        lines.append(f"  {name:<{width}}" + "".join(f"{value:>11.2f}" for value in columns))
    lines.append(f"  commit {measured['commit']}, {measured['machine']}, Python {measured['python']}")
    return "\n".join(lines) + "\n"


def write_bench(measured: dict[str, Any], folder: Path) -> None:
    """bench.json and bench.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / "bench.json", (json.dumps(measured, indent=1) + "\n").encode())
    write_file(folder / "bench.txt", bench_report(measured).encode())
