"""Verdicts of the referee, for programs and for people."""

from __future__ import annotations

from summy.cli.output import console
from summy.language import Translate, marked
from summy.move import Move, Play
from summy.position import Position
from summy.referee import Verdict, judge
from summy.refusals import Refusal


def find_any_play(position: Position) -> bool:
    """Whether the side to move has a legal play. The move generator is loaded only when somebody asks."""
    from summy.engine.movegen import any_play

    return any_play(position)


def judge_in(position: Position, move: Move) -> Verdict:
    """The referee's verdict on a move of the side to move."""
    return judge(position, move, any_play=find_any_play)


def verdict_as_json(verdict: Verdict, translate: Translate) -> dict[str, object]:
    """`{"legal": true, "score", "equations"}` or `{"legal": false, "code", "message", "squares"}`."""
    if verdict.refusal is None:
        return {"legal": True, "score": verdict.score, "equations": [line.text for line in verdict.lines]}
    return {"legal": False, **refusal_as_json(verdict.refusal, translate)}


def refusal_as_json(refusal: Refusal, translate: Translate) -> dict[str, object]:
    """Code, sentence and squares of a refusal."""
    return {
        "code": refusal.code,
        "message": refusal.message(translate),
        "squares": [list(square) for square in refusal.squares],
    }


def print_verdict(position: Position, move: Move, verdict: Verdict, translate: Translate) -> None:
    """The verdict for people: one line, and in a terminal the table with the move on it."""
    from rich.text import Text

    from summy.board import Square
    from summy.cli.drawing import draw_table

    out = console()
    if verdict.refusal is None:
        points = translate(marked("legal, {points} points")).format(points=verdict.score)
        out.print(Text.assemble((points, "bold green"), "  " + "  ".join(line.text for line in verdict.lines)))
    else:
        message = verdict.refusal.message(translate)
        out.print(Text.assemble((message, "bold red"), (f"  ({verdict.refusal.code})", "dim")))
    if isinstance(move, Play) and out.is_terminal:
        placed = {placement.square: placement.token for placement in move.tiles if placement.face}
        marked_squares = [Square(*square) for square in verdict.refusal.squares] if verdict.refusal else []
        out.print(draw_table(position.board, position.ruleset, placed=placed, marked=marked_squares))
