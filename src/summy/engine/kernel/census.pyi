"""Values of kept tiles from the best moves of many hands (`census.pyx`)."""

from collections.abc import Sequence
from typing import Any

UNKNOWN: int
PARTS: int

def fold(equities: Any, pool: Sequence[int], size: int) -> bytearray: ...
def credit(
    hands: bytes | bytearray | memoryview,
    size: int,
    equities: Any,
    mean: int,
    symbols: Sequence[int],
    tally: Tally,
) -> None: ...
def feature_count(kinds: int) -> int: ...

class Tally:
    kinds: int
    exact_size: int
    largest: int
    hands: int
    squares: int
    sums: bytearray
    counts: bytearray
    products: bytearray
    moments: bytearray
    totals: bytearray
    def __init__(self, kinds: int, exact_size: int, largest: int) -> None: ...
