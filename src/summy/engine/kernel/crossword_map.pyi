"""The map of equations for crossword placement (`crossword_map.pyx`)."""

from collections.abc import Iterable, Iterator
from typing import Any

from summy.engine.kernel.crossword_plays import CrosswordRules

class EquationMap:
    size: int
    equations: int
    multisets: int
    nbytes: int
    @staticmethod
    def build(rules: CrosswordRules, faces: Iterable[int], size: int) -> EquationMap: ...
    @staticmethod
    def from_buffer(holder: Any) -> EquationMap: ...
    def parts(self) -> tuple[bytes, memoryview[int], memoryview[int], memoryview[int]]: ...
    def __iter__(self) -> Iterator[tuple[int, ...]]: ...
