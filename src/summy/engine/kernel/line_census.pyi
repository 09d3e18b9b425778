"""What every multiset of tiles can score on a table of line placement (`line_census.pyx`)."""

from collections.abc import Sequence
from typing import Any

from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.position import LinePosition

def laid_scores(position: LinePosition, symbols: Sequence[int], size: int) -> bytearray: ...
def hand_equities(table: LeaveTable, scores: Any, pool: Sequence[int], size: int, swap: bool) -> bytearray: ...
