"""A mapping that cannot change and can be pickled, as values need it that travel between processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMapping(Mapping[K, V]):
    """Like `types.MappingProxyType` over a copy, but it can be copied and pickled.

    >>> FrozenMapping({"7": 6}) == {"7": 6}
    True
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[K, V]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: K) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"FrozenMapping({self._values!r})"
