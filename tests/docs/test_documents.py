"""README and docs: every code block runs, every command they name exists, every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from markdown import ROOT, blocks, documents, run_file
from summy.cli.application import COMMANDS

DOCUMENTS = documents()
WITH_BLOCKS = [path for path in DOCUMENTS if any(block.kind in ("python", "console") for block in blocks(path))]
_LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_MAKE = re.compile(r"\bmake ([a-z][a-z-]*)")
_SUMMY = re.compile(r"(?:^|[`$|(] ?)summy ([a-z][a-z-]+)", re.MULTILINE)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", WITH_BLOCKS, ids=named)
def test_code_blocks_run(path: Path, tmp_path: Path) -> None:
    assert run_file(path, tmp_path) > 0


def test_the_readme_and_the_guides_have_blocks_that_run() -> None:
    assert {"README.md", "docs/formats.md", "docs/programmers.md"} <= {named(path) for path in WITH_BLOCKS}


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    for match in _LINK.finditer(path.read_text(encoding="utf-8")):
        target = match["target"].partition("#")[0]
        if target and "://" not in target and not target.startswith("mailto:"):
            assert (path.parent / target).exists(), f"{named(path)} links to {target}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_commands_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    code = "\n".join([*re.findall(r"`[^`\n]+`", text), *(block.text for block in blocks(path))])
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(_MAKE.findall(code)) <= targets
    assert set(_SUMMY.findall(code)) <= set(COMMANDS) | set(re.findall(r"summy-[a-z-]+", code))


def test_every_refusal_code_is_in_the_guide_to_our_forms() -> None:
    guide = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "summy").rglob("*.py"))
    codes = set(re.findall(r'\brefuse\(\s*"([a-z_]+)"', source))
    assert "not_equal" in codes
    assert sorted(code for code in codes if f"`{code}`" not in guide) == []
