"""The move with the highest equity (`crossword_equity.pyx`)."""

from summy.engine.kernel.crossword_plays import CrosswordPlays
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.leave_table import LeaveTable

def highest(position: CrosswordPosition, table: LeaveTable, stock: int, wanted: int) -> CrosswordPlays: ...
def take_turn(
    position: CrosswordPosition, table: LeaveTable, stock: int, least_stock: int, limited: bool
) -> tuple[int, int, int, tuple[int, ...], CrosswordPlays | None]: ...
def best_equities(
    position: CrosswordPosition,
    table: LeaveTable,
    hands: bytes | bytearray | memoryview,
    size: int,
    least_stock: int,
    limited: bool,
) -> bytearray: ...
