"""Scripts and styles as they are sent: squeezed, compressed, and few enough for a phone."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from summy.web.static_files import prepare, squeezed, static_sources

TEMPLATES = Path(__file__).parents[2] / "src/summy/web/templates"
BUDGET_BYTES = 150_000
"""Most script and style that one page may load, before compression."""

_LOADED = re.compile(r"""\{% static ['"]([^'"]+\.(?:js|css))['"] %\}""")
_IMPORTED = re.compile(r"""(?:from|import)\s*\(?['"](\.{1,2}/[^'"]+\.js)['"]""")


def files_of(template: str) -> set[str]:
    """Names of the scripts and styles that a page loads: those of its templates and all modules they import."""
    text = "".join((TEMPLATES / name).read_text() for name in ("base.html", template))
    text += "".join((TEMPLATES / name).read_text() for name in ("header.html", "footer.html"))
    sources = dict(static_sources())
    waiting, seen = _LOADED.findall(text), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name.endswith(".js"):
            here = Path(name).parent
            for other in _IMPORTED.findall(squeezed(sources[name]).decode()):
                waiting.append(_joined(here / other))
    return seen


def _joined(path: Path) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


@pytest.mark.parametrize("template", ["table.html", "lobby/home.html"])
def test_a_page_loads_less_than_its_budget(template: str) -> None:
    """The table page, the heaviest one, stays below 150 KB of script and style before compression."""
    sources = dict(static_sources())
    names = files_of(template)
    assert len(names) > 3
    assert sum(len(squeezed(sources[name])) for name in names) < BUDGET_BYTES


def test_copies_are_squeezed_and_compressed_and_old_ones_go(tmp_path: Path) -> None:
    """The folder appears whole, with a gzip copy of each text file; folders of earlier versions are removed."""
    old = tmp_path / "0123"
    old.mkdir()
    prepare(tmp_path / "4567")
    assert [folder.name for folder in tmp_path.iterdir()] == ["4567"]
    script = tmp_path / "4567/board/board.js"
    assert b"/**" not in script.read_bytes()
    assert gzip.decompress(script.with_name("board.js.gz").read_bytes()) == script.read_bytes()


def test_preparing_twice_changes_nothing(tmp_path: Path) -> None:
    """A second start finds the copies and leaves them."""
    prepare(tmp_path / "a")
    before = (tmp_path / "a/board/board.js").stat().st_mtime_ns
    prepare(tmp_path / "a")
    assert (tmp_path / "a/board/board.js").stat().st_mtime_ns == before
