"""Which search finds what (`search.pyx`)."""

from summy.engine.kernel.equations import EquationMap

class Searcher:
    map: EquationMap | None
    straight: bool
    nodes: int
    probes: int
    fallbacks: int
