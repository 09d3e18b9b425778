"""Replayed games, for programs and for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from summy.cli.output import console, with_progress
from summy.cli.reading import read_text
from summy.cli.verdicts import find_any_play
from summy.errors import FormatError
from summy.record import read_records
from summy.replaying import Replay
from summy.replaying import replay as replay_record


def replayed(file: str, ruleset_file: Path | None, *, verify_deal: bool) -> list[Replay]:
    """Every game of a file, played through. FormatError when there is none."""
    records = read_records(read_text(file))
    if not records:
        raise FormatError("there is no game in it", key=file)
    return [
        replay_record(record, any_play=find_any_play, verify_deal=verify_deal, ruleset_file=ruleset_file)
        for record in with_progress(records, "replaying")
    ]


def replay_as_json(game: Replay, *, verify_deal: bool) -> dict[str, Any]:
    """What a replay found, as JSON."""
    return {
        "line": game.record.line,
        "rules": game.record.tag("Rules"),
        "sides": list(game.record.tags.get("Sides", ())),
        "events": len(game.steps),
        "scores": list(game.scores),
        "deal_verified": verify_deal and not game.problems,
        "problems": [{"line": problem.line, "message": problem.message} for problem in game.problems],
    }


def print_replay(number: int, game: Replay, *, verify_deal: bool, tables: bool) -> None:
    """One line a game, then its problems; with `tables` also every event with the table after it."""
    from rich.text import Text

    from summy.cli.drawing import draw_table

    out = console()
    if tables:
        for step in game.steps:
            event = step.event
            out.print(Text(f"{event.turn} {event.side + 1}  {event.event}  {event.points:+d}  {event.total}", "bold"))
            out.print(draw_table(step.position.board, step.position.ruleset))
    sides = " : ".join(game.record.tags.get("Sides", ()))
    scores = " : ".join(str(score) for score in game.scores)
    end = "running" if game.record.tag("Result", "*") == "*" else "finished"
    deal = ", deal verified" if verify_deal and not game.problems else ""
    out.print(f"game {number}: {sides}, {len(game.steps)} events, {end}, {scores}{deal}")
    for problem in game.problems:
        out.print(Text(f"  {problem}", "red"))
