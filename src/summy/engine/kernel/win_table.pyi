"""How likely a lead wins (`win_table.pyx`)."""

from typing import Any

CERTAIN: int

class WinTable:
    header: Any
    span: int
    most_unseen: int
    def __init__(
        self, span: int, most_unseen: int, entries: bytes | bytearray | memoryview, header: Any = None
    ) -> None: ...
    def chance(self, lead: int, unseen: int) -> float: ...
