"""Static files as they are sent: scripts and style sheets without comments and indentation, and compressed.

There is no build step: what people edit is what browsers run, line by line. Only what browsers skip anyway is left
out, when the server starts, into a temporary folder. So a sentence that explains something costs the reader of a page
nothing, and a file that is edited while the server runs is not sent half new.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

_OURS: Final = Path(__file__).resolve().parent
_WORTH_COMPRESSING: Final = frozenset({".css", ".js", ".svg"})

_TOKEN: Final = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<text> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<template> ` )
    | (?P<word> [\w$]+ )
    | (?P<blank> \s+ )
    | (?P<sign> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_PATTERN: Final = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_BEFORE_A_PATTERN: Final = frozenset([*"(,=:[!&|?{};+-*%<>~^", "return", "typeof", "case", "in", "of", ""])
"""After these a slash begins a regular expression; after anything else it divides."""


def lean_script(source: str) -> str:
    """A script without comments and indentation. Lines stay lines, so that nothing depends on semicolons.

    >>> lean_script('let a = 1; // one\\n\\n  let b = "//"; /* two */\\n')
    'let a = 1;\\nlet b = "//";\\n'
    """
    return "".join(_without_blanks(_pieces(source)))


def lean_style(source: str) -> str:
    """A style sheet without comments.

    >>> lean_style('/* one */\\na{b:c}\\n  /* two */\\nd{e:f}\\n')
    'a{b:c}\\nd{e:f}\\n'
    """
    bare = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    return re.sub(r"\s*\n\s*", "\n", bare).lstrip("\n")


def _pieces(source: str) -> Iterator[tuple[str, str]]:
    """Kind and text of each piece of a script; comments become what a blank of their height would be."""
    place, before = 0, ""
    while place < len(source):
        found = _TOKEN.match(source, place)
        assert found is not None, "every character is a sign at least"
        kind, text = str(found.lastgroup), found[0]
        if kind == "template":
            text = source[place : _end_of_template(source, place)]
        elif text == "/" and before in _BEFORE_A_PATTERN and (pattern := _PATTERN.match(source, place)):
            kind, text = "text", pattern[0]
        place += len(text)
        if kind == "comment":
            yield "blank", "\n" if "\n" in text else " "
            continue
        if kind != "blank":
            before = text if kind in {"word", "sign"} else "text"
        yield kind, text


def _end_of_template(source: str, place: int) -> int:
    """Where the template literal that begins at `place` ends; expressions inside may hold further ones."""
    place += 1
    while source[place] != "`":
        if source[place] == "\\":
            place += 2
        elif source.startswith("${", place):
            place, depth = place + 2, 1
            while depth:
                if source[place] == "`":
                    place = _end_of_template(source, place)
                    continue
                depth += {"{": 1, "}": -1}.get(source[place], 0)
                place += 1
        else:
            place += 1
    return place + 1


def _without_blanks(pieces: Iterator[tuple[str, str]]) -> Iterator[str]:
    """The pieces, with runs of blanks made one: a line break where there was one."""
    blank = "\n"  # none at the beginning
    pending = ""
    for kind, text in pieces:
        if kind == "blank":
            pending = "\n" if "\n" in pending + text else " "
            continue
        if pending and blank != "\n":
            yield pending
        yield text
        blank, pending = "", ""
    yield "\n"


_LEAN: Final = {".js": lean_script, ".css": lean_style}


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
