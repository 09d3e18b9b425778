"""The table as text: tiles, closed squares, bonus squares, with coordinates along the edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from summy.board import Board, Square
from summy.rulesets import Ruleset
from summy.tiles import OPERATORS, Token

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 3
"""Characters of a square."""

MARGIN = 2
"""Free squares shown around the tiles of an unlimited table."""

LARGEST = 120
"""Squares drawn along one side at most; a table that is wider is drawn around the squares that matter."""

CLOSED = "░"


def draw_table(
    board: Board,
    ruleset: Ruleset,
    *,
    placed: Mapping[Square, Token] | None = None,
    marked: Iterable[Square] = (),
) -> Text:
    """The table with coordinates.

    Args:
        board: what lies there.
        ruleset: decides the edges and the bonus squares.
        placed: tiles to show as newly laid (in brackets, so that it does not depend on colour).
        marked: squares to point at, e.g. those of a refusal (between `>` and `<`).
    """
    from rich.text import Text

    placed = placed or {}
    pointed = set(marked)
    left, top, right, bottom = _extent(board, ruleset, {*placed, *pointed})
    drawing = Text(no_wrap=True)
    label_width = max(len(_row_label(row, ruleset)) for row in (top, bottom)) + 1
    drawing.append(" " * label_width, "dim")
    for column in range(left, right + 1):
        drawing.append(_column_label(column, ruleset).center(WIDTH)[:WIDTH], "dim")
    for row in range(top, bottom + 1):
        drawing.append("\n" + _row_label(row, ruleset).rjust(label_width - 1) + " ", "dim")
        for column in range(left, right + 1):
            square = Square(column, row)
            text, style = _square(square, board, ruleset, placed)
            if square in pointed:
                text, style = f">{text.strip('[]')}<", "bold reverse red"
            drawing.append(text.center(WIDTH)[: max(WIDTH, len(text))], style)
    return drawing


def _square(square: Square, board: Board, ruleset: Ruleset, placed: Mapping[Square, Token]) -> tuple[str, str]:
    """What stands on a square, and its style."""
    if (token := placed.get(square)) is not None:
        return f"[{token.face}]", "bold black on bright_yellow"
    if (token := board.get(square)) is not None:
        return token.face, _tile_style(token)
    if square in board.reserved:
        return CLOSED, "dim"
    premium = ruleset.board.premium(square)
    return (premium, "magenta") if premium else ("·", "dim")


def _tile_style(token: Token) -> str:
    if token.face == "=":
        return "bold red"
    return "bold cyan" if token.face in OPERATORS else "bold"


def _extent(board: Board, ruleset: Ruleset, more: Iterable[Square]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is drawn."""
    if ruleset.board.width is not None and ruleset.board.height is not None:
        return 0, 0, ruleset.board.width - 1, ruleset.board.height - 1
    wanted = list(more)
    squares = [*board.tokens, *wanted] or [Square(0, 0)]
    centre = (wanted or squares)[0]
    columns = [square.x for square in squares if abs(square.x - centre.x) <= LARGEST // 2]
    rows = [square.y for square in squares if abs(square.y - centre.y) <= LARGEST // 2]
    columns, rows = columns or [centre.x], rows or [centre.y]
    return min(columns) - MARGIN, min(rows) - MARGIN, max(columns) + MARGIN, max(rows) + MARGIN


def _column_label(column: int, ruleset: Ruleset) -> str:
    if ruleset.board.bounded:
        return chr(ord("A") + column)
    return str(column)


def _row_label(row: int, ruleset: Ruleset) -> str:
    return str(row + 1) if ruleset.board.bounded else str(row)
