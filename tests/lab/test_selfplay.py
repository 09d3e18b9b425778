"""Self-play on Dask: nothing lost or doubled whatever dies, the same bytes from any number of workers."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest

from command_line import assert_refused_as_bad_input, summy
from summy.errors import FormatError, SummyError
from summy.lab.selfplay import SelfPlay, merged, play_chunk, play_numbered, tally
from summy.lab.store import Store
from summy.position_text import parse_position
from summy.record import read_records
from summy.refusals import Refused, refuse
from summy.replaying import replay
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

RUN = SelfPlay(load_ruleset("summy-draft"), ("max", "tess"), games=60, seed=4, chunk=3)
SMALL = replace(RUN, games=5, chunk=2, positions=True)


def arguments(run: SelfPlay, folder: Path, *more: str) -> list[str]:
    """The command line that plays a run."""
    return [
        "lab", "selfplay", "--rules", run.ruleset.id, "--players", ",".join(run.players), "--games", str(run.games),
        "--seed", str(run.seed), "--chunk", str(run.chunk), "--out", str(folder), *more,
    ]  # fmt: skip


def play_here(run: SelfPlay, folder: Path) -> dict[str, bytes]:
    """Play what is missing of a run in this process, undisturbed; gives all files."""
    store = Store(folder, run)
    for numbers in store.missing():
        store.add(play_chunk(run, numbers))
    store.finish()
    return files_of(folder)


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, but for what a killed process was about to write."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_chunks(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Until so many chunks are kept."""
    deadline = time.monotonic() + 100
    while len(list(folder.glob("tallies/[0-9]*.json"))) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def kill_workers(process: subprocess.Popen[str], most: int) -> None:
    """Kill (SIGKILL) so many of the processes that play for a command."""
    killed = 0
    for child in psutil.Process(process.pid).children(recursive=True):
        # One that has ended by itself meanwhile is none to kill.
        with suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()) and killed < most:
                child.kill()
                killed += 1


