"""Summy, a game of crossing sums: rules, moves, engine.

The names of the library are loaded on first use (PEP 562), so that `import summy` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES: dict[str, str] = {}
"""Public name -> module that defines it."""

__version__ = "0.1.0"
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
