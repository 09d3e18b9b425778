"""A real server in a process of its own, and people who use it over HTTP and sockets only.

Tests that need the site as it runs (sockets, restarts, worker processes, browsers) start one on a temporary data
directory. Nothing is shared with the test's own process but the files in that directory.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from summy.game import LegalMoves
from summy.move import Discard, Move, Pass, Play, move_to_json
from summy.position import position_from_json
from summy.web import limits

ANSWER_WITHIN_S = 20.0
"""No answer of the server takes nearly so long; a test that waits longer has failed."""

START = """
import sys, pathlib
from summy.web.serve import run
data, port, workers = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
sys.exit(run(port=port, data=data, workers=workers, tell=lambda line: print(line, flush=True)))
"""


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningSite:
    """A server on a data directory; the same port again after a restart."""

    def __init__(self, data: Path, *, workers: int = 0, program: str = START) -> None:
        self.data = data
        self.workers = workers
        self.port = free_port()
        self._program = program
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """The start of every address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The web process."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What the server has written to standard error so far."""
        return (self.data / "stderr.txt").read_text(encoding="utf-8")

    def start(self) -> None:
        """Start the server and return once it listens."""
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "stderr.txt").open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", self._program, str(self.data), str(self.port), str(self.workers)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert self.address in line, f"the server did not start: {line!r} {self.log}"

    def kill(self) -> None:
        """End the server as a power cut would (SIGKILL)."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End the server politely; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        code = self._process.wait(ANSWER_WITHIN_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def ensure_stopped(self) -> None:
        """Leave no process behind, whatever the test did."""
        if self._process is not None:
            self.kill()

    def guest(self, name: str) -> Guest:
        """Somebody new with a name."""
        return Guest(self, name)

    def two_at_a_table(self, **form: str) -> tuple[str, Guest, Guest]:
        """Ada opens a table by link and Bia joins it. Returns the game's id and both.

        Whoever begins has a sum to play: the rare deals in which nobody has are dealt again.
        """
        ada, bia = self.guest("Ada"), self.guest("Bia")
        while True:
            game = ada.open_table(kind="friend", **form)
            bia.join(ada.invitation(game))
            for person in (ada, bia):
                with person.table(game) as table:
                    if table.my_turn and isinstance(table.good_move(), Play):
                        return game, ada, bia


@contextmanager
def running_site(data: Path, *, workers: int = 0, program: str = START) -> Iterator[RunningSite]:
    """A server that runs for the block."""
    site = RunningSite(data, workers=workers, program=program)
    site.start()
    try:
        yield site
    finally:
        site.ensure_stopped()


class Guest:
    """A browser without script: pages, forms, cookies; and the sockets it opens."""

    def __init__(self, site: RunningSite, name: str) -> None:
        self.site = site
        self.http = httpx.Client(base_url=site.address, follow_redirects=True, timeout=ANSWER_WITHIN_S)
        self.post("/name/", name=name)

    def post(self, path: str, *, page: str | None = None, **fields: str) -> httpx.Response:
        """Send the form of a page as a browser would, with its token."""
        shown = self.http.get(page or path)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', shown.text)
        assert token is not None, f"no form on {page or path}: {shown.status_code}"
        fields["csrfmiddlewaretoken"] = token[1]
        return self.http.post(path, data=fields, headers={"Referer": self.site.address})

    def open_table(self, **form: str) -> str:
        """Open a table with the form of /new/; returns the game's id."""
        answer = self.post("/new/", **{"kind": "friend", "rules": "summy", "clock": "none", **form})
        match = re.fullmatch(r"/g/(\w+)/", answer.url.path)
        assert match is not None, answer.text
        return match[1]

    def invitation(self, game: str) -> str:
        """The path of the link that lets somebody join."""
        with self.table(game) as table:
            path = table.view["invite_url"]
        assert isinstance(path, str)
        return path

    def join(self, invitation: str, **fields: str) -> None:
        """Take a seat by a link."""
        answer = self.post(invitation, **fields)
        assert answer.url.path.startswith("/g/"), answer.text

    @contextmanager
    def socket(self, game: str, **options: Any) -> Iterator[ClientConnection]:
        """An open socket of the table, before it has joined."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        with connect(
            f"ws://127.0.0.1:{self.site.port}/ws/g/{game}/",
            additional_headers={"Cookie": cookies, **options.pop("headers", {})},
            origin=options.pop("origin", self.site.address),
            **options,
        ) as opened:
            yield opened

    @contextmanager
    def table(self, game: str, since: int | None = None) -> Iterator[Table]:
        """An open page of a table that has joined and has its first view."""
        with self.socket(game) as opened:
            table = Table(opened)
            table.send("join", since=since)
            if not since:
                table.wait_for("state")
            yield table


class Table:
    """A page of a table as its script sees it: sends messages, remembers the last view and every frame."""

    def __init__(self, opened: ClientConnection) -> None:
        self._socket = opened
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.log: dict[int, dict[str, Any]] = {}

    def send(self, type_: str, **message: Any) -> None:
        """Send a message."""
        self._socket.send(json.dumps({"type": type_, **message}))

    def send_raw(self, frame: str | bytes) -> None:
        """Send a frame as it is."""
        self._socket.send(frame)

    def receive(self, within_s: float = ANSWER_WITHIN_S) -> dict[str, Any]:
        """The next message. Raises TimeoutError, or ConnectionClosed."""
        frame = self._socket.recv(timeout=within_s)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["type"] in {"state", "resync"}:
            self.log = {event["seq"]: event for event in message["log"]}
        if message["type"] == "event":
            self.log[message["seq"]] = message["event"]
        if "view" in message:
            self.view = message["view"]
        return message

    def wait_for(self, *types: str, within_s: float = ANSWER_WITHIN_S) -> dict[str, Any]:
        """The next message of one of these types; what comes before it is taken in."""
        return self.wait_until(lambda message: message["type"] in types, within_s)

    def wait_until(self, fits: Callable[[dict[str, Any]], bool], within_s: float = ANSWER_WITHIN_S) -> dict[str, Any]:
        """The next message that fits."""
        until = time.monotonic() + within_s
        while True:
            message = self.receive(max(0.0, until - time.monotonic()))
            if fits(message):
                return message

    def wait_for_view(self, fits: Callable[[dict[str, Any]], bool], within_s: float = ANSWER_WITHIN_S) -> None:
        """Take messages in until the view fits."""
        until = time.monotonic() + within_s
        while not fits(self.view):
            self.receive(max(0.0, until - time.monotonic()))

    def command(self, type_: str, **message: Any) -> dict[str, Any]:
        """Send a command with a fresh `client_id`; returns its answer: ack, refused, resync or retry."""
        message.setdefault("client_id", str(uuid.uuid4()))
        self.send(type_, **message)
        return self.wait_for("ack", "refused", "resync", "retry")

    def move(self, move: Move | dict[str, Any], **message: Any) -> dict[str, Any]:
        """Make a move for the present turn; returns the answer.

        A test moves faster than people may. Told so, it waits and sends the move again: how long a game takes on this
        machine must not decide whether the test passes.
        """
        value = move if isinstance(move, dict) else move_to_json(move)
        message.setdefault("expect_turn", self.view["turn"])
        until = time.monotonic() + ANSWER_WITHIN_S
        while True:
            answer = self.command("move", move=value, **message)
            if answer.get("code") != "too_often" or time.monotonic() > until:
                return answer
            time.sleep(1 / limits.MOVES.per_second)

    @property
    def my_turn(self) -> bool:
        """Whether it is this side's turn, and no newer event is on its way (then a view offers no action)."""
        return self.view["to_move"] == self.view["you"]["side"] and bool(self.view["actions"])

    def good_move(self) -> Move:
        """The best play of the side to move, else a discard, else a pass: chosen from what the view shows."""
        return good_move(self.view)


def good_move(view: dict[str, Any]) -> Move:
    """A sensible move for the viewer whose turn it is."""
    position = position_from_json(view["position"])
    best = LegalMoves(position).best()
    if best is not None:
        return best
    return Discard(position.hand[:2]) if position.stock else Pass()


__all__ = ["ConnectionClosed", "Guest", "RunningSite", "Table", "free_port", "good_move", "running_site"]
