"""Running the measurements of leaves and of win probability, and printing what they show."""

from __future__ import annotations

from pathlib import Path

from summy.cli.lab_runs import progress
from summy.cli.output import print_json
from summy.rulesets import Ruleset


def build_leaves(
    ruleset: Ruleset, boards: int, rounds: int, seed: int, workers: int, file: Path, *, json: bool
) -> None:
    """Measure leaves and write them."""
    from summy.engine.leave_file import write_leaves
    from summy.engine.leaves import table_of
    from summy.lab.leaves import LeaveRun, build

    run = LeaveRun(ruleset, boards, rounds, seed)
    with progress(run.all_boards, "tables") as advance:
        leaves = build(run, workers, advance)
    write_leaves(leaves, file)
    table = table_of(leaves, ruleset)
    values = {name: table.value([name]) / 100 for name in ruleset.tiles.counts}
    if json:
        print_json({"file": str(file), "entries": len(leaves.entries), **leaves.measured, "single_tiles": values})
        return
    print(f"{file}: {len(leaves.entries)} leaves of up to {leaves.exact_size} tiles")
    print("single tiles: " + "  ".join(f"{name} {value:+.2f}" for name, value in values.items()))


def match_leaves(
    ruleset: Ruleset, values: Path | None, against: str, pairs: int, seed: int, workers: int, *, json: bool
) -> None:
    """Play a match between two sets of values and print its statistics."""
    from summy.lab.leave_match import LeaveMatch, play_match

    match = LeaveMatch(ruleset, str(values) if values else "measured", against, pairs, seed)
    with progress(pairs, "pairs") as advance:
        shown = play_match(match, workers, advance)
    _, low, high = shown.elo
    figures = {
        "rules": ruleset.id,
        "one": match.one,
        "other": match.other,
        "seed": seed,
        "pairs": shown.pairs,
        "score": round(shown.score, 4),
        "score_error": round(shown.score_error, 4),
        "margin": round(shown.margin, 2),
        "margin_error": round(shown.margin_error, 2),
        "elo": [round(low, 1), round(high, 1)],
        "pentanomial": list(shown.counts),
    }
    if json:
        print_json(figures)
        return
    print(f"{match.one} - {match.other}, {ruleset.id}, {shown.pairs} pairs, seed {seed}")
    print(f"score   {100 * shown.score:.1f} % +- {100 * shown.score_error:.1f}  (95 %), Elo {low:+.0f} to {high:+.0f}")
    print(f"margin  {shown.margin:+.2f} +- {shown.margin_error:.2f} points a game")
