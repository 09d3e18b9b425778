"""Which search finds what (`search.pyx`)."""

from collections.abc import Callable
from typing import Final

from summy.engine.kernel.equations import EquationMap

MAP: Final = 0
STRUCTURE: Final = 1
STRAIGHT: Final = 2

def offer_map(opener: Callable[[], EquationMap | None], searches: int) -> None: ...
def share_map(map: EquationMap | None) -> None: ...
def current_map() -> EquationMap | None: ...

class Searcher:
    method: int
    map: EquationMap | None
    nodes: int
    probes: int
    fallbacks: int
