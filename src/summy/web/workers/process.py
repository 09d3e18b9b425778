"""An engine worker: a process that computes moves and talks to the web server over HTTP alone.

It imports neither Django nor anything that writes. When it dies, its lease runs out and another worker gets the job.
"""

from __future__ import annotations

import http.client
import json
import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from summy.deal import Deal
from summy.engine.movegen import any_play
from summy.engine.players import PLAYERS, Limits, choose
from summy.log import decide, evolve, start
from summy.move import Move, move_to_json
from summy.position import position_from_json
from summy.rulesets import load_ruleset

PROTOCOL: Final = 1
"""Version of the messages between worker and server; the server refuses another."""

CLAIM_WAIT_S: Final = 20.0
HEARTBEAT_EVERY_S: Final = 3.0
REQUEST_LIMIT_S: Final = 30.0
RETRY_AFTER_S: Final = 0.5

_log = logging.getLogger(__name__)


class ServerAway(Exception):
    """The web server does not answer."""


class NoSuchJob(Exception):
    """The server says that this worker does not hold the job any more."""


@dataclass(frozen=True)
class ServerAddress:
    """Where the web server is, and the secret that it shares with its workers."""

    host: str
    port: int
    secret: str


class JobServer:
    """The web server as a worker sees it. One connection, kept open; not for use by several threads at once."""

    def __init__(self, address: ServerAddress) -> None:
        self._address = address
        self._connection: http.client.HTTPConnection | None = None

    def call(self, path: str, **message: Any) -> dict[str, Any]:
        """Post a message and return the answer. Raises `ServerAway` or `NoSuchJob`."""
        body = json.dumps({"protocol": PROTOCOL, **message})
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._address.secret}"}
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection(
                    self._address.host, self._address.port, timeout=REQUEST_LIMIT_S
                )
            self._connection.request("POST", f"/jobs/{path}", body, headers)
            response = self._connection.getresponse()
            answer = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise ServerAway(str(error)) from error
        if response.status in {409, 410}:
            raise NoSuchJob(answer.decode(errors="replace"))
        if response.status != 200:
            raise ServerAway(f"{response.status} {answer[:200]!r}")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        """Drop the connection; the next call makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def work(address: ServerAddress, parent: int | None = None) -> None:
    """Take jobs until told to stop (SIGTERM), or until the process `parent` that started this one is gone."""
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    # Requests of people come first where both want the same processor.
    os.nice(5)
    server = JobServer(address)
    while not stopping.is_set() and (parent is None or os.getppid() == parent):
        try:
            job = server.call("claim", wait_s=CLAIM_WAIT_S)["job"]
            if job is not None:
                _do(server, address, job)
        except NoSuchJob as gone:
            _log.info("a job was given to another worker: %s", gone)
        except ServerAway:
            time.sleep(RETRY_AFTER_S)
    server.close()


def _do(server: JobServer, address: ServerAddress, job: dict[str, Any]) -> None:
    """Do one job and hand the result in. A failure is reported, so that the job is given out again at once."""
    try:
        with _kept_alive(address, job["token"]):
            result = solo_score(job) if job["purpose"] == "par" else {"move": move_to_json(best_move(job))}
    except Exception as error:
        _log.exception("the job of turn %s failed", job["turn"])
        server.call("fail", token=job["token"], message=type(error).__name__)
        return
    server.call("submit", token=job["token"], turn=job["turn"], **result)


@contextmanager
def _kept_alive(address: ServerAddress, token: str) -> Iterator[None]:
    """Renew the lease in the background while the block computes."""
    done = threading.Event()

    def beat() -> None:
        server = JobServer(address)
        while not done.wait(HEARTBEAT_EVERY_S):
            try:
                server.call("heartbeat", token=token)
            except NoSuchJob:
                break
            except ServerAway:
                continue
        server.close()

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()


def best_move(job: dict[str, Any]) -> Move:
    """The move that the job's player chooses in the job's position, which shows only what that side may see."""
    position = position_from_json(job["position"])
    limits = Limits(seed=job["seed"], seconds=job["seconds"])
    return choose(PLAYERS[job["player"]], position, limits).move


def solo_score(job: dict[str, Any]) -> dict[str, int]:
    """What the job's player scores when it plays the whole deal alone."""
    ruleset = load_ruleset(job["rules"], job["options"])
    state = start(Deal(ruleset, bytes.fromhex(job["deal_seed"]), 1))
    while state.ended is None:
        limits = Limits(seed=job["seed"] + state.turn, seconds=job["seconds"])
        move = choose(PLAYERS[job["player"]], state.position, limits).move
        for event in decide(state, move, 0, any_play):
            state = evolve(state, event)
    return {"score": state.ended.scores[0]}
