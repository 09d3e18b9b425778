"""Speed by counted work: how many squares and subsets the searches try on fixed positions.

Times depend on the machine, counts do not. A count may fall; when one rises, something has become slower.
"""

from __future__ import annotations

import random

import pytest

from searching import kernel_of, reached, searcher
from summy.engine.kernel.search import MAP, STRAIGHT, STRUCTURE

pytestmark = pytest.mark.kernel


def work(method: int, best: int | None, symbols: int = 0) -> tuple[int, int, int]:
    """Nodes, probes and classes left to the structure search, over positions of twenty random games."""
    by = searcher(method, symbols)
    for position in reached("summy", range(20), random.Random("work"), each=3):
        kernel_of(position, by).generate(best)
    return by.nodes, by.probes, by.fallbacks


def test_the_structure_search_tries_little() -> None:
    straight = work(STRAIGHT, None)[0]
    structure = work(STRUCTURE, None)[0]
    best = work(STRUCTURE, 1)[0]
    assert structure * 8 < straight
    assert best * 2 < structure


def test_the_map_leaves_little_to_search() -> None:
    nodes, probes, classes = work(MAP, None, 9)
    best_nodes, best_probes, best_classes = work(MAP, 1, 9)
    structure = work(STRUCTURE, None)[0]
    assert nodes * 2 < structure
    assert probes < 60 * 400
    assert (best_nodes, best_probes, best_classes) <= (nodes, probes, classes)
    assert best_probes * 3 < probes
