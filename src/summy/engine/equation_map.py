"""This machine's equation map: built once, kept in the cache directory, shared between processes.

The map makes searching about ten times faster and is never needed. A process that searches only a few positions
does without; one that searches more opens the map that is there or builds the smaller one. Programs that search
for long call `prepare` first.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path

from summy.engine.kernel.equations import EquationMap, build_map
from summy.engine.kernel.search import current_map, offer_map, share_map

SMALL = 9
"""Symbols of the longest line in the map that is built without asking: 15 MB, a fifth of a second."""

LARGE = 10
"""The same for the map that `prepare` builds: 89 MB, one to two seconds."""

WITHOUT = 20
"""So many positions are searched before a process opens or builds a map."""

SETTING = "SUMMY_EQUATION_MAP"
"""Environment variable: `off` for no map at all, or the directory that holds it."""

_lock = threading.Lock()


def offer() -> None:
    """Let the searches of this process open or build a map once there have been enough of them."""
    offer_map(lambda: _found_or_built(SMALL), WITHOUT)


def prepare(symbols: int = LARGE) -> EquationMap | None:
    """Have all searches use a map with lines of at least `symbols` symbols, built now if need be.

    Returns None when maps are switched off.
    """
    map_now = current_map()
    if map_now is None or map_now.symbols < symbols:
        map_now = _found_or_built(symbols)
        share_map(map_now)
    return map_now


def cache_directory() -> Path:
    """Where the maps are kept."""
    setting = os.environ.get(SETTING)
    if setting:
        return Path(setting)
    import platformdirs

    return Path(platformdirs.user_cache_dir("summy-games"))


def map_file(symbols: int) -> Path:
    """The file of the map with lines of up to so many symbols."""
    return cache_directory() / f"equations-{symbols}.map"


def _found_or_built(least: int) -> EquationMap | None:
    """The largest map on disk that is large enough, else a new one; None when maps are switched off."""
    if os.environ.get(SETTING) == "off":
        return None
    with _lock:
        for symbols in range(LARGE, least - 1, -1):
            found = open_map(map_file(symbols))
            if found is not None:
                return found
        block = build_map(least)
        if write_map((block,), map_file(least)):
            # The mapped file rather than the block: its memory is shared with other processes.
            return open_map(map_file(least)) or EquationMap(block)
        return EquationMap(block)


def open_map(file: Path) -> EquationMap | None:
    """A map from a file, mapped into memory; None when there is none that can be read whole."""
    try:
        with file.open("rb") as opened:
            return EquationMap(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None


def write_map(parts: Iterable[bytes | bytearray | memoryview], file: Path) -> bool:
    """Write a map under a name of its own, then give it the right one; False when that cannot be done."""
    temporary = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as opened:
            temporary = opened.name
            opened.writelines(parts)
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(temporary, file)
    except OSError:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        return False
    return True
