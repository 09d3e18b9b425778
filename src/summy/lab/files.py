"""Files that are either whole or not there."""

from __future__ import annotations

import os
from pathlib import Path


def write_file(path: Path, content: bytes) -> None:
    """Write a file beside its place, force it onto the disk, and move it there in one step.

    Whoever is killed at any moment leaves the old file or the new one, never half of one.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
