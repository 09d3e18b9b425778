"""What a host does: back up while people play, restore, create an administrator, look at the health."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from running_site import RunningSite, running_site
from summy.web.addresses import listen, local_addresses
from summy.web.backup import backup, restore
from summy.web.configuration import ConfigurationError
from summy.web.serve import qr_code


def test_a_backup_taken_while_people_play_can_be_restored(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    with running_site(data) as site:
        game, ada, bia = site.two_at_a_table()
        with ada.table(game) as of_ada, bia.table(game) as of_bia:
            mover = of_ada if of_ada.my_turn else of_bia
            mover.move(mover.good_move())
            mover.wait_for_view(lambda view: view["turn"] == 1)
            saved = mover.view["position"]
            backup(data, copy)
            other = of_bia if mover is of_ada else of_ada
            other.wait_for_view(lambda view: view["turn"] == 1)
            other.move(other.good_move())
        with pytest.raises(ConfigurationError, match="another server"):
            restore(data, copy)
        site.stop()
        kept = restore(data, copy)
        assert kept is not None
        assert kept.is_file()
        site.start()
        with (ada if mover is of_ada else bia).table(game) as again:
            assert again.view["turn"] == 1
            assert again.view["position"] == saved


def test_a_backup_never_overwrites(tmp_path: Path) -> None:
    with running_site(tmp_path / "data"):
        pass
    taken = tmp_path / "copy"
    taken.write_text("mine")
    with pytest.raises(ConfigurationError, match="exists already"):
        backup(tmp_path / "data", taken)
    assert taken.read_text() == "mine"
    with pytest.raises(ConfigurationError, match="holds no database"):
        backup(tmp_path / "nothing", tmp_path / "other")


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\0" * 2000])
def test_what_is_no_backup_replaces_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(ConfigurationError):
        restore(tmp_path / "data", file)
    with pytest.raises(ConfigurationError, match="there is no file"):
        restore(tmp_path / "data", tmp_path / "nothing")
    assert not (tmp_path / "data" / "summy.sqlite3").exists()


def test_postgresql_is_not_backed_up_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('database_url = "postgresql://a@b/c"\n')
    with pytest.raises(ConfigurationError, match="pg_dump"):
        backup(tmp_path, tmp_path / "copy")


CREATE = """
import sys, pathlib
from summy.errors import SummyError
from summy.web.serve import create_admin
try:
    create_admin(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3])
except SummyError as error:
    sys.exit(f"{error.code}: {error.message}")
"""


def create_admin(data: Path, name: str, password: str) -> str:
    """Create an administrator in a process of its own; returns the error, if any."""
    done = subprocess.run(
        [sys.executable, "-c", CREATE, str(data), name, password], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr.strip()


def test_an_administrator_signs_in_and_sees_games_without_their_hands(tmp_path: Path) -> None:
    assert create_admin(tmp_path, "host", "12345678").startswith("bad_account:")
    assert create_admin(tmp_path, "not a name!", "correct horse battery").startswith("bad_account:")
    assert create_admin(tmp_path, "host", "correct horse battery") == ""
    assert create_admin(tmp_path, "host", "correct horse battery").startswith("name_taken:")
    with running_site(tmp_path) as site:
        game, _ada, _bia = site.two_at_a_table()
        host = site.guest("Host")
        assert host.http.get("/admin/games/game/").url.path == "/admin/login/"
        host.post("/admin/login/", username="host", password="correct horse battery", next="/admin/")
        assert game in host.http.get("/admin/games/game/").text
        page = host.http.get(f"/admin/games/game/{game}/change/")
        assert page.status_code == 200
        assert "snapshot" not in page.text
        assert "hands" not in page.text
        events = host.http.get("/admin/games/gameevent/")
        assert events.status_code == 200
        assert host.http.get("/admin/games/gameevent/1/change/").status_code == 200
        assert "seed" not in host.http.get("/admin/games/gameevent/1/change/").text.lower().replace("seeds", "")


def test_health_tells_that_the_database_is_reached(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        assert site.guest("Ada").http.get("/healthz").json()["status"] == "ok"


def test_the_next_free_port_is_taken() -> None:
    with listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with listen("127.0.0.1", taken) as second:
            assert taken < second.getsockname()[1] <= taken + 20


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="can't listen"):
        listen("203.0.113.7", 8000)


def test_for_the_room_the_site_answers_at_the_machines_addresses(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from summy.web.serve import run;"
        "run(port=int(sys.argv[2]), data=pathlib.Path(sys.argv[1]), lan=True, workers=0,"
        " tell=lambda line: print(line.replace('\\n', '|'), flush=True))"
    )
    addresses = local_addresses()
    site = RunningSite(tmp_path, program=program)
    if not addresses:
        pytest.skip("this machine is in no network")
    import httpx

    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path), str(site.port)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert f"http://{addresses[0]}:{site.port}/" in process.stdout.readline()
        assert "▀" in process.stdout.readline()
        assert httpx.get(f"http://{addresses[0]}:{site.port}/").status_code == 200
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_the_code_for_the_terminal_can_be_scanned() -> None:
    """Two squares above one another are one character; the quiet zone is two squares wide."""
    lines = qr_code("http://192.0.2.7:8000/").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set("".join(lines)) <= set("█▀▄ ")
    assert io.StringIO("\n".join(lines)).readline().strip("█\n") == ""


def test_passwords_of_the_administration_can_not_be_tried_without_end(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        guessing = site.guest("Eve")
        codes = [
            guessing.post("/admin/login/", username="host", password=f"guess {number}").status_code
            for number in range(12)
        ]
        assert codes[0] == 200
        assert codes[-1] == 429
