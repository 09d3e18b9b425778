"""The floors of the house, where a linter of imports can't see them.

The import contracts themselves (who may import whom) are checked by `lint-imports` in `make lint`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import summy

SOURCE = Path(__file__).resolve().parent.parent / "src" / "summy"
ABOVE_THE_CORE = {"engine", "web", "cli", "study", "lab", "envs"}
NOT_FOR_THE_CORE = {
    "random", "secrets", "time", "datetime", "os", "sys", "socket", "subprocess", "threading", "asyncio", "urllib",
    "http", "tempfile", "shutil", "logging", "uuid",
}  # fmt: skip


def core_modules() -> list[Path]:
    """Everything below the engine, and the façade."""
    return [
        path
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in ABOVE_THE_CORE and path.name != "__main__.py"
    ]


def imported_names(path: Path) -> set[str]:
    """First parts of all module names that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("path", core_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_core_imports_only_the_standard_library(path: Path) -> None:
    assert imported_names(path) <= sys.stdlib_module_names | {"summy"}


@pytest.mark.parametrize("path", core_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_core_has_no_clock_no_chance_and_no_system(path: Path) -> None:
    assert not imported_names(path) & NOT_FOR_THE_CORE


def test_core_is_found() -> None:
    assert {"tiles.py", "judging.py", "move.py"} <= {path.name for path in core_modules()}


@pytest.mark.parametrize("statement", ["import summy", "import summy.referee", "import summy.cli"])
def test_import_brings_in_no_installed_package(statement: str) -> None:
    """`import summy` costs next to nothing: no Django, no terminal library, no compiled kernel."""
    script = (
        f"import sys; before = set(sys.modules); {statement}\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(name for name in new if name not in sys.stdlib_module_names and name != 'summy'))\n"
        "print('summy.engine.kernel' in sys.modules)\n"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert answer.split("\n")[:2] == ["[]", "False"]


def test_no_ruleset_is_named_outside_the_rulesets() -> None:
    """Rules are data: no code outside the rulesets compares a ruleset's name."""
    names = {path.stem for path in (SOURCE / "rulesets").glob("*.toml")} - {"summy"}
    offenders = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and any(isinstance(part, ast.Constant) and part.value in names | {"summy"} for part in ast.walk(node))
    ]
    assert offenders == []


@pytest.mark.parametrize("name", summy.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """Names are loaded on first use, so a misspelt one would else only fail then."""
    assert getattr(summy, name) is not None


def test_no_public_name_is_also_a_module() -> None:
    """Importing a module sets its name in the package, so `summy.name` would depend on what was imported before."""
    modules = {path.stem for path in SOURCE.glob("*.py")} | {path.name for path in SOURCE.iterdir() if path.is_dir()}
    assert not modules & set(summy.__all__)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = summy.nothing  # type: ignore[attr-defined]
