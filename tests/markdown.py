"""Code blocks of our Markdown files, and how each kind is run.

- `python` with `>>>`: a doctest; without: run as it stands (asserts inside count). Blocks of a file share their names.
- `console`: each `$ ` line is a command (`> ` lines continue it), the lines below it are its whole output, standard
  error included; `...` stands for anything. Commands of one file share a folder.
- Any block below `<!-- file: NAME -->` is written to NAME in that folder first.
- `sh` and all other blocks are for people; `tests/docs` checks that the commands they name exist.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

_FENCE = re.compile(r"^```(?P<kind>[a-z]*)\s*$")
_FILE = re.compile(r"^<!-- file: (?P<name>[A-Za-z0-9_.-]+) -->$")
_MARK = "--- output of command"
_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    path: Path
    line: int
    """Line number of the first line inside the fence, from 1."""

    kind: str
    """The word behind the fence."""

    text: str
    file: str | None
    """Name under which the content is written before blocks below are run."""

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def documents() -> list[Path]:
    """Every Markdown file of the project, the README first."""
    return [
        *sorted(ROOT.glob("*.md"), key=lambda path: path.name != "README.md"),
        *sorted((ROOT / "docs").rglob("*.md")),
    ]


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a file, in order."""
    file: str | None = None
    inside: list[str] | None = None
    kind, start = "", 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if inside is not None:
            if line.strip() == "```":
                yield Block(path, start, kind, "\n".join(inside) + "\n", file)
                inside, file = None, None
            else:
                inside.append(line)
        elif fence:
            inside, kind, start = [], fence["kind"], number + 1
        elif match := _FILE.match(line):
            file = match["name"]
    assert inside is None, f"{path}: a fence is not closed"


def run_file(path: Path, folder: Path) -> int:
    """Run all blocks of a file in a folder of its own; returns how many were run. Fails with the place of a fault."""
    names: dict[str, Any] = {"__name__": "__docs__"}
    count = 0
    for block in blocks(path):
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        if block.kind == "python":
            _run_python(block, names)
            count += 1
        elif block.kind == "console":
            _run_console(block, folder)
            count += 1
    return count


def _run_python(block: Block, names: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, str(block.path), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, block.place, str(block.path), block.line)
    runner = doctest.DocTestRunner(optionflags=_OPTIONS, verbose=False)
    said: list[str] = []
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, "".join(said)


def _run_console(block: Block, folder: Path) -> None:
    commands = _commands(block)
    script = "\n".join(
        f"_code=$?; echo '{_MARK} {number}'; (exit $_code)\n{command}" for number, (command, _) in enumerate(commands)
    )
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "TERM": "dumb",
    }
    ran = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    outputs = re.split(rf"^{_MARK} \d+\n", ran.stdout, flags=re.MULTILINE)[1:]
    assert len(outputs) == len(commands), f"{block.place}: {ran.stdout}"
    for (command, expected), got in zip(commands, outputs, strict=True):
        matches = doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS)
        assert matches, f"{block.place}\n$ {command}\n--- expected\n{expected}--- got\n{got}"


def _commands(block: Block) -> list[tuple[str, str]]:
    """Commands with their expected outputs."""
    found: list[tuple[list[str], list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif line.startswith("> ") and found and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            assert found, f"{block.place}: output before the first command"
            found[-1][1].append(line)
    return [("\n".join(command), "".join(f"{line}\n" for line in output)) for command, output in found]
