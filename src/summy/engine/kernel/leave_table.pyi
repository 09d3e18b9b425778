"""What kept tiles are worth (`leave_table.pyx`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

class LeaveTable:
    header: Any
    hand_size: int
    exact_size: int
    kinds: int
    def __init__(
        self,
        symbols: Sequence[str],
        kinds: Sequence[str],
        hand_size: int,
        *,
        exact_size: int = -1,
        entries: bytes | bytearray | memoryview = b"",
        model: Sequence[int],
        settled: Mapping[str, int],
        header: Any = None,
    ) -> None: ...
    def value(self, names: Iterable[str]) -> int: ...
    def worth(self, names: Iterable[str], stock: int) -> int: ...
    def best_to_keep(
        self, names: Iterable[str], stock: int, least: int, most: int
    ) -> tuple[int, tuple[str, ...]] | None: ...
    def highest(self) -> int: ...
    def index(self, names: Iterable[str]) -> int: ...

def model_length(kinds: int) -> int: ...
def entry_count(kinds: int, size: int) -> int: ...
