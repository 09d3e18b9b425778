"""Malformed socket messages and requests: each gets an error with code and sentence, and nothing changes.

Frames are made by Hypothesis: noise, JSON of any shape, and well-formed messages with one part damaged. They go to a
real server over a real socket; afterwards the game is as it was, the socket still works and no traceback was logged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from running_site import START, Guest, RunningSite, Table, running_site

EXAMPLES = 1000
"""Frames in one run; ten times as many at night."""

UUID = "0b5e1c2a-5d6f-4f3e-9a39-0e8d4c7b6a51"

NO_LIMITS = "from summy.web import limits; limits.allow = lambda *given: True" + START
"""A server without rate limits: they would answer most of the frames by themselves."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=12),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)
tiles = st.fixed_dictionaries(
    {"x": st.integers(-5, 5), "y": st.integers(-5, 5), "tile": st.sampled_from(["1", "=", "+", "x", "?", "99", ""])}
)
moves = (
    st.fixed_dictionaries(
        {"kind": st.just("play"), "tiles": st.lists(tiles, max_size=14)},
        optional={"direction": st.sampled_from(["across", "down", "up"])},
    )
    | st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["discard", "exchange", "pass", "challenge", "resign", "dance"]),
            "tiles": st.lists(st.sampled_from(["1", "=", "12", "?", "nine"]), max_size=14) | st.integers(-3, 20),
        }
    )
    | json_values
)
messages = st.one_of(
    st.fixed_dictionaries({"type": st.just("join"), "since": json_values}),
    st.fixed_dictionaries(
        {"type": st.just("move"), "client_id": st.just(UUID) | json_values, "expect_turn": json_values, "move": moves}
    ),
    st.fixed_dictionaries({"type": st.just("preview"), "id": st.integers(0, 9) | json_values, "move": moves}),
    st.fixed_dictionaries({"type": st.just("tentative"), "tiles": st.lists(tiles, max_size=14) | json_values}),
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["answer", "claim"]),
            "client_id": st.uuids().map(str) | json_values,
            "what": st.sampled_from(["draw", "rematch", "add_time", "win", "everything"]),
        },
        optional={"accept": json_values},
    ),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["chat", "resign", "offer", "ping", "start", ""])},
        optional={"client_id": json_values, "text": json_values, "what": json_values, "team": json_values},
    ),
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A message as text with a stretch of it replaced or cut."""
    text = json.dumps(draw(messages))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 6)))
    return text[:start] + draw(st.text(max_size=4)) + text[end:]


frames = st.one_of(
    st.text(max_size=60),
    json_values.map(json.dumps),
    messages.map(json.dumps),
    damaged(),
    st.binary(max_size=40),
    st.integers(1, 3000).map(lambda depth: "[" * depth),
)

SILENT = {"tentative", "ping", "join"}
"""Messages that may be answered by nothing, or by what is no answer, when they are well-formed."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site"), program=NO_LIMITS) as site:
        yield site
        assert "Traceback" not in site.log, site.log


@pytest.fixture(scope="module")
def game(site: RunningSite) -> tuple[str, Guest, Guest]:
    return site.two_at_a_table()


@pytest.fixture(scope="module")
def table(game: tuple[str, Guest, Guest]) -> Iterator[Table]:
    with game[1].table(game[0]) as table:
        yield table


def well_formed_command(frame: str | bytes) -> bool:
    """Whether the frame is a command that a person could really give, so that it may well be carried out."""
    from summy.web.games.answers import CommandRefused
    from summy.web.games.messages import Chat, Offer, Resign, read

    try:
        return isinstance(read(frame), Chat | Offer | Resign)
    except CommandRefused:
        return False


