"""`summy serve`, `summy backup`, `summy restore`, `summy admin`: the site by its commands, as child processes."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

STARTS_WITHIN_S = 60


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "summy", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=120, check=False)


@contextmanager
def serving(data: Path, *options: str) -> Iterator[tuple[str, list[str]]]:
    """A running `summy serve`: its address and the lines it printed until it was ready."""
    command = [sys.executable, "-m", "summy", "serve", "--data", str(data), "--workers", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines: list[str] = []
        try:
            for line in process.stdout:
                lines.append(line)
                if match := re.search(r"http://\S+/", line):
                    yield match[0], lines
                    break
            else:
                pytest.fail("".join(lines))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
        assert process.returncode == 0


def answers(address: str) -> int:
    deadline = time.monotonic() + STARTS_WITHIN_S
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as response:
                return int(response.status)
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_serve_answers_and_stops_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--port", "0") as (address, _):
        assert answers(address) == 200
        assert answers(f"{address}healthz") == 200
    assert (tmp_path / "data" / "summy.sqlite3").is_file()


def test_taken_port_gives_way_to_the_next_free_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving(tmp_path / "data", "--port", str(port)) as (address, _):
            assert int(address.rstrip("/").rpartition(":")[2]) > port
            assert answers(address) == 200


def test_backup_while_serving_and_restore_into_a_new_directory(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    with serving(data, "--port", "0") as (address, _):
        assert answers(address) == 200
        assert run("backup", str(copy), "--data", str(data)).returncode == 0
        refused = run("restore", str(copy), "--data", str(data))
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
    assert run("backup", str(copy), "--data", str(data)).returncode == 2
    restored = run("restore", str(copy), "--data", str(tmp_path / "new"), "--json")
    assert restored.returncode == 0, restored.stderr
    assert '"kept": null' in restored.stdout
    again = run("restore", str(copy), "--data", str(tmp_path / "new"))
    assert "before-restore-" in again.stdout


def test_admin_create_asks_for_a_good_password(tmp_path: Path) -> None:
    data = tmp_path / "data"
    made = run("admin", "create", "ada", "--data", str(data), stdin="four correct horses\n")
    assert (made.returncode, made.stderr) == (0, "")
    with sqlite3.connect(data / "summy.sqlite3") as database:
        assert database.execute("select username, is_superuser from auth_user").fetchall() == [("ada", 1)]
    for name, password in (("ada", "four correct horses"), ("bo", "123"), ("b o", "four correct horses"), ("bo", "")):
        refused = run("admin", "create", name, "--data", str(data), stdin=f"{password}\n")
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_directory_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert run("serve", "--data", str(tmp_path / "data")).returncode == 2
