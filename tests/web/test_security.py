"""What protects people: headers, cookies, tokens, origins, secrets, limits."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import Error
from websockets.exceptions import InvalidStatus

from running_site import RunningSite, running_site
from summy.web import limits
from summy.web.configuration import ConfigurationError, ServerSettings, database, kept_secret, read_server_settings
from summy.web.games.checks import one_web_process_on_sqlite


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site


# -------------------------------------------------------------------------------------------------------- pages


def test_every_page_forbids_inline_script_and_style(site: RunningSite) -> None:
    game, ada, _bia = site.two_at_a_table()
    for path in ("/", "/new/", "/tables/", "/rules/summy/", "/name/", f"/g/{game}/", f"/g/{game}/deal/", "/nothing/"):
        answer = ada.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        # What the policy would refuse must not be there in the first place.
        assert re.search(r"<script(?![^>]*\bsrc=)[^>]*>", answer.text) is None, path
        assert re.search(r"<style|\sstyle=|\son[a-z]+=", answer.text) is None, path
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_nothing_on_a_page_comes_from_elsewhere(site: RunningSite) -> None:
    game, ada, _bia = site.two_at_a_table()
    for path in ("/", "/new/", f"/g/{game}/"):
        for address in re.findall(r'(?:src|href)="(https?:[^"]+)"', ada.http.get(path).text):
            assert address.startswith(site.address)


def test_an_error_shows_no_inner_parts(site: RunningSite) -> None:
    for path in ("/g/nonsense/", "/rules/nonsense/", "/j/nonsense/"):
        answer = site.guest("Ada").http.get(path)
        assert answer.status_code == 404
        assert "Traceback" not in answer.text
        assert "DEBUG" not in answer.text


def test_a_form_without_its_token_is_refused(site: RunningSite) -> None:
    ada = site.guest("Ada")
    for path in ("/new/", "/name/", "/language/"):
        assert ada.http.post(path, data={"name": "Eve"}).status_code == 403


def test_cookies_are_out_of_reach_of_script_and_of_other_sites(site: RunningSite) -> None:
    for cookie in site.guest("Ada").http.cookies.jar:
        assert cookie.has_nonstandard_attr("HttpOnly"), cookie.name
        assert cookie.get_nonstandard_attr("SameSite") == "Lax", cookie.name


def test_behind_tls_cookies_are_secure_and_plain_pages_redirect(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('tls = true\nhosts = ["play.example"]\ntrusted_proxies = ["127.0.0.1"]\n')
    site = RunningSite(tmp_path)
    site.start()
    try:
        import httpx

        plain = httpx.get(site.address + "/", headers={"Host": "play.example"})
        assert (plain.status_code, plain.headers["location"]) == (301, "https://play.example/")
        headers = {"Host": "play.example", "X-Forwarded-Proto": "https"}
        page = httpx.get(site.address + "/name/", headers=headers)
        assert page.status_code == 200
        assert all("Secure" in cookie for cookie in page.headers.get_list("set-cookie") if cookie.startswith("csrf"))
        assert page.headers["strict-transport-security"]
        # A health check comes from nearby, without TLS.
        assert httpx.get(site.address + "/healthz").json()["status"] == "ok"
    finally:
        site.ensure_stopped()


def test_a_foreign_host_name_is_refused(site: RunningSite) -> None:
    answer = site.guest("Ada").http.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_static_files_are_kept_by_browsers_for_ever(site: RunningSite) -> None:
    ada = site.guest("Ada")
    address = re.search(r'href="(/static/[^"]+/tokens\.css)"', ada.http.get("/").text)
    assert address is not None
    answer = ada.http.get(address[1])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]


# ------------------------------------------------------------------------------------------------------ sockets


def test_a_socket_from_another_sites_page_is_refused(site: RunningSite) -> None:
    game, ada, _bia = site.two_at_a_table()
    with pytest.raises(InvalidStatus) as refused, ada.socket(game, origin="https://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def test_a_socket_of_no_game_is_closed_with_a_reason(site: RunningSite) -> None:
    from websockets.exceptions import ConnectionClosed

    ada = site.guest("Ada")
    with ada.socket("nonsense") as opened:
        # The close may be quicker than the message behind it.
        with suppress(ConnectionClosed):
            opened.send('{"type": "join"}')
        with pytest.raises(ConnectionClosed) as closed:
            opened.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert "Traceback" not in site.log


def test_moves_and_chat_are_limited_by_session(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        codes = [of_ada.command("chat", text="hello").get("code") for _ in range(int(limits.CHAT.burst) + 3)]
        assert codes[0] is None
        assert codes[-1] == "too_often"
        # Another session at the same address is not held up: a class sits behind one.
        assert of_bia.command("chat", text="hello")["type"] == "ack"


def test_moves_that_come_too_fast_are_refused_and_count_once_they_are_sent_again(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        mover = of_ada if of_ada.my_turn else of_bia
        turn = mover.view["turn"]
        codes = [
            mover.command("move", move={"kind": "pass"}, expect_turn=turn).get("code")
            for _ in range(int(limits.MOVES.burst) + 10)
        ]
        assert codes[0] == "stock_not_empty"
        assert "too_often" in codes
        # Nothing was lost, and the one who waits is let in again.
        assert mover.move(mover.good_move())["type"] == "ack"
        mover.wait_for_view(lambda view: view["turn"] == turn + 1)


def test_previews_are_limited_and_say_so_where_they_are_asked(site: RunningSite) -> None:
    game, ada, _bia = site.two_at_a_table()
    with ada.table(game) as table:
        answers = []
        for number in range(int(limits.PREVIEWS.burst) + 15):
            table.send("preview", id=number, move={"kind": "pass"})
            answers.append(table.wait_for("preview"))
        assert answers[0]["code"] == "stock_not_empty"
        assert answers[-1]["code"] == "too_often"
        assert answers[-1]["id"] == number


# -------------------------------------------------------------------------------------------- limits as values


class Ticking:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again() -> None:
    clock = Ticking()
    buckets = limits.Buckets(clock)
    limit = limits.Limit("x", 2, 0.5, 100, 100)
    assert [buckets.allow(limit, "s", "a") for _ in range(3)] == [True, True, False]
    clock.now = 2.0
    assert [buckets.allow(limit, "s", "a") for _ in range(2)] == [True, False]


def test_an_address_has_a_ceiling_above_its_sessions() -> None:
    buckets = limits.Buckets(Ticking())
    limit = limits.Limit("x", 2, 1, 5, 1)
    assert [buckets.allow(limit, f"s{number}", "a") for number in range(6)] == [True] * 5 + [False]
    assert buckets.allow(limit, "s9", "b")


def test_a_refused_action_costs_nothing() -> None:
    clock = Ticking()
    buckets = limits.Buckets(clock)
    limit = limits.Limit("x", 1, 1, 2, 0)
    assert buckets.allow(limit, "s", "a")
    assert not buckets.allow(limit, "s", "a")
    assert buckets.allow(limit, "t", "a")
    assert not buckets.allow(limit, "u", "a")


def test_buckets_do_not_pile_up() -> None:
    buckets = limits.Buckets(Ticking(), most=10)
    for number in range(100):
        buckets.allow(limits.MOVES, f"s{number}", f"a{number}")
    assert len(buckets._levels) == 10


# ----------------------------------------------------------------------------------------------------- settings


def test_secrets_are_made_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    secret = kept_secret(tmp_path, "secret-key")
    assert kept_secret(tmp_path, "secret-key") == secret
    assert len(secret) > 50
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("")
    with pytest.raises(ConfigurationError):
        kept_secret(tmp_path, "secret-key")


def test_the_settings_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('hosts = ["play.example"]\ntls = true\nweb_processes = 2\n')
    assert read_server_settings(tmp_path, {}) == ServerSettings(
        data=tmp_path, hosts=("play.example",), tls=True, web_processes=2
    )


def test_addresses_of_services_may_come_from_the_environment_but_the_file_decides(tmp_path: Path) -> None:
    environment = {"DATABASE_URL": "postgresql://a@b/c", "REDIS_URL": "redis://x/0"}
    read = read_server_settings(tmp_path, environment)
    assert (read.database_url, read.redis_url) == ("postgresql://a@b/c", "redis://x/0")
    (tmp_path / "server.toml").write_text('redis_url = ""\n')
    assert read_server_settings(tmp_path, environment).redis_url == ""


@pytest.mark.parametrize(
    "text", ["hosts = 'one'", "tls = 1", "web_processes = 'two'", "colour = 'red'", "hosts = [", "data = 'x'"]
)
def test_wrong_settings_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "server.toml").write_text(text)
    with pytest.raises(ConfigurationError) as refused:
        read_server_settings(tmp_path, {})
    assert "server.toml" in refused.value.message


def test_sqlite_is_told_how_to_keep_what_it_was_given(tmp_path: Path) -> None:
    options = database(ServerSettings(data=tmp_path))["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous = FULL" in options["init_command"]
    assert "journal_mode = WAL" in options["init_command"]


def test_postgresql_is_one_setting() -> None:
    described = database(ServerSettings(database_url="postgresql://ada:p%40ss@db.example:5433/games"))
    assert described["ENGINE"].endswith("postgresql")
    assert (described["USER"], described["PASSWORD"]) == ("ada", "p@ss")
    assert (described["HOST"], described["PORT"], described["NAME"]) == ("db.example", "5433", "games")
    assert described["CONN_MAX_AGE"] == 0
    with pytest.raises(ConfigurationError):
        database(ServerSettings(database_url="mysql://x/y"))


def test_several_web_processes_on_sqlite_are_refused(settings: Any) -> None:
    assert one_web_process_on_sqlite() == []
    settings.WEB_PROCESSES = 2
    found = one_web_process_on_sqlite()
    assert [message.id for message in found] == ["games.E002", "games.E003"]
    assert all(isinstance(message, Error) for message in found)


def test_a_second_server_on_the_same_data_is_refused(site: RunningSite) -> None:
    second = RunningSite(site.data)
    with pytest.raises(AssertionError, match="another server already works"):
        second.start()
