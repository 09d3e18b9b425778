"""The move with the highest equity (`line_equity.pyx`)."""

from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.plays import Plays
from summy.engine.kernel.position import LinePosition

def highest(position: LinePosition, table: LeaveTable, stock: int, wanted: int) -> Plays: ...
def take_turn(
    position: LinePosition, table: LeaveTable, stock: int, least_stock: int, limited: bool
) -> tuple[int, int, int, tuple[int, ...], Plays | None]: ...
def best_equities(
    position: LinePosition,
    table: LeaveTable,
    hands: bytes | bytearray | memoryview,
    size: int,
    least_stock: int,
    limited: bool,
) -> bytearray: ...
