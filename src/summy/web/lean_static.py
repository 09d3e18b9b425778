"""Static files as they are sent: scripts and style sheets without comments and indentation, and compressed.

There is no build step: what people edit is what browsers run, line by line. Only what browsers skip anyway is left
out, when the server starts, into a temporary folder. So a sentence that explains something costs the reader of a page
nothing, and a file that is edited while the server runs is not sent half new.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import rcssmin
import rjsmin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

_OURS: Final = Path(__file__).resolve().parent
_WORTH_COMPRESSING: Final = frozenset({".css", ".js", ".svg"})

_LEAN: Final[dict[str, Callable[[str], str]]] = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}
"""What makes a file lean, by its kind."""


class LeanStatic(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """Serves static files like its parent; our own ones lean and compressed, as they were when the server started."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Make the folder for what is sent; it goes with this object."""
        self._folder = TemporaryDirectory(prefix="summy-static-")
        super().__init__(*arguments, **options)

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> StaticFile:
        """The answer for a file, made once at the start."""
        file = Path(path)
        if file.suffix not in _WORTH_COMPRESSING or not file.is_relative_to(_OURS):
            return super().get_static_file(path, url, stat_cache)
        content = file.read_text(encoding="utf-8")
        lean = _LEAN.get(file.suffix, str)(content).encode()
        sent = Path(self._folder.name) / f"{sha256(url.encode()).hexdigest()[:16]}{file.suffix}"
        sent.write_bytes(lean)
        Path(f"{sent}.gz").write_bytes(gzip.compress(lean, mtime=0))
        return super().get_static_file(str(sent), url)
