"""What a ladder has shown, for programs, for people and as a table for documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from summy.lab.files import write_file
from summy.lab.ladder import LadderResult, share_of_pairs
from summy.lab.match import MatchResult
from summy.lab.provenance import provenance


def summary(result: LadderResult) -> dict[str, Any]:
    """All meetings and ratings, with their origin. Intervals are of 95 %."""
    ladder, ratings = result.ladder, result.ratings
    return {
        **provenance(ladder.ruleset, seed=ladder.seed, pairs=ladder.pairs),
        "meetings": [_meeting(each) for each in result.results],
        "ratings": [
            {"player": player, "elo": round(ratings.of(player), 1), "error": round(ratings.error(player), 1)}
            for player in sorted(ratings.players, key=ratings.of)
        ],
    }


def _meeting(result: MatchResult) -> dict[str, Any]:
    share, statistics = share_of_pairs(result), result.statistics
    return {
        "players": [result.match.one, result.match.other],
        "seed": result.match.seed,
        "pairs_won": round(share.value, 4),
        "pairs_won_interval": [round(share.low, 4), round(share.high, 4)],
        "games_won": round(statistics.score, 4),
        "margin": round(statistics.margin, 3),
        "margin_error": round(statistics.margin_error, 3),
    }


def table(result: LadderResult, parts: tuple[str, ...] = ()) -> str:
    """The meetings as a table of Markdown; with `parts`, named by what each second player lacks."""
    told = summary(result)
    first = "without" if parts else "players"
    lines = [
        f"| {first} | pairs won (95 %) | games | points a game |",
        "|---|---|---|---|",
    ]
    for place, meeting in enumerate(told["meetings"]):
        one, other = meeting["players"]
        low, high = meeting["pairs_won_interval"]
        lines.append(
            f"| {parts[place] if parts else f'{one} - {other}'} | {100 * meeting['pairs_won']:.0f} % "
            f"({100 * low:.0f}-{100 * high:.0f}) | {100 * meeting['games_won']:.0f} % | "
            f"{meeting['margin']:+.1f} +- {meeting['margin_error']:.1f} |"
        )
    return "\n".join(lines)


def report(result: LadderResult, parts: tuple[str, ...] = ()) -> str:
    """The table of meetings, the ratings, and where they come from."""
    told = summary(result)
    lines = [table(result, parts), ""]
    if not parts:
        lines += ["| player | Elo |", "|---|---|"]
        lines += [f"| {each['player']} | {each['elo']:+.0f} +- {each['error']:.0f} |" for each in told["ratings"]]
        lines.append("")
    lines.append(
        f"{told['rules']}, {told['pairs']} mirrored pairs a meeting, seed {told['seed']}, commit {told['commit']}, "
        f"{told['machine']}, Python {told['python']}"
    )
    return "\n".join(lines) + "\n"


def write_ladder(result: LadderResult, folder: Path, parts: tuple[str, ...] = ()) -> None:
    """Write `ladder.json` and `ladder.md` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / "ladder.json", (json.dumps(summary(result), indent=1) + "\n").encode())
    write_file(folder / "ladder.md", report(result, parts).encode())
