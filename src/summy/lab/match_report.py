"""What a match has shown, for programs, for people and as files."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

from summy.lab.files import write_file
from summy.lab.match import BATCH, MatchResult
from summy.lab.provenance import provenance
from summy.lab.statistics import Verdict, bootstrap_interval, normalised_elo, sign_flip_test

SMALLEST_SHOWN = 0.0001
"""Smaller p-values are only said to be smaller."""

COLUMNS = (
    "pair", "deal", "one_first", "other_first", "one_second", "other_second", "half_points", "margin", "diverged",
    "turns_first", "turns_second",
)  # fmt: skip
"""Columns of pairs.csv. `first`: the game that the first player begins; `second`: the other."""


def summary(result: MatchResult) -> dict[str, Any]:
    """Everything that the match has shown, with its origin. Intervals are of 95 %, the sample being pairs."""
    match, statistics = result.match, result.statistics
    elo, elo_low, elo_high = statistics.elo
    normalised = normalised_elo(statistics.counts)
    per_game = [margin / 2 for margin in statistics.margins]
    interval = bootstrap_interval(per_game, seed=match.seed % 2**32)
    return {
        **provenance(match.ruleset, players=[match.one, match.other], seed=match.seed, pairs_asked=match.pairs),
        **({} if match.from_stock is None else {"from_stock": match.from_stock}),
        "pairs": statistics.pairs,
        "divergent_pairs": result.divergent,
        "half_points": list(statistics.counts),
        "pairs_won_tied_lost": list(statistics.won_drawn_lost),
        "score": round(statistics.score, 6),
        "score_error": round(statistics.score_error, 6),
        "elo": _finite(elo),
        "elo_interval": [_finite(elo_low), _finite(elo_high)],
        "normalised_elo": _finite(normalised.value),
        "normalised_elo_error": round(normalised.error, 3),
        "margin": round(statistics.margin, 6),
        "margin_error": round(statistics.margin_error, 6),
        "margin_bootstrap": [round(interval.low, 6), round(interval.high, 6)],
        "sign_flip_p": round(sign_flip_test(statistics.margins, seed=match.seed % 2**32), 6),
        "sequential": _sequential(result),
    }


def _finite(elo: float) -> float | None:
    """Rounded; None where a score of 0 or 1 makes it infinite."""
    return round(elo, 3) if math.isfinite(elo) else None


def _sequential(result: MatchResult) -> dict[str, Any] | None:
    test, ratio = result.match.test, result.ratio
    if test is None or ratio is None or result.verdict is None:
        return None
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "bounds": [round(bound, 6) for bound in test.bounds],
        "looks_every": BATCH,
        "ratio": round(ratio, 6),
        "verdict": result.verdict.value,
    }


def report(result: MatchResult) -> str:
    """The summary for people, in lines."""
    shown = summary(result)
    match = result.match
    won, tied, lost = result.statistics.won_drawn_lost
    interval = "{:+.2f} to {:+.2f}".format(*shown["margin_bootstrap"])
    low, high = shown["elo_interval"]
    lines = [
        f"{match.one} against {match.other}, {shown['rules']}, {shown['pairs']} mirrored pairs, seed {match.seed}"
        + ("" if match.from_stock is None else f", from {match.from_stock} tiles in the stock on"),
        f"  pairs            {won} won, {tied} tied, {lost} lost; {shown['divergent_pairs']} divergent",
        f"  half points 0-4  {', '.join(str(count) for count in shown['half_points'])}",
        f"  score            {100 * shown['score']:.2f} % +- {100 * shown['score_error']:.2f}",
        f"  Elo              {_elo(shown['elo'])} ({_elo(low)} to {_elo(high)})",
        f"  normalised Elo   {_elo(shown['normalised_elo'])} +- {shown['normalised_elo_error']:.1f}",
        f"  margin           {shown['margin']:+.2f} points a game (bootstrap {interval})",
        f"  sign flips       {_chance(shown['sign_flip_p'])}",
    ]
    if (sequential := shown["sequential"]) is not None:
        lines.append(_sequential_line(sequential))
        if sequential["verdict"] != Verdict.GO_ON:
            lines.append(
                "                   a test that stops by its results overstates them: measure on with a new seed"
            )
    lines.append(f"  commit {shown['commit']}, {shown['machine']}, Python {shown['python']}")
    return "\n".join(lines) + "\n"


def _chance(p: float) -> str:
    return f"p = {p:.4f}" if p >= SMALLEST_SHOWN else f"p < {SMALLEST_SHOWN}"


def _elo(value: float | None) -> str:
    return "infinite" if value is None else f"{value:+.1f}"


def _sequential_line(sequential: dict[str, Any]) -> str:
    low, high = sequential["bounds"]
    verdict = {
        Verdict.ACCEPT_0: f"H0: at most {sequential['elo0']:g} normalised Elo",
        Verdict.ACCEPT_1: f"H1: at least {sequential['elo1']:g} normalised Elo",
        Verdict.GO_ON: f"undecided between {sequential['elo0']:g} and {sequential['elo1']:g} normalised Elo",
    }[Verdict(sequential["verdict"])]
    return f"  sequential test  {verdict} (ratio {sequential['ratio']:+.2f} in {low:.2f}, {high:.2f})"


def write_match(result: MatchResult, folder: Path) -> None:
    """match.json, match.txt, pairs.csv, margins.svg and, where they were kept, games.sgr.

    The bytes depend on the match, the commit and the machine, not on the number of workers.
    """
    from summy.lab.plots import margin_histogram

    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / "match.json", (json.dumps(summary(result), indent=1) + "\n").encode())
    write_file(folder / "match.txt", report(result).encode())
    with (folder / "pairs.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for pair in result.pairs:
            (one_first, other_first), (one_second, other_second) = pair.scores
            scores = (one_first, other_first, one_second, other_second)
            rows.writerow(
                (pair.number, pair.deal, *scores, pair.half_points, pair.margin, int(pair.diverged), *pair.turns)
            )
    write_file(folder / "margins.svg", margin_histogram(result))
    if result.match.records:
        games = (record for pair in result.pairs for record in pair.records)
        write_file(folder / "games.sgr", "\n".join(games).encode())
