"""Greedy self-play inside the kernel (`selfplay.pyx`)."""

from collections.abc import Sequence

from summy.engine.kernel.position import LineRules
from summy.engine.kernel.search import Searcher

def greedy_game(
    rules: LineRules,
    first: tuple[int, int, int],
    stock: bytes,
    hands: Sequence[Sequence[int]],
    hand_size: int,
    searcher: Searcher | None = None,
) -> tuple[tuple[int, ...], int]: ...
