"""A busy database: after two seconds the answer is `retry`, nothing is applied, and the same command works later."""

from __future__ import annotations

import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

from running_site import running_site
from summy.move import move_to_json


def test_a_command_that_can_not_be_written_is_to_be_sent_again(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        game, ada, bia = site.two_at_a_table()
        with ada.table(game) as of_ada, bia.table(game) as of_bia:
            mover = of_ada if of_ada.my_turn else of_bia
            command = {"client_id": str(uuid.uuid4()), "expect_turn": 0, "move": move_to_json(mover.good_move())}
            with closing(sqlite3.connect(tmp_path / "summy.sqlite3", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                answer = mover.command("move", **command)
                assert answer == {"type": "retry", "client_id": command["client_id"]}
                # Reading goes on meanwhile.
                mover.send("ping")
                assert mover.wait_for("pong")["seq"] == 3
                other.execute("ROLLBACK")
            assert mover.command("move", **command)["type"] == "ack"
            mover.wait_for_view(lambda view: view["turn"] == 1)
        assert "Traceback" not in site.log
