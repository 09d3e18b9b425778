"""The end game of crossword placement (`endgame_crossword.pyx`)."""

from collections.abc import Sequence

from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.endgame_table import EndTable

class CrosswordEnd(EndTable):
    def __init__(self, position: CrosswordPosition, hands: Sequence[Sequence[int]]) -> None: ...
