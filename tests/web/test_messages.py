"""The examples of docs/server.md are what the server understands and what it sends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from running_site import RunningSite, running_site
from summy.move import move_to_json
from summy.web.games import messages
from summy.web.games.answers import CommandRefused
from summy.web.games.course import _TABLE_STEPS, GAME_KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


def examples(heading: str) -> list[dict[str, Any]]:
    """The JSON examples of a section."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", section, re.DOTALL)]


TO_SERVER = examples("Messages to the server")
FROM_SERVER = examples("Messages from the server")
(VIEW,) = examples("The view")


def test_every_message_to_the_server_has_an_example_that_is_understood() -> None:
    types = {type(messages.read(json.dumps(example))) for example in TO_SERVER}
    assert types == set(get_args(messages.Incoming))


@pytest.mark.parametrize("example", TO_SERVER, ids=lambda example: example["type"])
def test_no_part_of_a_message_may_be_of_another_kind(example: dict[str, Any]) -> None:
    for key in example:
        with pytest.raises(CommandRefused):
            messages.read(json.dumps({**example, key: {"no": "such"} if key != "move" else 7}))
    with pytest.raises(CommandRefused):
        messages.read(json.dumps({**example, "surplus": 1}))


def test_a_command_needs_an_id_in_the_form_of_a_uuid() -> None:
    for client_id in ("", "1", "not-a-uuid", "9B2CED44-EFB9-4A3F-B27F-103C8C67546D"):
        with pytest.raises(CommandRefused) as refused:
            messages.read(json.dumps({"type": "resign", "client_id": client_id}))
        assert refused.value.code == "bad_client_id"


def test_every_kind_of_event_is_named() -> None:
    section = PAGE.split("\n## Kinds of events\n")[1].split("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+)`", section)) == set(GAME_KINDS) | set(_TABLE_STEPS)


@pytest.fixture(scope="module")
def received(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, dict[str, Any]]]:
    """One real message of each type, from two people at a table whose server is stopped in the end."""
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield dict(_messages_of(site))


def _messages_of(site: RunningSite) -> Iterator[tuple[str, dict[str, Any]]]:
    game, ada, bia = site.two_at_a_table(clock="total", total_s="600", increment_s="10")
    with ada.table(game) as of_ada, bia.table(game) as of_bia:
        mover = of_ada if of_ada.my_turn else of_bia
        other = of_bia if mover is of_ada else of_ada
        move = mover.good_move()
        mover.send("preview", id=1, move=move_to_json(move))
        yield "preview True", mover.wait_for("preview")
        mover.send("preview", id=1, move={"kind": "play", "tiles": []})
        yield "preview False", mover.wait_for("preview")
        yield "refused", mover.move({"kind": "play", "tiles": []})
        yield "ack", mover.move(move)
        yield "event", mover.wait_for("event")
        yield "resync", mover.move(move, expect_turn=0)
        other.command("chat", text="well played")
        yield "chat", mover.wait_for("chat")
        mover.send("tentative", tiles=[{"x": 50, "y": 0, "tile": mover.view["position"]["hands"][0][0]}])
        person = ada if mover is of_ada else bia
        with person.table(game) as again:
            yield "state", json.loads(again.frames[0])
            yield "tentative", again.wait_for("tentative")
        with (bia if mover is of_ada else ada).table(game, since=1) as again:
            yield "presence", again.wait_for("presence")
        mover.send("ping")
        yield "pong", mover.wait_for("pong")
        site.stop()
        yield "bye", other.wait_for("bye")


@pytest.mark.parametrize("example", FROM_SERVER, ids=lambda example: example["type"])
def test_messages_from_the_server_have_just_these_keys(
    example: dict[str, Any], received: dict[str, dict[str, Any]]
) -> None:
    if example["type"] == "retry":
        # Sent when the database stays busy for two seconds: see test_busy.py.
        assert set(example) == {"type", "client_id"}
        return
    key = f"preview {example['legal']}" if example["type"] == "preview" else example["type"]
    message = received[key]
    assert set(message) == set(example)
    for part in ("event", "line"):
        if part in example:
            assert set(message[part]) == set(example[part])
    if "sides" in example:
        assert set(message["sides"][0]) == set(example["sides"][0])


def test_the_view_has_just_these_keys(received: dict[str, dict[str, Any]]) -> None:
    view = received["state"]["view"]
    assert set(view) == set(VIEW)
    for part in ("table", "position", "you"):
        assert set(view[part]) == set(VIEW[part])
    assert set(view["table"]["clock"]) == set(VIEW["table"]["clock"])
    assert set(view["table"]["board"]) == set(VIEW["table"]["board"])
    assert set(view["sides"][0]) == set(VIEW["sides"][0])
    assert set(view["sides"][0]["members"][0]) == set(VIEW["sides"][0]["members"][0])
