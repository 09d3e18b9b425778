"""Games played on in crossword placement (`rollout_crossword.pyx`)."""

from summy.engine.kernel.crossword_plays import CrosswordPlays
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.rollout import Playout

class CrosswordPlayout(Playout):
    position: CrosswordPosition
    searched: int
    remembered: int
    def __init__(self, position: CrosswordPosition) -> None: ...
    def add_play(self, plays: CrosswordPlays, index: int) -> None: ...
    def worths(self, plays: CrosswordPlays) -> list[int]: ...
