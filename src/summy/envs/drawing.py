"""A state as text, for people."""

from __future__ import annotations

from dataclasses import replace

from summy.board import Square
from summy.engine.selfplay import seen_by_mover
from summy.envs.table import Table
from summy.position import Position
from summy.position_text import format_position


def seen_by(position: Position, side: int) -> Position:
    """The position as one side sees it: other hands, the stock and others' discards are numbers."""
    return replace(seen_by_mover(replace(position, to_move=side)), to_move=position.to_move)


def grid(position: Position) -> str:
    """The tiles on the table row by row: faces, `#` for closed squares, dots for the rest."""
    board = position.board
    squares = [*board.tokens, *board.reserved] or [Square(0, 0)]
    columns = range(min(x for x, _ in squares), max(x for x, _ in squares) + 1)
    rows = range(min(y for _, y in squares), max(y for _, y in squares) + 1)
    marks = {square: token.face for square, token in board.tokens.items()}
    marks |= dict.fromkeys(board.reserved - marks.keys(), "#")
    return "\n".join("".join(f"{marks.get(Square(x, y), '.'):>3}" for x in columns) for y in rows)


def picture(table: Table) -> str:
    """What everybody may see, and the hand of the side to move."""
    position = seen_by(table.position, table.side)
    hand = " ".join(table.position.hand)
    lines = [grid(position), f"points {' '.join(map(str, position.scores))}, stock {position.stock_count}"]
    if not table.over:
        lines.append(f"side {table.side} holds {hand}; {table.turn.text or 'to move'}")
    return "\n".join(lines)


def observation_text(table: Table, side: int) -> str:
    """All that a side sees now, in one line: the position as it sees it and its own unfinished turn."""
    position = format_position(seen_by(table.position, side))
    chosen = table.turn.text if side == table.side and not table.over else ""
    return f"{side} {position} {chosen}".rstrip()


def public_text(table: Table) -> str:
    """All that everybody sees now: the position with every hand hidden."""
    position = table.position
    hidden = replace(
        position,
        hands=tuple(len(hand) if isinstance(hand, tuple) else hand for hand in position.hands),
        discarded=tuple(len(gone) if isinstance(gone, tuple) else gone for gone in position.discarded),
        stock=position.stock_count,
        pending=seen_by(position, position.to_move).pending,
    )
    return format_position(hidden)


def private_text(table: Table, side: int) -> str:
    """What only this side knows now: its hand, its discards and its unfinished turn."""
    chosen = table.turn.text if side == table.side and not table.over else ""
    hand, gone = table.position.hands[side], table.position.discarded[side]
    assert isinstance(hand, tuple)
    assert isinstance(gone, tuple)
    return f"{' '.join(hand)}; {' '.join(gone)}; {chosen}".rstrip("; ")


def information_text(table: Table, side: int) -> str:
    """All that a side has seen so far: every event, its own with the hand it held, then its hand now."""
    lines = [str(side)]
    for event in table.events:
        hidden = event.kind in ("discard", "exchange") and event.side != side
        text = f"{event.kind} #{getattr(event.move, 'count', 0)}" if hidden else event.text
        held = f" {' '.join(event.hand)}:" if event.side == side and isinstance(event.hand, tuple) else ""
        lines.append(f"{event.side}{held} {text} {event.points}")
    return "\n".join((*lines, private_text(table, side)))
