"""Still pictures of a table: which squares to draw, and what to say of them to somebody who can't see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from summy.board import Board, Direction, Square
from summy.move import Play
from summy.position import Position
from summy.tiles import EQUALS, format_faces


@dataclass(frozen=True)
class Cell:
    """One square of a picture."""

    tile: str = ""
    new: bool = False
    """Laid this turn: stitched and lifted."""
    closed: bool = False
    closes: bool = False
    """Will be closed by the play that is shown."""
    open: Direction | None = None
    """The square that a puzzle asks about, with the direction in which its line is read."""


@dataclass(frozen=True)
class Picture:
    """Rows of squares and one sentence that says what they show."""

    rows: tuple[tuple[Cell, ...], ...]
    label: str


def picture(
    position: Position,
    play: Play | None = None,
    *,
    closes: Iterable[Square] = (),
    ask: Square | None = None,
    margin: int = 1,
) -> Picture:
    """A picture of the position with a play laid on it.

    Args:
        position: the table; hands do not show.
        play: tiles laid this turn, over whatever lies there.
        closes: the squares that the play closes.
        ask: the open square of a puzzle.
        margin: empty squares around everything that is shown.
    """
    new = {placement.square: placement.token for placement in play.tiles} if play is not None else {}
    board = position.board
    closing = set(closes)
    shown = {*board.tokens, *board.reserved, *new, *closing, *([ask] if ask else [])}
    left, right = min(square.x for square in shown) - margin, max(square.x for square in shown) + margin
    top, bottom = min(square.y for square in shown) - margin, max(square.y for square in shown) + margin

    def cell(square: Square) -> Cell:
        if square == ask:
            return Cell(open=(play.direction if play is not None else None) or Direction.ACROSS)
        if square in new:
            return Cell(tile=new[square].face, new=True)
        token = board.get(square)
        if token is not None:
            return Cell(tile=token.face)
        return Cell(closed=square in board.reserved, closes=square in closing)

    rows = tuple(
        tuple(cell(Square(column, row)) for column in range(left, right + 1)) for row in range(top, bottom + 1)
    )
    return Picture(rows, _label(board, list(new.values()), ask is not None))


def _label(board: Board, laid: list[object], asks: bool) -> str:
    sums = ", ".join(sums_on(board))
    if asks:
        return gettext("A table with the sums %(sums)s, and a line that lacks one tile.") % {"sums": sums}
    if laid:
        return gettext("A table with the sums %(sums)s, and %(count)d tiles laid this turn.") % {
            "sums": sums,
            "count": len(laid),
        }
    return gettext("A table with the sums %(sums)s.") % {"sums": sums}


def sums_on(board: Board) -> list[str]:
    """The lines with an equals sign that lie on the table, in reading order."""
    found = []
    for square, token in board.sorted_tokens():
        if token.face != EQUALS:
            continue
        for direction in Direction:
            run = board.run(square, direction)
            if len(run.tokens) > 1:
                found.append(format_faces(laid.face for laid in run.tokens))
    return found
