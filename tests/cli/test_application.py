"""The command line as a whole: help with an example everywhere, exit codes, colours, languages, odd environments."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import assert_refused_as_bad_input, summy
from damage import GOOD_TEXT
from summy.cli.application import COMMANDS

LEAVES = [[name] for name in COMMANDS if name not in ("bench", "lab", "admin")]
LEAVES += [["bench", "movegen"], ["bench", "selfplay"], ["admin", "create"]]
LEAVES += [["lab", "match"], ["lab", "selfplay"], ["lab", "bench"], ["lab", "ladder"]]
LEAVES += [["lab", "leaves", "build"], ["lab", "leaves", "match"]]
LEAVES += [["lab", "winprob", "fit"], ["lab", "winprob", "judge"]]


@pytest.mark.parametrize("command", LEAVES, ids=" ".join)
def test_help_has_an_example(command: list[str]) -> None:
    ran = summy(*command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Example: summy {' '.join(command)}" in ran.out


def test_help_lists_every_command() -> None:
    for arguments in ([], ["--help"]):
        ran = summy(*arguments)
        assert ran.code == 0
        for name, line in COMMANDS.items():
            assert name in ran.out
            assert line in " ".join(ran.out.split())


@pytest.mark.parametrize(
    "command",
    [
        ["nonsense"],
        ["check"],
        ["moves", "--nonsense"],
        ["moves", "-", "--best", "0"],
        ["moves", "-", "--best", "x"],
        ["perft", "-", "0"],
    ],
)
def test_wrong_use_is_one_line(command: list[str]) -> None:
    assert_refused_as_bad_input(summy(*command, stdin=GOOD_TEXT))


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "summy", *arguments],
        input=GOOD_TEXT.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_no_colours_when_the_output_is_no_terminal() -> None:
    assert b"\x1b" not in run("moves", "-", "--best", "3").stdout


def test_no_colours_with_no_color() -> None:
    forced = run("moves", "-", "--best", "3", FORCE_COLOR="1", NO_COLOR="")
    assert b"\x1b[" in forced.stdout
    assert b"\x1b[3" not in run("moves", "-", "--best", "3", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_reader_of_a_pipe_may_leave_early() -> None:
    script = f"{sys.executable} -m summy moves - | head -1"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], input=GOOD_TEXT.encode(), capture_output=True, check=False
    )
    assert ran.stdout.count(b"\n") == 1
    assert ran.stderr == b""


def test_surroundings_without_utf8() -> None:
    ran = run("rules", "summy", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    assert ran.returncode in (0, 2)
    assert b"Traceback" not in ran.stderr


def test_python_m_summy_is_the_command_line() -> None:
    assert run("--version").stdout.startswith(b"summy ")


@pytest.mark.parametrize("command", ["rules", "check"])
def test_unknown_language(command: str) -> None:
    arguments = ["-", "pass"] if command == "check" else []
    ran = summy(command, *arguments, "--lang", "xx", stdin=GOOD_TEXT)
    assert_refused_as_bad_input(ran)
    assert "en" in ran.err


def test_portuguese_answers() -> None:
    english = summy("check", "-", "1,-1v 6(3)x8=540", stdin=GOOD_TEXT).out
    portuguese = summy("check", "-", "1,-1v 6(3)x8=540", "--lang", "pt-br", stdin=GOOD_TEXT).out
    assert english == "63x8 is 504, not 540  (not_equal)\n"
    assert portuguese.endswith("(not_equal)\n")
    assert portuguese != english
    assert "Objetivo" in summy("rules", "--lang", "pt_BR").out


@pytest.mark.parametrize(
    ("shell", "word"), [("bash", "complete_bash"), ("zsh", "complete_zsh"), ("fish", "complete_fish")]
)
def test_shell_completion_offers_commands_and_rulesets(shell: str, word: str) -> None:
    words = {"COMP_WORDS": "summy rules summy-", "COMP_CWORD": "2", "_TYPER_COMPLETE_ARGS": "summy rules summy-"}
    fish = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"} if shell == "fish" else {}
    assert b"summy-127" in run(_SUMMY_COMPLETE=word, **words, **fish).stdout


def test_ruleset_file_stands_in_for_the_packaged_one(tmp_path: Path) -> None:
    packaged = (Path(__file__).resolve().parents[2] / "src/summy/rulesets/summy.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(packaged.replace("max_digits = 0", "max_digits = 2"), encoding="utf-8")
    ran = summy("check", "-", "1,-1v 6(3)x8=504", "--json", "--ruleset", str(mine), stdin=GOOD_TEXT)
    assert (ran.code, ran.json["code"]) == (1, "number_too_long")
    mine.write_text(packaged.replace("total = 94", "total = 95"), encoding="utf-8")
    faulty = summy("check", "-", "pass", "--ruleset", str(mine), stdin=GOOD_TEXT)
    assert_refused_as_bad_input(faulty)
    assert "mine.toml" in faulty.err
    assert "total" in faulty.err


def test_fault_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("broken")

    monkeypatch.setattr("summy.cli.reading.read_position", broken)
    ran = summy("check", "-", "pass")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "fault of summy itself" in ran.err
