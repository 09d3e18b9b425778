"""`summy check`: is this move legal, what does it score, and if not, why not."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.exit_codes import DONE, NO
from summy.cli.options import PLAIN, Json, Language, PositionFile, RulesetFile, Strict, speak
from summy.cli.output import console, print_json
from summy.cli.reading import read_position
from summy.cli.verbatim import VerbatimArguments
from summy.language import Translate, marked
from summy.move import Move, Play, parse_move
from summy.position import Position
from summy.referee import Verdict, judge
from summy.refusals import Refusal

app = typer.Typer(**PLAIN)


@app.command(cls=VerbatimArguments, epilog="Example: summy check position.json '1,-1v 6(3)x8=504'")
def check(
    file: PositionFile,
    move: Annotated[
        str,
        typer.Argument(
            metavar="MOVE",
            help="A move as text, taken verbatim even when it begins with a minus sign.",
            show_default=False,
        ),
    ],
    strict: Strict = False,
    ruleset_file: RulesetFile = None,
    language: Language = "en",
    json: Json = False,
) -> int:
    """Tell whether a move is legal. Exit code 0: it is. 1: it is not. 2: it cannot be read."""
    translate = speak(language)
    position = read_position(file, ruleset_file, strict=strict)
    read = parse_move(move, position.ruleset)
    verdict = judge_in(position, read)
    if json:
        print_json(verdict_as_json(verdict, translate))
    else:
        _print(position, read, verdict, translate)
    return DONE if verdict.legal else NO


def judge_in(position: Position, move: Move) -> Verdict:
    """The referee's verdict. The move generator is loaded only where the end of the game depends on it."""
    if not position.ruleset.end.no_play:
        return judge(position, move)
    from summy.engine.movegen import any_play

    return judge(position, move, any_play=any_play)


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


def _print(position: Position, move: Move, verdict: Verdict, translate: Translate) -> None:
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
