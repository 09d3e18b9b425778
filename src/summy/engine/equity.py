"""The move with the highest equity: its score plus what the tiles that it keeps are worth.

Everything else a side may do is weighed against plays: changing tiles scores nothing and keeps the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from summy.engine.balance import HUNDREDTHS
from summy.engine.choice import Choice
from summy.engine.kernel import crossword_equity, line_equity
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.position import LinePosition
from summy.engine.leaves import kernel_symbols
from summy.engine.movegen import FoundPlays, kernel_position
from summy.move import Discard, Exchange, Move, Pass
from summy.position import Position
from summy.rulesets import Ruleset

PLAY, SWAP, PASS = 0, 1, 2
"""What a turn is; a swap is a discard or an exchange."""

NEVER = 1_000_000
"""Tiles that no stock has."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in a kernel position."""

    kind: int
    """`PLAY`, `SWAP` or `PASS`."""

    score: int
    equity: int
    """Hundredths of a point."""

    gone: tuple[int, ...]
    """The kernel's symbols of the tiles that left the hand."""

    plays: FoundPlays | None
    """The play, as the only one of its sequence."""


def swap_rules(ruleset: Ruleset) -> tuple[int, bool]:
    """From how many tiles in the stock on tiles may be changed, and whether that takes no more than the stock has."""
    if ruleset.turn.discard:
        return 1, False
    return (ruleset.turn.exchange_min_stock, True) if ruleset.turn.exchange else (NEVER, True)


def take_turn(
    position: LinePosition | CrosswordPosition, table: LeaveTable, stock: int, swaps: tuple[int, bool]
) -> Turn:
    """Make the move with the highest equity of the position's hand; of equals the one with the higher score.

    Args:
        position: it changes: tiles are laid, or leave the hand.
        table: what kept tiles are worth.
        stock: how many tiles are left to draw.
        swaps: from `swap_rules`.
    """
    if isinstance(position, CrosswordPosition):
        return Turn(*crossword_equity.take_turn(position, table, stock, *swaps))
    return Turn(*line_equity.take_turn(position, table, stock, *swaps))


def highest_equities(
    position: LinePosition | CrosswordPosition, table: LeaveTable, stock: int, wanted: int
) -> FoundPlays:
    """The plays with the highest equity of the position's hand, best first; of equals the one with the higher score.

    Args:
        position: whose table and hand are looked at.
        table: what kept tiles are worth.
        stock: how many tiles are left to draw.
        wanted: how many plays at most, 1 to 64.
    """
    if isinstance(position, CrosswordPosition):
        return crossword_equity.highest(position, table, stock, wanted)
    return line_equity.highest(position, table, stock, wanted)


def best_equities(
    position: LinePosition | CrosswordPosition, table: LeaveTable, hands: bytes, size: int, swaps: tuple[int, bool]
) -> bytearray:
    """Equities (64-bit integers, hundredths) of the best moves of many hands on one table with a stock that lasts.

    Args:
        position: whose table is looked at.
        table: what kept tiles are worth.
        hands: the kernel's symbols, one hand after the other.
        size: tiles of each hand.
        swaps: from `swap_rules`.
    """
    if isinstance(position, CrosswordPosition):
        return crossword_equity.best_equities(position, table, hands, size, *swaps)
    return line_equity.best_equities(position, table, hands, size, *swaps)


def best_by_equity(position: Position, table: LeaveTable) -> Choice | None:
    """The move with the highest equity of the side to move; None where it has neither a play nor tiles to change.

    Args:
        position: as the side to move sees it. A stock of unknown size counts as one that lasts.
        table: what kept tiles are worth.

    Errors: UnsupportedRules; FormatError when the hand of the side to move is unknown.
    """
    ruleset, stock = position.ruleset, position.stock_count
    left = ruleset.tiles.total if stock is None else stock
    turn = take_turn(kernel_position(position), table, left, swap_rules(ruleset))
    evaluation = turn.equity / HUNDREDTHS
    if turn.plays is not None:
        return Choice(turn.plays[0], evaluation)
    if turn.kind == PASS:
        return None
    symbols = kernel_symbols(ruleset)
    gone = tuple(symbols[symbol] for symbol in turn.gone)
    return Choice(Discard(gone) if ruleset.turn.discard else Exchange(gone), evaluation)


def equity_chooser(table: LeaveTable) -> Callable[[Position], Move]:
    """A chooser that always takes the highest equity, and passes where there is none."""

    def chosen(position: Position) -> Move:
        best = best_by_equity(position, table)
        return Pass() if best is None else best.move

    return chosen
