"""Maps of equations for crossword placement: built once, kept in the cache directory, shared between processes.

A map makes searching several times faster and is never needed. A process that searches only a few positions does
without; one that searches more opens the map that is there or builds the smaller one. Programs that search for long
call `prepare` first.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import threading
from dataclasses import astuple
from functools import lru_cache
from pathlib import Path

from summy.engine.equation_map import SETTING, cache_directory, write_map
from summy.engine.kernel.crossword_map import EquationMap
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME, CrosswordRules
from summy.rulesets.model import Ruleset
from summy.tiles import DIGITS, EQUALS, OPERATORS, TWO_DIGIT

SMALL = 8
"""Most faces of an equation in the map that is built without asking: at most 8 MB, an eighth of a second."""

LARGE = 9
"""The same for the map that `prepare` builds: with two-digit tiles 106 MB, about two seconds."""

WITHOUT = 20
"""So many positions of one grammar are searched before a process opens or builds its map."""


class _Grammar:
    """The map of one grammar in this process, as far as there is one."""

    def __init__(self) -> None:
        self.map: EquationMap | None = None
        self.searches = 0
        self.lock = threading.Lock()


_grammars: dict[str, _Grammar] = {}


def map_for_search(ruleset: Ruleset, rules: CrosswordRules) -> EquationMap | None:
    """The map for one more search under a ruleset; None while it does without."""
    grammar = _grammars.setdefault(_key(ruleset), _Grammar())
    if grammar.map is None:
        grammar.searches += 1
        if grammar.searches > WITHOUT:
            _provide(grammar, ruleset, rules, SMALL)
    return grammar.map


def prepare(ruleset: Ruleset, rules: CrosswordRules, size: int = LARGE) -> EquationMap | None:
    """Have the searches of this process use a map of equations with up to `size` faces, built now if need be.

    Returns None when maps are switched off.
    """
    grammar = _grammars.setdefault(_key(ruleset), _Grammar())
    _provide(grammar, ruleset, rules, size)
    return grammar.map


def map_file(ruleset: Ruleset, size: int) -> Path:
    """The file of the map of a ruleset's grammar with equations of up to `size` faces."""
    return cache_directory() / f"crossword-{_key(ruleset)}-{size}.map"


def _provide(grammar: _Grammar, ruleset: Ruleset, rules: CrosswordRules, least: int) -> None:
    """The largest map on disk that is large enough, else a new one; nothing when maps are switched off."""
    if os.environ.get(SETTING) == "off":
        return
    with grammar.lock:
        if grammar.map is not None and grammar.map.size >= least:
            return
        for size in range(LARGE, least - 1, -1):
            found = open_map(map_file(ruleset, size))
            if found is not None:
                grammar.map = found
                return
        built = EquationMap.build(rules, [KINDS_BY_NAME[face] for face in _faces(ruleset)], least)
        file = map_file(ruleset, least)
        if write_map(built.parts(), file):
            # The mapped file rather than what was built: its memory is shared with other processes.
            built = open_map(file) or built
        grammar.map = built


def open_map(file: Path) -> EquationMap | None:
    """A map from a file, mapped into memory; None when there is none that can be read whole."""
    try:
        with file.open("rb") as opened:
            return EquationMap.from_buffer(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=64)
def _key(ruleset: Ruleset) -> str:
    """What a map depends on, as a short name: grammar and faces."""
    described = repr((astuple(ruleset.grammar), _faces(ruleset)))
    return hashlib.sha256(described.encode()).hexdigest()[:16]


def _faces(ruleset: Ruleset) -> tuple[str, ...]:
    """The faces of a map: with two-digit tiles or without, so that tile sets of one grammar share a map."""
    shown = {face for name in ruleset.tiles.counts for face in ruleset.tiles.faces(name)}
    return (*DIGITS, *(TWO_DIGIT if shown & set(TWO_DIGIT) else ()), *OPERATORS, EQUALS)