def test_killed_workers_and_a_killed_command_change_no_byte(tmp_path: Path) -> None:
    """Both workers are killed and replaced; then the whole command is killed; then one worker goes on."""
    expected = play_here(RUN, tmp_path / "undisturbed")
    folder = tmp_path / "disturbed"
    process = started("summy", *arguments(RUN, folder, "--workers", "2"))
    wait_for_chunks(folder, 1, process)
    kill_workers(process, 2)
    wait_for_chunks(folder, 4, process)
    process.kill()
    process.communicate()
    kept = len(list(folder.glob("tallies/[0-9]*.json")))
    assert 4 <= kept < len(RUN.chunks)
    assert not (folder / "summary.json").exists()
    ran = summy(*arguments(RUN, folder, "--workers", "1"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("60 games of summy-draft")
    assert files_of(folder) == expected


@pytest.mark.nightly
@pytest.mark.parametrize("workers", ["1", "4"])
def test_any_number_of_workers_writes_the_same(tmp_path: Path, workers: str) -> None:
    expected = play_here(RUN, tmp_path / "here")
    assert summy(*arguments(RUN, tmp_path / "there", "--workers", workers)).code == 0
    assert files_of(tmp_path / "there") == expected


@pytest.mark.nightly
def test_workers_that_die_all_the_time(tmp_path: Path) -> None:
    run = replace(RUN, games=400)
    expected = play_here(run, tmp_path / "undisturbed")
    folder = tmp_path / "disturbed"
    process = started("summy", *arguments(run, folder, "--workers", "2"))
    for chunks in range(1, 50, 8):
        wait_for_chunks(folder, chunks, process)
        kill_workers(process, 1)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, ""), out
    assert files_of(folder) == expected


@pytest.fixture
def port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        number: int = listening.getsockname()[1]
        return number


@pytest.fixture
def scheduler(port: int) -> Iterator[subprocess.Popen[str]]:
    process = started(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"
    )
    yield process
    process.kill()
    process.communicate()


@pytest.mark.nightly
def test_a_scheduler_that_dies_ends_the_command_and_the_next_run_goes_on(
    tmp_path: Path, port: int, scheduler: subprocess.Popen[str]
) -> None:
    run = replace(RUN, games=300)
    expected = play_here(run, tmp_path / "undisturbed")
    address = f"tcp://127.0.0.1:{port}"
    worker = started(
        "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--death-timeout", "9"
    )
    try:
        folder = tmp_path / "disturbed"
        process = started("summy", *arguments(run, folder, "--scheduler", address))
        wait_for_chunks(folder, 5, process)
        os.kill(scheduler.pid, signal.SIGKILL)
        out, err = process.communicate(timeout=90)
        assert (process.returncode, out) == (2, "")
        assert "run the same command again" in err
        assert len(list(folder.glob("tallies/[0-9]*.json"))) < len(run.chunks)
        assert summy(*arguments(run, folder, "--workers", "2")).code == 0
        assert files_of(folder) == expected
    finally:
        worker.kill()
        worker.communicate()


def test_nobody_at_the_address(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summy.lab.cluster.CONNECT_SECONDS", 0.5)
    ran = summy(*arguments(SMALL, tmp_path, "--scheduler", f"tcp://127.0.0.1:{port}"))
    assert_refused_as_bad_input(ran)
    assert "no Dask scheduler answers" in ran.err


def test_damage_is_found_and_played_again(tmp_path: Path) -> None:
    expected = play_here(SMALL, tmp_path)
    assert Store(tmp_path, SMALL).missing() == []
    parts = sorted(tmp_path.glob("turns/*"))
    parts[0].write_bytes(parts[0].read_bytes()[:-1])
    (tmp_path / "tallies/000000002-000000003.json").unlink()
    (tmp_path / "records/000000004-000000004.sgr").unlink()
    assert Store(tmp_path, SMALL).missing() == SMALL.chunks
    assert play_here(SMALL, tmp_path) == expected


def test_a_run_with_other_parameters_is_refused(tmp_path: Path) -> None:
    Store(tmp_path, SMALL)
    with pytest.raises(SummyError) as caught:
        Store(tmp_path, replace(SMALL, seed=5, players=("max", "max")))
    assert caught.value.code == "other_run"
    assert "players: ['max', 'tess'] there, ['max', 'max'] asked; seed: 4 there, 5 asked" in caught.value.message


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("precious", encoding="utf-8")
    ran = summy(*arguments(SMALL, tmp_path))
    assert_refused_as_bad_input(ran)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_workers_of_another_version_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path, SMALL)
    chunk = play_chunk(SMALL, SMALL.chunks[0])
    with pytest.raises(SummyError) as caught:
        store.add(replace(chunk, commit="elsewhere"))
    assert caught.value.code == "other_version"
    assert store.missing() == SMALL.chunks


def test_tables_records_and_tally_tell_the_same(tmp_path: Path) -> None:
    play_here(SMALL, tmp_path)
    games = pq.read_table(tmp_path / "games").to_pylist()
    turns = pq.read_table(tmp_path / "turns").to_pylist()
    records = [record for path in sorted(tmp_path.glob("records/*")) for record in read_records(path.read_text())]
    counted = json.loads((tmp_path / "summary.json").read_text())["tally"]
    assert [game["game"] for game in games] == list(range(5))
    assert [game["players"] for game in games[:2]] == [["max", "tess"], ["tess", "max"]]
    for game, record in zip(games, records, strict=True):
        assert not replay(record, verify_deal=True).problems
        assert record.tag("Result") == " ".join(str(score) for score in game["scores"])
        own = [turn for turn in turns if turn["game"] == game["game"]]
        assert [turn["move"] for turn in own] == [event.event for event in record.events]
        assert [turn["event"] for turn in own] == list(range(1, len(own) + 1))
        assert parse_position(own[0]["position"]).scores == (0, 0)
    assert counted["games"] == 5
    assert counted["events"] == len(turns)
    assert counted["players/max/points"] == sum(game["scores"][game["players"].index("max")] for game in games)
    assert counted["kinds/play"] == sum(turn["kind"] == "play" for turn in turns)


def test_tallies_add_up_in_any_order() -> None:
    games = [tally(play_numbered(SMALL, number)) for number in range(5)]
    assert merged(games) == merged(games[::-1]) == merged([merged(games[:2]), merged(games[2:])])


def test_errors_of_workers_come_back_whole() -> None:
    for error in (SummyError("some_code", "A sentence."), FormatError("is missing", key="board")):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), copy.code, copy.message, str(copy)) == (type(error), error.code, error.message, str(error))
        assert getattr(copy, "key", "") == getattr(error, "key", "")
    refused = Refused(refuse("not_equal", left="2+2", value="4", right="5"))
    assert pickle.loads(pickle.dumps(refused)).refusal == refused.refusal


@pytest.mark.parametrize(
    "options", [["--players", "max,nobody"], ["--players", "max,max,max"], ["--games", "0"]], ids=" ".join
)
def test_bad_input_is_one_line(tmp_path: Path, options: list[str]) -> None:
    ran = summy("lab", "selfplay", "--rules", "amath", "--out", str(tmp_path / "new"), *options)
    assert_refused_as_bad_input(ran)
    assert not (tmp_path / "new").exists()
