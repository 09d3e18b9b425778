"""The equation map (`equations.pyx`)."""

from collections.abc import Iterable
from typing import Any

def build_map(symbols: int) -> bytearray: ...

class EquationMap:
    symbols: int
    equations: int
    multisets: int
    def __init__(self, block: Any) -> None: ...
    def lines(self, tiles: Iterable[int]) -> list[tuple[int, ...]]: ...
