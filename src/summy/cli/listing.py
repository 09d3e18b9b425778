"""Every legal move of a position as the entries of docs/formats.md."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from summy.cli.output import console
from summy.engine.movegen import any_play, generate
from summy.errors import FormatError
from summy.game import legal_moves as all_moves
from summy.move import Move, Play, format_move, move_to_json
from summy.position import Position
from summy.referee import ends_when_accepted, judge_play, outcome


def legal_moves(position: Position, *, best: int | None = None, plays_only: bool = False) -> Iterator[dict[str, Any]]:
    """The moves as the JSON entries of docs/formats.md, best score first, ties by code points of the text.

    Raises FormatError when the hand of the side to move is unknown or the game is over.
    """
    position.hand  # noqa: B018 - an unknown hand is an error, whatever else the position says
    if outcome(position, any_play) is not None:
        raise FormatError("the game is over", key="position")
    found = () if ends_when_accepted(position) else generate(position, best)
    plays = (_play_entry(position, play) for play in found)
    entries = sorted(plays, key=lambda entry: (-entry["score"], entry["text"]))
    if not plays_only:
        # Their texts come after those of all plays in code-point order, so they follow plays of score 0 too.
        others = (_entry(position, move) for move in all_moves(position).others)
        entries += sorted(others, key=lambda entry: entry["text"])
    return islice(entries, best)


def _play_entry(position: Position, play: Play) -> dict[str, Any]:
    verdict = judge_play(position, play)
    line = verdict.lines[0]
    tiles = move_to_json(play, position.board)["tiles"]
    return {
        "kind": "play",
        "direction": str(line.direction),
        "tiles": tiles,
        "equations": [line.text for line in verdict.lines],
        "score": verdict.score,
        "text": format_move(play, position.board, position.ruleset),
    }


def _entry(position: Position, move: Move) -> dict[str, Any]:
    written = move_to_json(move, position.board)
    return {**written, "score": 0, "text": format_move(move, position.board, position.ruleset)}


def print_moves(found: list[dict[str, Any]], position: Position | None = None) -> None:
    """The list for people: score, text, equations; in a terminal below the table and the hand of the position."""
    from rich.text import Text

    out = console()
    if position is not None and out.is_terminal:
        from summy.cli.drawing import draw_table

        out.print(draw_table(position.board, position.ruleset))
        out.print(Text("  ".join(position.hand) + "\n", "bold"))
    if not found:
        out.print("no legal move")
    width = max((len(entry["text"]) for entry in found), default=0)
    for entry in found:
        score = (str(entry["score"]).rjust(5), "bold green" if entry["kind"] == "play" else "dim")
        if equations := "  ".join(entry.get("equations", ())):
            out.print(Text.assemble(score, "  " + entry["text"].ljust(width), ("  " + equations, "cyan")))
        else:
            out.print(Text.assemble(score, "  " + entry["text"]))
