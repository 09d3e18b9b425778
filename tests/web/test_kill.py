"""The server is killed in the middle of play (SIGKILL) and started again: no acknowledged move is lost, none doubled.

Each time a move is on its way, and the same command is sent again after the restart, as a page does. Then the whole log
is read: it holds each move exactly once, and by itself it gives the state that the server shows.
"""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import uuid
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from running_site import ConnectionClosed, Guest, RunningSite, Table, running_site
from summy.move import move_to_json

KILL_AFTER_MOST_S = 0.03
"""A move takes a few milliseconds: most kills fall before, into and shortly after its transaction."""


class Match:
    """Two people who play on whatever happens to the server; game after game."""

    def __init__(self, site: RunningSite) -> None:
        self.site = site
        self.acknowledged: dict[str, dict[int, dict[str, Any]]] = {}
        """By game: the moves that were acknowledged, by the number of their event."""
        self.people: tuple[Guest, Guest] = (site.guest("Ada"), site.guest("Bia"))
        self.game = ""
        self._pages: ExitStack
        self.tables: tuple[Table, Table]
        self._new_game()

    def _new_game(self) -> None:
        ada, bia = self.people
        self.game = ada.open_table(kind="friend")
        bia.join(ada.invitation(self.game))
        self.acknowledged[self.game] = {}
        self._open()

    def _open(self) -> None:
        self._pages = ExitStack()
        ada, bia = (self._pages.enter_context(person.table(self.game)) for person in self.people)
        self.tables = (ada, bia)

    def _mover(self) -> Table:
        return next(table for table in self.tables if table.my_turn)

    def play(self, kill_after_s: float | None) -> bool:
        """Make one move; with a time, kill the server so much later and send the move again to the next one.

        Returns whether the move had been acknowledged before the server died.
        """
        if self.tables[0].view["status"] == "over":
            self._pages.close()
            self._new_game()
        mover = self._mover()
        place = self.tables.index(mover)
        command = {
            "client_id": str(uuid.uuid4()),
            "expect_turn": mover.view["turn"],
            "move": move_to_json(mover.good_move()),
        }
        answer: dict[str, Any] | None = None
        if kill_after_s is None:
            answer = mover.command("move", **command)
        else:
            killing = threading.Timer(kill_after_s, self.site.kill)
            killing.start()
            with suppress(ConnectionClosed, OSError, TimeoutError):
                answer = mover.command("move", **command)
            killing.join()
            with suppress(ConnectionClosed, OSError):
                self._pages.close()
            self.site.start()
            self._open()
            again = self.tables[place].command("move", **command)
            assert again["type"] == "ack", again
            if answer is not None:
                assert (answer["type"], answer["seq"]) == ("ack", again["seq"])
        answered_before = answer is not None
        answer = answer or again
        assert answer["type"] == "ack", answer
        seen = self.acknowledged[self.game]
        assert answer["seq"] not in seen, "two moves were acknowledged as one event"
        seen[answer["seq"]] = command["move"]
        for table in self.tables:
            table.wait_for_view(lambda view: view["turn"] > command["expect_turn"] and view["actions"] != [])
        return answered_before

    def check_logs(self) -> None:
        """Every acknowledged move is in its log, once, and nothing else is."""
        for game, moves in self.acknowledged.items():
            with self.people[0].table(game) as table:
                made = {seq: event for seq, event in table.log.items() if event["kind"] in {"play", "discard", "pass"}}
            assert sorted(made) == sorted(moves)
            for seq, move in moves.items():
                assert made[seq]["kind"] == move["kind"]
                if move["kind"] == "play":
                    squares = {(tile["x"], tile["y"], tile["tile"]) for tile in move["tiles"]}
                    assert {(tile["x"], tile["y"], tile["tile"]) for tile in made[seq]["tiles"]} == squares


def kill_often(data: Path, kills: int) -> None:
    """Play with that many kills at random moments, then compare what was promised with what is kept."""
    luck = random.Random(kills)
    with running_site(data) as site:
        match = Match(site)
        answered = 0
        for _ in range(kills):
            for _ in range(luck.randrange(3)):
                match.play(None)
            answered += match.play(luck.uniform(0, KILL_AFTER_MOST_S))
        match.check_logs()
        # Kills before and after the acknowledgement are both part of the promise.
        assert 0 < answered < kills or kills < 20, answered
        assert "Traceback" not in site.log
        site.stop()
        check_logs_against_rows(data)


def check_logs_against_rows(data: Path) -> None:
    """`rebuild_games --check` on a data directory, in a process of its own: Django is set up once in each."""
    command = [sys.executable, "-m", "summy.web", "--data", str(data), "rebuild_games", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 differ" in done.stdout


def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_often(tmp_path, 5)


@pytest.mark.nightly
def test_fifty_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 50)
