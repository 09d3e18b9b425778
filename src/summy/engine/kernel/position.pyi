"""A position inside the kernel (`position.pyx`)."""

from collections.abc import Sequence

from summy.engine.kernel.plays import Plays
from summy.engine.kernel.search import Searcher

class KernelPosition:
    searcher: Searcher
    hand: tuple[int, ...]
    def __init__(
        self,
        width: int,
        height: int,
        points: Sequence[int],
        *,
        operator_required: bool = True,
        integer_steps: bool = False,
        max_digits: int = 0,
        full_hand: int = 8,
        full_hand_bonus: int = 0,
        reserves_ends: bool = True,
        searcher: Searcher | None = None,
    ) -> None: ...
    def put(self, x: int, y: int, symbol: int) -> None: ...
    def reserve(self, x: int, y: int) -> None: ...
    def get(self, x: int, y: int) -> int | None: ...
    def draw(self, symbol: int) -> None: ...
    def generate(self, best: int | None = None) -> Plays: ...
    def any_play(self) -> bool: ...
    def make(self, plays: Plays, index: int) -> int: ...
    def unmake(self) -> None: ...
