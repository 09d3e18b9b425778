"""Still pictures of a table: which squares to draw, and what to say of them to somebody who can't see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from summy.board import Board, Direction, Square
from summy.move import Play
from summy.position import Position
from summy.rulesets import BoardSpec, Ruleset
from summy.tiles import EQUALS, format_faces

from ..games.ruleset_words import printed_signs


@dataclass(frozen=True)
class Cell:
    """One square of a picture."""

    tile: str = ""
    """The face of the tile that lies there, empty where none does."""
    printed: str = ""
    """What is printed on that tile: for blanks and choice tiles not the face."""
    new: bool = False
    """Laid this turn: stitched and lifted."""
    closed: bool = False
    closes: bool = False
    """Will be closed by the play that is shown."""
    open: Direction | None = None
    """The square that a puzzle asks about, with the direction in which its line is read."""
    premium: str = ""
    """`2E`, `3E`, `2P` or `3P` on an empty bonus square."""
    centre: bool = False
    """Whether this empty square is the middle of a board with an edge, which the first play covers."""


@dataclass(frozen=True)
class Picture:
    """Rows of squares and one sentence that says what they show."""

    rows: tuple[tuple[Cell, ...], ...]
    label: str
    bounded: bool = False
    """Whether the squares are those of a board with an edge."""
    obelus: bool = False
    """Whether the tiles of the game print division as ÷."""


def picture(
    position: Position,
    play: Play | None = None,
    *,
    closes: Iterable[Square] = (),
    ask: Square | None = None,
    margin: int | None = None,
) -> Picture:
    """A picture of the position with a play laid on it.

    Args:
        position: the table; hands do not show.
        play: tiles laid this turn, over whatever lies there.
        closes: the squares that the play closes.
        ask: the open square of a puzzle.
        margin: empty squares around everything that is shown; usually one, on a board with an edge two.
    """
    new = {placement.square: placement.token for placement in play.tiles} if play is not None else {}
    board = position.board
    closing = set(closes)
    shown = {*board.tokens, *board.reserved, *new, *closing, *([ask] if ask else [])}
    spec = position.ruleset.board
    left, right, top, bottom = _frame(shown or {Square(*spec.centre)}, spec, margin)

    def cell(square: Square) -> Cell:
        if square == ask:
            return Cell(open=(play.direction if play is not None else None) or Direction.ACROSS)
        if square in new:
            return Cell(tile=new[square].face, printed=new[square].tile, new=True)
        token = board.get(square)
        if token is not None:
            return Cell(tile=token.face, printed=token.tile)
        return Cell(
            closed=square in board.reserved,
            closes=square in closing,
            premium=spec.premium(square),
            centre=spec.bounded and spec.first is None and square == spec.centre,
        )

    rows = tuple(
        tuple(cell(Square(column, row)) for column in range(left, right + 1)) for row in range(top, bottom + 1)
    )
    return Picture(
        rows,
        _label(board, list(new.values()), ask is not None),
        spec.bounded and spec.first is None,
        prints_obelus(position.ruleset),
    )


def prints_obelus(ruleset: Ruleset) -> bool:
    """Whether the tiles of the game print division as ÷."""
    return printed_signs(ruleset)[":"] == "÷"


def _frame(shown: Iterable[Square], spec: BoardSpec, margin: int | None) -> tuple[int, int, int, int]:
    """The first and last column, the first and last row of a picture: never beyond the edge of the board."""
    around = margin if margin is not None else 2 if spec.bounded and spec.first is None else 1
    columns, rows = [square.x for square in shown], [square.y for square in shown]
    left, right, top, bottom = min(columns) - around, max(columns) + around, min(rows) - around, max(rows) + around
    if spec.width is None or spec.height is None:
        return left, right, top, bottom
    return max(0, left), min(spec.width - 1, right), max(0, top), min(spec.height - 1, bottom)


def _label(board: Board, laid: list[object], asks: bool) -> str:
    sums = ", ".join(sums_on(board))
    if laid and not sums:
        return gettext("A table with %(count)d tiles laid this turn.") % {"count": len(laid)}
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
