"""`summy moves`: everything the side to move may do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import typer

from summy.cli.options import PLAIN, Json, PositionFile, RulesetFile, Strict
from summy.cli.output import console, print_json
from summy.cli.reading import read_position
from summy.engine.movegen import any_play, discards, exchanges, generate
from summy.errors import FormatError
from summy.move import Move, Pass, Play, format_move, move_to_json
from summy.position import Position
from summy.referee import judge_play, outcome, refusal_of_pass

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy moves position.json --plays-only --best 5")
def moves(
    file: PositionFile,
    plays_only: Annotated[
        bool, typer.Option("--plays-only", help="Leave out discards, exchanges and passes.", show_default=False)
    ] = False,
    best: Annotated[
        int | None,
        typer.Option("--best", metavar="N", min=1, help="Only the N best; the search stops early.", show_default=False),
    ] = None,
    strict: Strict = False,
    ruleset_file: RulesetFile = None,
    json: Json = False,
) -> int:
    """List all legal moves of the side to move, best score first, equal scores by their text."""
    position = read_position(file, ruleset_file, strict=strict)
    found = list(legal_moves(position, best=best, plays_only=plays_only))
    if json:
        counted = {"count": len(found)} if best is None else {}
        print_json({**counted, "moves": found})
    else:
        _print(found)
    return 0


def legal_moves(position: Position, *, best: int | None = None, plays_only: bool = False) -> Iterator[dict[str, Any]]:
    """The moves as the JSON entries of docs/formats.md, best score first, ties by code points of the text.

    Raises FormatError when the hand of the side to move is unknown or the game is over.
    """
    position.hand  # noqa: B018 - an unknown hand is an error, whatever else the position says
    if outcome(position, any_play if position.ruleset.end.no_play else None) is not None:
        raise FormatError("the game is over", key="position")
    plays = (_play_entry(position, play) for play in generate(position, best))
    entries = sorted(plays, key=lambda entry: (-entry["score"], entry["text"]))
    if not plays_only:
        entries += sorted((_entry(position, move) for move in _others(position)), key=lambda entry: entry["text"])
    return islice(entries, best)


def _others(position: Position) -> Iterator[Move]:
    """Discards, exchanges and the pass. Their texts come after those of all plays in code-point order."""
    yield from discards(position)
    yield from exchanges(position)
    if refusal_of_pass(position) is None:
        yield Pass()


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


def _print(found: list[dict[str, Any]]) -> None:
    from rich.text import Text

    out = console()
    if not found:
        out.print("no legal move")
    width = max((len(entry["text"]) for entry in found), default=0)
    for entry in found:
        equations = "  ".join(entry.get("equations", ()))
        line = Text(str(entry["score"]).rjust(5), "bold green" if entry["kind"] == "play" else "dim")
        line.append(f"  {entry['text']}" + (" " * (width - len(entry["text"])) if equations else ""), "none")
        line.append(f"  {equations}" if equations else "", "cyan")
        out.print(line)