def send_and_check(table: Table, frame: str | bytes) -> None:
    """Send a frame; every answer to it is a known one, refusals have code and sentence, and the game stays."""
    if well_formed_command(frame):
        return
    before = table.view
    table.send_raw(frame)
    table.send("ping")
    answers: list[dict[str, Any]] = []
    while (message := table.receive())["type"] != "pong":
        answers.append(message)
    if not answers:
        # A second pong may still be on its way when the frame itself was a ping.
        assert _type_of(frame) in SILENT
    if _type_of(frame) == "ping" and not any(answer["type"] == "refused" for answer in answers):
        table.wait_for("pong")
    for answer in answers:
        assert answer["type"] in {"refused", "preview", "state", "presence", "resync", "event", "tentative", "chat"}
        if answer["type"] == "refused" or answer.get("legal") is False:
            assert answer["code"]
            assert answer["message"]
            assert "Traceback" not in answer["message"]
    assert table.view["seq"] == before["seq"]
    assert table.view["position"] == before["position"]


def _type_of(frame: str | bytes) -> object:
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    return message.get("type") if isinstance(message, dict) else None


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(frame=frames)
def test_a_malformed_message_is_answered_and_changes_nothing(table: Table, frame: str | bytes) -> None:
    send_and_check(table, frame)


@pytest.mark.nightly
@settings(max_examples=10 * EXAMPLES, suppress_health_check=list(HealthCheck))
@given(frame=frames)
def test_many_malformed_messages(table: Table, frame: str | bytes) -> None:
    send_and_check(table, frame)


# ------------------------------------------------------------------------------------------------------ requests

paths = st.sampled_from(
    [
        "/",
        "/new/",
        "/tables/",
        "/name/",
        "/language/",
        "/theme/",
        "/rules/{}/",
        "/games/{}/",
        "/j/{}/",
        "/j/{}/qr.svg",
        "/device/{}/",
        "/device/{}/qr.svg",
        "/g/{}/",
        "/g/{}/record.sgr",
        "/g/{}/deal/",
        "/g/{}/begin/",
        "/g/{}/leave/",
        "/g/{}/device/",
        "/jobs/{}",
        "/admin/{}/",
        "/healthz",
        "/static/{}",
        "/{}",
    ]
)
words = st.text(st.characters(codec="utf-8", exclude_characters="/?#\\"), max_size=12)
fields = st.dictionaries(
    st.sampled_from(["kind", "rules", "sides", "members", "clock", "turn_s", "days", "level", "name", "next", "side"]),
    words | st.integers(-5, 10**12).map(str),
    max_size=6,
)


@settings(max_examples=EXAMPLES // 3, suppress_health_check=list(HealthCheck))
@given(path=paths, word=words, query=fields, form=fields, method=st.sampled_from(["GET", "POST", "PUT", "HEAD"]))
def test_a_malformed_request_is_never_an_error_of_the_server(
    game: tuple[str, Guest, Guest], path: str, word: str, query: dict[str, str], form: dict[str, str], method: str
) -> None:
    check_request(game[1], path, word, query, form, method)


@pytest.mark.nightly
@settings(max_examples=5 * EXAMPLES, suppress_health_check=list(HealthCheck))
@given(path=paths, word=words, query=fields, form=fields, method=st.sampled_from(["GET", "POST", "PUT", "HEAD"]))
def test_many_malformed_requests(
    game: tuple[str, Guest, Guest], path: str, word: str, query: dict[str, str], form: dict[str, str], method: str
) -> None:
    check_request(game[1], path, word, query, form, method)


def check_request(guest: Guest, path: str, word: str, query: dict[str, str], form: dict[str, str], method: str) -> None:
    """Send a request; with the token of a form, so that it reaches the view behind it."""
    address = guest.site.address + path.replace("{}", quote(word, safe=""))
    token = guest.http.cookies.get("csrf") or ""
    answer = guest.http.request(
        method,
        address,
        params=query,
        data=form if method == "POST" else None,
        headers={"X-CSRFToken": token, "Referer": guest.site.address},
        follow_redirects=False,
    )
    assert answer.status_code < 500, (method, address, answer.text[:500])
    assert "Traceback" not in answer.text


def test_the_game_is_still_there_after_all_of_it(game: tuple[str, Guest, Guest], table: Table) -> None:
    name, ada, bia = game
    with ada.table(name) as of_ada, bia.table(name) as of_bia:
        mover = of_ada if of_ada.my_turn else of_bia
        assert mover.move(mover.good_move())["type"] == "ack"
