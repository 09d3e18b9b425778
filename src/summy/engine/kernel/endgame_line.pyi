"""The end game of line placement (`endgame_line.pyx`)."""

from collections.abc import Sequence

from summy.engine.kernel.endgame_table import EndTable
from summy.engine.kernel.position import LinePosition

class LineEnd(EndTable):
    def __init__(self, position: LinePosition, hands: Sequence[Sequence[int]]) -> None: ...
