"""Running the measurements of leaves and of win probability, and printing what they show."""

from __future__ import annotations

from collections.abc import Sequence
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


def fit_chances(ruleset: Ruleset, games: int, seed: int, workers: int, file: Path, *, json: bool) -> None:
    """Fit chances to win and write them."""
    from summy.engine.win_file import write_chances
    from summy.engine.winprob import table_of
    from summy.lab.winprob import WinRun, fit

    with progress(games, "games") as advance:
        chances = fit(WinRun(ruleset, games, seed), workers, advance)
    write_chances(chances, file)
    table = table_of(chances)
    whole = ruleset.tiles.total - ruleset.hand_size
    samples = {
        f"{lead:+d} points, {unseen} unseen": round(table.chance(100 * lead, unseen), 3)
        for unseen in (whole, whole // 2, ruleset.hand_size)
        for lead in (-50, 0, 50)
    }
    if json:
        print_json({"file": str(file), **chances.measured, "chances": samples})
        return
    print(f"{file}: from {games} games")
    for what, chance in samples.items():
        print(f"{what}: {100 * chance:.1f} %")


COMMON = 100
"""Turns that a class of chances needs for its miss to tell more than luck."""


def largest_miss(curve: Sequence[tuple[float, float, int]]) -> float:
    """The largest difference between chance said and share won in a calibration curve; 0 where no class is common."""
    return max((abs(said - won) for said, won, count in curve if count >= COMMON), default=0.0)


def judge_chances(
    rulesets: list[Ruleset], games: int, seed: int, workers: int, plot: Path | None, *, json: bool
) -> None:
    """Hold chances against held-out games and print what they are worth."""
    from summy.engine.winprob import plain_table, win_table
    from summy.lab.win_judging import judge, plot_calibration
    from summy.lab.winprob import WinRun, games_seen

    judged, figures = [], {}
    for ruleset in rulesets:
        with progress(games, ruleset.id) as advance:
            seen = list(games_seen(WinRun(ruleset, games, seed), workers, advance))
        fitted, plain = judge(seen, win_table(ruleset)), judge(seen, plain_table(ruleset))
        judged.append((ruleset.title, fitted))
        figures[ruleset.id] = {
            "games": games,
            "seed": seed,
            "turns": fitted.turns,
            "brier": round(fitted.brier, 4),
            "brier_plain_rule": round(plain.brier, 4),
            "log_loss": round(fitted.log_loss, 4),
            "log_loss_plain_rule": round(plain.log_loss, 4),
            "largest_miss": round(largest_miss(fitted.curve), 3),
        }
    if plot is not None:
        plot_calibration(judged, plot)
    if json:
        print_json(figures)
        return
    for name, shown in figures.items():
        print(f"{name}: " + ", ".join(f"{what} {value}" for what, value in shown.items()))
