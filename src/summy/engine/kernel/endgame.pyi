"""The moves of an end game compared (`endgame.pyx`)."""

from summy.engine.kernel.endgame_memory import Memory
from summy.engine.kernel.endgame_table import EndTable

_Told = tuple[bool, tuple[tuple[int, int, str, str], ...], bool]
_Found = tuple[_Told | None, int | None, int | None, int, list[_Told | None]]

class Endgame:
    nodes: int
    plays: int
    stopped: bool
    complete: bool
    def __init__(
        self,
        table: EndTable,
        memory: Memory,
        *,
        scoreless: int,
        deduct: bool,
        out: bool,
        out_bonus: int,
        no_play: bool,
    ) -> None: ...
    def solve(self, side: int, scoreless: int, *, nodes: int, seconds: float, lines: int) -> list[_Found]: ...
    def bounds(self) -> tuple[int | None, int | None]: ...
