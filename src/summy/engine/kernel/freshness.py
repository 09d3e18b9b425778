"""Guards against a compiled kernel that is older than its sources.

Python imports `name.so` in preference to `name.py` beside it, without a word, so an edit that was not compiled
would have no effect. The build compiles a hash of all kernel sources into `_build`; in a checkout it is compared
with the sources on disk when the kernel is imported. This module is also loaded by `setup.py` and so imports
nothing but the standard library.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE_SUFFIXES = frozenset({".py", ".pyx", ".pxd", ".h"})


class StaleKernel(ImportError):
    """The compiled kernel was not built from the sources beside it."""

    code = "kernel_stale"


def source_hash(folder: Path = HERE) -> str:
    """SHA-256 (hex) over the names and contents of the kernel's sources in `folder`, independent of their age."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.suffix in SOURCE_SUFFIXES:
            content = path.read_bytes()
            digest.update(f"{path.name} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def in_checkout(folder: Path = HERE) -> bool:
    """Whether the kernel runs from a source tree (`src/summy/engine/kernel` below a `setup.py`)."""
    root = folder.parents[3]
    return folder.parents[2].name == "src" and (root / "setup.py").is_file()


def require_fresh(compiled_hash: str, folder: Path = HERE) -> None:
    """Raise `StaleKernel` in a checkout when `compiled_hash` is not that of the sources in `folder`."""
    if in_checkout(folder) and compiled_hash != source_hash(folder):
        raise StaleKernel(
            "kernel_stale: the compiled move generator is older than its sources; run `make build` to compile it again"
        )
