"""A position inside the kernel (`position.pyx`)."""

from collections.abc import Iterable, Mapping, Sequence

from summy.board import Square
from summy.engine.kernel.plays import Plays
from summy.engine.kernel.search import Searcher
from summy.tiles import Token

class LineRules:
    def __init__(
        self,
        width: int,
        height: int,
        limit: int,
        points: Sequence[int],
        *,
        operator_required: bool,
        integer_steps: bool,
        max_digits: int,
        full_hand: int,
        full_hand_bonus: int,
        reserves_ends: bool,
    ) -> None: ...

class LinePosition:
    rules: LineRules
    searcher: Searcher
    hand: tuple[int, ...] | list[int]
    def __init__(self, rules: LineRules, searcher: Searcher | None = None) -> None: ...
    def put(self, x: int, y: int, symbol: int) -> None: ...
    def reserve(self, x: int, y: int) -> None: ...
    def lay(self, symbols: dict[str, int], tokens: Mapping[Square, Token], reserved: Iterable[Square]) -> None: ...
    def get(self, x: int, y: int) -> int | None: ...
    def draw(self, symbol: int) -> None: ...
    def generate(self, best: int | None = None) -> Plays: ...
    def any_play(self) -> bool: ...
    def make(self, plays: Plays, index: int) -> int: ...
    def unmake(self) -> None: ...
    def forget(self) -> None: ...
