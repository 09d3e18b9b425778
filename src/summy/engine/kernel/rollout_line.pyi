"""Games played on in line placement (`rollout_line.pyx`)."""

from summy.engine.kernel.plays import Plays
from summy.engine.kernel.position import LinePosition
from summy.engine.kernel.rollout import Playout

class LinePlayout(Playout):
    position: LinePosition
    def __init__(self, position: LinePosition) -> None: ...
    def add_play(self, plays: Plays, index: int) -> None: ...
    def worths(self, plays: Plays) -> list[int]: ...
