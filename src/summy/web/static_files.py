"""Scripts and styles as they are sent: without comments and indentation, and compressed.

The sources stay as people read them and there is no build step: `summy serve` writes the squeezed copies into the data
directory when it starts, in a folder named after their content, and WhiteNoise serves that folder.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import rcssmin
import rjsmin
from django.contrib.staticfiles.finders import get_finders

COMPRESSED = {".css", ".js", ".svg"}
"""Kinds of file that get a gzip copy beside them."""


def prepare(root: Path) -> None:
    """Write every static file into `root` unless that is done already; older folders beside it are removed.

    The folder appears whole or not at all: it is written beside its place and moved there.
    """
    if not root.is_dir():
        root.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=root.parent))
        for name, source in static_sources():
            _write(made / name, source)
        try:
            made.rename(root)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    for other in root.parent.iterdir():
        if other != root:
            shutil.rmtree(other, ignore_errors=True)


def static_sources() -> Iterator[tuple[str, Path]]:
    """Name below the static address and path of every static file of the installed apps."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield name, Path(storage.path(name))


def squeezed(source: Path) -> bytes:
    """What is sent of a file."""
    if source.suffix == ".js":
        return str(rjsmin.jsmin(source.read_text(encoding="utf-8"))).encode()
    if source.suffix == ".css":
        return str(rcssmin.cssmin(source.read_text(encoding="utf-8"))).encode()
    return source.read_bytes()


def _write(target: Path, source: Path) -> None:
    if source.name.endswith(".d.ts") or target.exists():  # of two files with one name, the first finder's counts
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    content = squeezed(source)
    target.write_bytes(content)
    if source.suffix in COMPRESSED:
        packed = target.with_name(target.name + ".gz")
        packed.write_bytes(gzip.compress(content, mtime=0))
        os.utime(packed, (target.stat().st_mtime, target.stat().st_mtime))
