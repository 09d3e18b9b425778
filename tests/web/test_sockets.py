"""Sockets: nobody misses anything, nothing is said to the wrong people, and a restart is survived."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from running_site import ConnectionClosed, RunningSite, Table, running_site
from summy.language import translator
from summy.move import move_to_json


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site


def mover_of(*tables: Table) -> Table:
    return next(table for table in tables if table.my_turn)


def everything_until_pong(table: Table) -> list[dict[str, Any]]:
    """All messages that are on their way, and the answer to a ping behind them."""
    table.send("ping")
    messages = [table.receive()]
    while messages[-1]["type"] != "pong":
        messages.append(table.receive())
    return messages


# ---------------------------------------------------------------------------------------------------- the stream


def test_a_move_is_acknowledged_and_comes_to_everybody_as_an_event(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia, site.guest("Eve").table(game) as of_eve:
        mover = mover_of(of_ada, of_bia)
        answer = mover.move(mover.good_move())
        assert answer["type"] == "ack"
        for table in (of_ada, of_bia, of_eve):
            event = table.wait_for("event")
            assert (event["seq"], event["turn"], event["event"]["kind"]) == (answer["seq"], 1, "play")
            assert event["view"]["seq"] == answer["seq"]


def test_whoever_comes_back_gets_what_they_missed(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        seen = of_ada.view["seq"]
        for _ in range(3):
            mover = mover_of(of_ada, of_bia)
            turn = mover.view["turn"]
            mover.move(mover.good_move())
            for table in (of_ada, of_bia):
                table.wait_for_view(lambda view, turn=turn: view["turn"] == turn + 1)
        with ada.table(game, since=seen) as again:
            messages = everything_until_pong(again)
            events = [message for message in messages if message["type"] == "event"]
            assert [event["seq"] for event in events] == [seen + 1, seen + 2, seen + 3]
            assert [event["view"]["turn"] for event in events] == [1, 2, 3]
            assert events[-1]["view"]["position"] == of_ada.view["position"]
            assert not any(message["type"] == "state" for message in messages)


@pytest.mark.parametrize("since", [None, 0, 10**6])
def test_whoever_is_new_or_too_far_off_gets_the_whole_state(site: RunningSite, since: int | None) -> None:
    game, ada, _bia = site.two_at_a_table()
    with ada.socket(game) as opened:
        table = Table(opened)
        table.send("join", since=since)
        state = table.receive()
    assert state["type"] == "state"
    assert [event["kind"] for event in state["log"]] == ["seat", "seat", "start"]


def test_the_pong_tells_how_far_the_log_goes(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        mover = mover_of(of_ada, of_bia)
        seq = mover.move(mover.good_move())["seq"]
        pong = everything_until_pong(of_bia)[-1]
        assert pong["seq"] == seq
        assert abs(pong["server_ms"] - time.time() * 1000) < 5000


def test_a_stale_move_gets_the_whole_state_back(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        mover = mover_of(of_ada, of_bia)
        move = mover.good_move()
        mover.move(move)
        answer = mover.move(move, expect_turn=0)
        assert (answer["type"], answer["reason"], answer["by"]) == ("resync", "turn_over", None)
        assert answer["view"]["turn"] == 1
        assert answer["log"][-1]["kind"] == "play"


def test_a_refusal_names_its_command_and_says_why(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        mover = mover_of(of_ada, of_bia)
        client_id = str(uuid.uuid4())
        answer = mover.move({"kind": "pass"}, client_id=client_id)
        assert (answer["type"], answer["client_id"], answer["code"]) == ("refused", client_id, "stock_not_empty")
        assert answer["message"] == "You can pass only when the stock is empty."


def test_refusals_are_in_the_language_of_the_page(site: RunningSite) -> None:
    game, ada, _bia = site.two_at_a_table()
    ada.http.cookies.set("language", "pt-br")
    with ada.table(game) as table:
        table.send("preview", id=1, move={"kind": "pass"})
        answer = table.wait_for("preview")
    assert answer["code"] == "stock_not_empty"
    assert answer["message"] != "You can pass only when the stock is empty."
    assert answer["message"] == translator("pt-br")("You can pass only when the stock is empty.")


def test_a_preview_judges_without_playing(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        mover = mover_of(of_ada, of_bia)
        move = mover.good_move()
        mover.send("preview", id=7, move=move_to_json(move))
        answer = mover.wait_for("preview")
        assert (answer["id"], answer["legal"]) == (7, True)
        assert answer["score"] > 0
        assert len(answer["closes"]) == 2
        mover.send("preview", id=8, move={"kind": "play", "tiles": []})
        assert mover.wait_for("preview")["code"] == "nothing_placed"
        assert everything_until_pong(of_bia)[-1]["seq"] == 3


def test_a_spectator_can_only_look(site: RunningSite) -> None:
    game, _ada, _bia = site.two_at_a_table()
    with site.guest("Eve").table(game) as table:
        assert table.view["you"] is None
        assert table.view["actions"] == []
        for answer in (table.move({"kind": "pass"}), table.command("chat", text="hello"), table.command("resign")):
            assert (answer["type"], answer["code"]) == ("refused", "not_a_member")
        table.send("preview", id=1, move={"kind": "pass"})
        assert table.wait_for("preview")["code"] == "not_a_member"


def test_a_visitor_without_a_name_can_look_too(site: RunningSite) -> None:
    from websockets.sync.client import connect

    game, _ada, _bia = site.two_at_a_table()
    with connect(f"ws://127.0.0.1:{site.port}/ws/g/{game}/", origin=site.address) as opened:  # type: ignore[arg-type]
        table = Table(opened)
        table.send("join")
        assert table.receive()["view"]["you"] is None


# ------------------------------------------------------------------------------------------------ beside the log


def test_tentative_tiles_survive_a_reload_and_are_shown_to_the_own_team_only(site: RunningSite) -> None:
    ada, bia, cid = site.guest("Ada"), site.guest("Bia"), site.guest("Cid")
    game = ada.open_table(kind="friend", members="2")
    bia.join(ada.invitation(game), side="0")
    cid.join(ada.invitation(game), side="1")
    ada.post(f"/g/{game}/begin/", page=f"/g/{game}/")
    with ada.table(game) as of_ada, bia.table(game) as of_bia, cid.table(game) as of_cid:
        side = of_ada.view["you"]["side"]
        hand = of_ada.view["position"]["hands"][side]
        laid = [{"x": 3, "y": 0, "tile": hand[0]}]
        of_ada.send("tentative", tiles=[*laid, {"x": 0, "y": 0, "tile": hand[1]}, {"x": 4, "y": 0, "tile": "?"}])
        shown = of_bia.wait_for("tentative")
        # The tile on a taken square and the one that is not in the hand have gone back.
        assert (shown["member"], shown["tiles"]) == ("m1", laid)
        with ada.table(game) as again:
            assert again.wait_for("tentative")["tiles"] == laid
        assert not any(message["type"] == "tentative" for message in everything_until_pong(of_cid))


def test_chat_goes_to_all_or_to_the_team(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        client_id = str(uuid.uuid4())
        for _ in range(2):
            assert of_ada.command("chat", text="<b>hello</b>\x07 there", client_id=client_id)["type"] == "ack"
        of_ada.command("chat", text="only us", team=True)
        heard = [message for message in everything_until_pong(of_bia) if message["type"] == "chat"]
        assert [(message["name"], message["text"], message["team"]) for message in heard] == [
            ("Ada", "<b>hello</b> there", False)
        ]
        assert of_ada.command("chat", text=" \n ")["code"] == "empty_text"
        assert of_ada.command("chat", text="x" * 301)["code"] == "text_too_long"
        with ada.table(game) as again:
            texts = [message["text"] for message in everything_until_pong(again) if message["type"] == "chat"]
        assert texts == ["<b>hello</b> there", "only us"]


def test_everybody_sees_who_is_here(site: RunningSite) -> None:
    game, ada, bia = site.two_at_a_table()
    with ada.table(game) as of_ada:
        with bia.table(game) as of_bia:
            assert all(member["present"] for side in of_bia.view["sides"] for member in side["members"])
        # Pages that are gone before they have read their first message leave nobody behind.
        for _ in range(8):
            with bia.socket(game) as opened:
                opened.send('{"type": "join"}')
        # Ten seconds away are forgiven: the sign that Bia has gone comes after them, by itself.
        gone = of_ada.wait_until(
            lambda message: (
                message["type"] == "presence"
                and not all(member["present"] for side in message["sides"] for member in side["members"])
            )
        )
        assert {member["name"] for side in gone["sides"] for member in side["members"] if not member["present"]} == {
            "Bia"
        }


def test_a_private_link_lets_another_device_go_on(site: RunningSite) -> None:
    game, ada, _bia = site.two_at_a_table()
    token = ada.http.cookies["csrf"]
    page = ada.http.get(f"/g/{game}/")
    assert page.status_code == 200
    import re

    form_token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    assert form_token is not None
    headers = {"X-CSRFToken": form_token[1], "Referer": site.address}
    path = ada.http.post(f"/g/{game}/device/", headers=headers).json()["url"]
    assert token
    phone = site.guest("Somebody")
    assert phone.post(path).url.path == f"/g/{game}/"
    with phone.table(game) as table:
        assert table.view["you"]["member"] == "m1"
    assert site.guest("Eve").http.post(f"/g/{game}/device/", headers=headers).status_code == 403


def test_codes_to_scan_are_pictures(site: RunningSite) -> None:
    ada = site.guest("Ada")
    game = ada.open_table(kind="friend")
    answer = ada.http.get(ada.invitation(game) + "qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "<svg" in answer.text


# -------------------------------------------------------------------------------------------------------- restart


def test_a_server_that_stops_says_good_bye_and_clients_find_the_true_state_afterwards(tmp_path: Path) -> None:
    with running_site(tmp_path, workers=1) as site:
        game, ada, bia = site.two_at_a_table(clock="turn", turn_s="30")
        with ada.table(game) as of_ada, bia.table(game) as of_bia:
            mover = mover_of(of_ada, of_bia)
            mover.move(mover.good_move())
            of_ada.wait_for_view(lambda view: view["turn"] == 1)
            before = of_ada.view
            began = time.monotonic()
            assert site.stop() == 0
            assert time.monotonic() - began < 5
            bye = of_ada.wait_for("bye")
            assert 500 <= bye["reconnect_ms"] <= 3000
            with pytest.raises(ConnectionClosed) as closed:
                of_ada.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        site.start()
        opened = time.monotonic()
        with ada.table(game) as again:
            assert time.monotonic() - opened < 2
            assert again.view["position"] == before["position"]
            assert again.view["turn"] == 1
            # Nobody pays for the outage: the deadline has moved by it and by fifteen seconds.
            again.wait_for_view(lambda view: view["deadline_ms"] >= before["deadline_ms"] + 15_000)
            assert any(event["kind"] == "add-time" for event in again.log.values())
        assert "Traceback" not in site.log
