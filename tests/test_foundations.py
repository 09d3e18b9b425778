"""What the checkout promises about itself: locks, builds, catalogues, no traces of the machine it was made on."""

from __future__ import annotations

import gettext
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import summy
from summy.engine.kernel import freshness

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked_files() -> list[Path]:
    """Files of the repository; all files beside the builds where there is no git."""
    asked = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if asked.returncode == 0:
        return [ROOT / name for name in asked.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    return [
        path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts and "build" not in path.parts
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_lock_has_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^--?(i|f|index|extra-index|find-links)", text, re.MULTILINE)
    requirements = re.split(r"\n(?=[a-z])", text)[1:] if text.startswith("#") else re.split(r"\n(?=[a-z])", text)
    assert requirements
    for requirement in requirements:
        assert re.match(r"[a-z0-9.-]+==[^\s]+", requirement), requirement
        assert "--hash=sha256:" in requirement


def test_lock_of_typescript_has_hashes_and_no_address() -> None:
    lock = json.loads((ROOT / "tools" / "javascript" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    for package in packages.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_what_the_project_needs_is_locked() -> None:
    locked = set(re.findall(r"^([a-z0-9.-]+)==", LOCKS[-1].read_text(encoding="utf-8"), re.MULTILINE))
    assert LOCKS[-1].name == "runtime.lock"
    needed = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    names = {re.match(r"[A-Za-z0-9.-]+", requirement)[0].lower() for requirement in needed}  # type: ignore[index]
    assert names <= locked


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == summy.__version__


def test_nothing_tells_of_the_machine_it_was_made_on() -> None:
    """No paths of a workplace and no addresses of a package index."""
    traces = re.compile(
        r"(^|[^A-Za-z0-9_.])/(work|farm|tmp/bash_jobs)[^A-Za-z0-9_]|https?://[^ ]*(/simple/|registry\.)"
    )
    offenders = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked_files()
        if path != Path(__file__).resolve()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1)
        if traces.search(line)
    ]
    assert offenders == []


def test_hash_of_the_kernel_follows_its_sources(tmp_path: Path) -> None:
    (tmp_path / "lanes.pyx").write_text("a = 1\n", encoding="utf-8")
    before = freshness.source_hash(tmp_path)
    (tmp_path / "lanes.so").write_text("built", encoding="utf-8")
    assert freshness.source_hash(tmp_path) == before
    (tmp_path / "lanes.pyx").write_text("a = 2\n", encoding="utf-8")
    assert freshness.source_hash(tmp_path) != before


def test_stale_kernel_is_refused_in_a_checkout_only(tmp_path: Path) -> None:
    kernel = tmp_path / "src" / "summy" / "engine" / "kernel"
    kernel.mkdir(parents=True)
    (kernel / "lanes.pyx").write_text("a = 1\n", encoding="utf-8")
    freshness.require_fresh("another hash", kernel)
    (tmp_path / "setup.py").touch()
    freshness.require_fresh(freshness.source_hash(kernel), kernel)
    with pytest.raises(freshness.StaleKernel, match="make build"):
        freshness.require_fresh("another hash", kernel)


def test_catalogues_are_compiled() -> None:
    sources = sorted((ROOT / "src" / "summy").rglob("LC_MESSAGES/*.po"))
    assert {source.stem for source in sources} == {"summy", "django", "djangojs"}
    for source in sources:
        with source.with_suffix(".mo").open("rb") as compiled:
            assert "Content-Type" in gettext.GNUTranslations(compiled).gettext(""), f"run make build: {source}"


def test_machine_check_names_what_is_missing() -> None:
    ran = subprocess.run(
        ["sh", ROOT / "tools" / "check-machine", "no-such-python"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "apt-get install" in ran.stderr
    good = subprocess.run(
        ["sh", ROOT / "tools" / "check-machine", sys.executable], capture_output=True, text=True, check=False
    )
    assert (good.returncode, good.stderr) == (0, "")
