"""What an end game search found, for programs and for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from summy.cli.output import console
from summy.engine.endgame import EndgameLine, EndgameResult
from summy.engine.hidden import with_both_hands
from summy.engine.near_endgame import NearEndgameResult
from summy.move import Move, Pass, format_move
from summy.position import Position
from summy.referee import apply


def result_to_json(position: Position, result: EndgameResult) -> dict[str, Any]:
    """The entry of docs/formats.md: differences are final, the mover's score less the other side's."""
    return {
        "proved": result.proved,
        "difference": result.difference,
        "lower": result.lower,
        "upper": result.upper,
        "estimate": result.estimate,
        "complete": result.complete,
        "nodes": result.nodes,
        "lines": [
            {
                "text": texts(position, line.line)[0],
                "proved": line.proved,
                "lower": line.lower,
                "upper": line.upper,
                "line": texts(position, line.line),
            }
            for line in result.lines
        ],
    }


def texts(position: Position, line: Sequence[Move]) -> list[str]:
    """The move texts of a line of play from a position."""
    position = with_both_hands(position)
    found = []
    for move in line:
        found.append(format_move(move, position.board, position.ruleset))
        position = apply(position, move)
    return found


def print_result(position: Position, result: EndgameResult) -> None:
    """One row a move: the final difference or its bounds, and the line."""
    from rich.text import Text

    out = console()
    if result.proved:
        out.print(f"final difference {result.difference:+d}, proved")
    else:
        out.print(f"final difference {interval(result.lower, result.upper)}, not proved; a guess: {result.estimate:+d}")
    for line in result.lines:
        value = f"{line.lower:+d}" if line.proved else interval(line.lower, line.upper)
        out.print(Text.assemble((value.rjust(8), "bold green"), "  " + shortened(position, line)))


def shortened(position: Position, line: EndgameLine) -> str:
    """The line in words: moves with dashes between them, without the passes that end the game."""
    moves = list(line.line)
    while len(moves) > 1 and isinstance(moves[-1], Pass):
        moves.pop()
    return "  -  ".join(texts(position, moves))


def interval(lower: int | None, upper: int | None) -> str:
    """Bounds as people write them."""
    if lower is None and upper is None:
        return "without bounds"
    if lower is None:
        return f"at most {upper:+d}"
    return f"at least {lower:+d}" if upper is None else f"from {lower:+d} to {upper:+d}"


def near_to_json(position: Position, result: NearEndgameResult) -> dict[str, Any]:
    """The entry of docs/formats.md: counts are deals, differences are final."""
    return {
        "proved": result.proved,
        "splits": result.splits,
        "deals": result.deals,
        "all_moves": result.all_moves,
        "finished": result.finished,
        "nodes": result.nodes,
        "candidates": [
            {
                "text": format_move(each.move, position.board, position.ruleset),
                "won": each.won,
                "drawn": each.drawn,
                "lost": each.lost,
                "difference": round(each.difference, 3),
                "exact": each.exact,
                "cut": each.cut,
            }
            for each in result.candidates
        ],
    }


def print_near(position: Position, result: NearEndgameResult, lines: int) -> None:
    """One row a move: won, drawn and lost deals, mean difference, whether that is exact."""
    from rich.text import Text

    out = console()
    out.print(f"{result.deals} deals, {'proved' if result.proved else 'not proved'}")
    for each in result.candidates[:lines]:
        counts = f"{each.won:>6} won {each.drawn:>5} drawn {each.lost:>6} lost {each.difference:>+8.1f}"
        note = "exact" if each.exact else "estimate"
        text = format_move(each.move, position.board, position.ruleset)
        out.print(Text.assemble((counts, "bold green"), f"  {note:<8}  {text}{'  (cut)' if each.cut else ''}"))
