"""Analyses of positions and reviews of games, for programs and for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from summy.cli.converting import is_record
from summy.cli.output import console, print_json, with_progress
from summy.cli.reading import position_of, read_text
from summy.engine.players import Limits, choose
from summy.engine.selfplay import seen_by_mover
from summy.errors import FormatError
from summy.lab.analysis import Analysis, Candidate
from summy.lab.named_players import named_player
from summy.lab.review import Review, ReviewedMove, review
from summy.lab.searching import Effort, analyse
from summy.language import Translate, marked
from summy.move import Move, format_move, move_to_json
from summy.position import Position
from summy.record import read_records


def analyse_file(
    file: str,
    ruleset_file: Path | None,
    *,
    effort: Effort,
    player: str | None,
    translate: Translate,
    json: bool,
) -> None:
    """Analyse what a file holds, and print it. Raises SummyError for what cannot be analysed."""
    text = read_text(file)
    if not text.strip():
        raise FormatError("there is nothing to analyse")
    if is_record(text):
        if player is not None:
            raise FormatError("is for positions, not for games", key="--player")
        _review_all(text, ruleset_file, effort, translate, json=json)
        return
    position = seen_by_mover(position_of(text, ruleset_file))
    analysis = analyse(position, effort)
    chosen = None if player is None else chosen_by(player, position, effort.seed)
    if json:
        print_json({**analysis_as_json(analysis), **({} if chosen is None else {"player": chosen})})
        return
    print_analysis(analysis, translate)
    if chosen is not None:
        print(translate(marked("{player} plays {move}")).format(player=chosen["name"], move=chosen["text"]))


def _review_all(text: str, ruleset_file: Path | None, effort: Effort, translate: Translate, *, json: bool) -> None:
    def judge(position: Position, also: Sequence[Move]) -> Analysis:
        return analyse(position, replace(effort, top=1), also)

    records = read_records(text)
    reviews = [review(record, judge, ruleset_file) for record in with_progress(records, "games")]
    if json:
        print_json({"games": [review_as_json(each) for each in reviews]})
        return
    for each in reviews:
        print_review(each, translate)


def chosen_by(name: str, position: Position, seed: int) -> dict[str, Any]:
    """What a player would do, and what it thinks of it."""
    choice = choose(named_player(name), position, Limits(seed))
    text = format_move(choice.move, position.board, position.ruleset)
    return {"name": name, "text": text, "value": _rounded(choice.evaluation)}


def analysis_as_json(analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON."""
    return {
        "method": analysis.method,
        "work": analysis.work,
        "proved": analysis.proved,
        "moves": [candidate_as_json(candidate) for candidate in analysis.candidates],
    }


def candidate_as_json(candidate: Candidate) -> dict[str, Any]:
    """A move with what it is worth; `error` and `win` are null where they are not known."""
    return {
        "kind": move_to_json(candidate.move)["kind"],
        "text": candidate.text,
        "points": candidate.points,
        "leave": _rounded(candidate.leave),
        "value": _rounded(candidate.value),
        "error": _rounded(candidate.error),
        "win": _rounded(candidate.win, 4),
        "line": list(candidate.line),
    }


def _rounded(value: float | None, digits: int = 2) -> float | None:
    return None if value is None else round(value, digits)


def review_as_json(judged: Review) -> dict[str, Any]:
    """A review as JSON; sides are counted from 1, as records do."""
    return {
        "rules": judged.record.tag("Rules"),
        "skipped": judged.skipped,
        "sides": [
            {
                "name": side.name,
                "moves": side.moves,
                "best": side.best,
                "loss": _rounded(side.loss),
                "loss_of_win": _rounded(side.loss_of_win, 4),
                "worst": None if side.worst is None else reviewed_as_json(side.worst),
            }
            for side in judged.sides
        ],
        "moves": [reviewed_as_json(move) for move in judged.moves],
    }


def reviewed_as_json(move: ReviewedMove) -> dict[str, Any]:
    """One judged move as JSON."""
    return {
        "turn": move.turn,
        "side": move.side + 1,
        "method": move.method,
        "played": candidate_as_json(move.played),
        "best": candidate_as_json(move.best),
        "loss": _rounded(move.loss),
        "loss_of_win": _rounded(move.loss_of_win, 4),
    }


def print_analysis(analysis: Analysis, translate: Translate) -> None:
    """The best moves in columns; those that nothing is known of are left out. In a terminal below the table."""
    from rich.text import Text

    from summy.cli.drawing import draw_table

    out = console()
    position = analysis.position
    if out.is_terminal:
        out.print(draw_table(position.board, position.ruleset))
        out.print(Text("  ".join(position.hand) + "\n", "bold"))
    if not analysis.candidates:
        out.print(translate(marked("no legal move")))
        return
    heads = [translate(head) for head in (marked("points"), marked("leave"), marked("value"))]
    with_error = any(candidate.error is not None for candidate in analysis.candidates)
    with_win = any(candidate.win is not None for candidate in analysis.candidates)
    heads += ["+-"] * with_error + [translate(marked("wins"))] * with_win
    rows = []
    for candidate in analysis.candidates:
        cells = [str(candidate.points), f"{candidate.leave:+.2f}", f"{candidate.value:.2f}"]
        cells += [_or_blank(candidate.error, "{:.2f}")] * with_error + [_or_blank(candidate.win, "{:.1%}")] * with_win
        rows.append(cells)
    widths = [max(len(head), *(len(row[column]) for row in rows)) for column, head in enumerate(heads)]
    out.print(Text("  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True)), "dim"))
    for candidate, row in zip(analysis.candidates, rows, strict=True):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        out.print(Text.assemble(("  ".join(cells), "green"), "  " + candidate.text))
        if candidate.line:
            out.print(Text(" " * (sum(widths) + 2 * len(widths)) + "... " + " | ".join(candidate.line), "dim"))
    how = {
        "static": marked("{work} moves weighed by points and tiles kept, without looking ahead"),
        "simulation": marked("{work} games played on"),
        "endgame": marked("end game, final differences proved: {work} positions searched"),
    }[analysis.method]
    out.print(Text(translate(how).format(work=analysis.work), "dim"))


def _or_blank(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)


def print_review(judged: Review, translate: Translate) -> None:
    """A line a move that gave something away, then a line a side."""
    from rich.text import Text

    out = console()
    out.print(Text(" : ".join(side.name for side in judged.sides), "bold"))
    for move in judged.moves:
        if not move.loss:
            continue
        sentence = translate(marked("{played} ({points}), {loss} less than {best} ({best_points})")).format(
            played=move.played.text,
            points=move.played.points,
            loss=f"{move.loss:.2f}",
            best=move.best.text,
            best_points=move.best.points,
        )
        win = "" if move.loss_of_win is None else f"  {-move.loss_of_win:+.1%}"
        out.print(Text(f"{move.turn:>3} {move.side + 1}  {sentence}{win}"))
    for side in judged.sides:
        mean = side.loss / side.moves if side.moves else 0.0
        sentence = translate(
            marked("{name}: {best} of {moves} moves were the best found; {loss} points given away, {mean} a move")
        ).format(name=side.name, best=side.best, moves=side.moves, loss=f"{side.loss:.2f}", mean=f"{mean:.2f}")
        out.print(Text(sentence, "bold"))
    if judged.skipped:
        sentence = translate(marked("{count} moves could not be judged: the record hides their tiles"))
        out.print(Text(sentence.format(count=judged.skipped), "dim"))
