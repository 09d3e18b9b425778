"""Engine work is leased: a worker may die at any moment, and the game goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from running_site import ANSWER_WITHIN_S, RunningSite, running_site
from summy.move import move_to_json
from summy.position import position_from_json
from summy.web.games import engine_seats, services
from summy.web.games.answers import CommandRefused, StaleTurn
from summy.web.games.log_store import course_of
from summy.web.games.models import Game, GameEvent
from summy.web.games.table_settings import ClockSettings, TableSettings
from summy.web.games.view import view_for
from summy.web.people.models import Person
from summy.web.workers import jobs
from summy.web.workers.models import EngineJob, Purpose
from summy.web.workers.process import PROTOCOL, best_move, solo_score

from .conftest import Players, Wall, new_id


@pytest.fixture
def waiting_for_engine(ada: Person) -> Callable[..., Game]:
    """Makes a game in which the computer is to move."""

    def made(**settings: Any) -> Game:
        game = services.create_table(ada, TableSettings("computer", engines=(None, "tess"), **settings))
        players = Players(game, ada)
        if players.course.engine_to_move is None:
            players.move()
        game.refresh_from_db()
        return game

    return made


def claimed() -> tuple[EngineJob, dict[str, Any]]:
    """A job with what its worker is sent."""
    job = jobs.claim()
    assert job is not None
    content = engine_seats.what_the_engine_sees(job)
    assert content is not None
    return job, jobs.description(job, content)


# ------------------------------------------------------------------------------------------------------- leases


def test_a_worker_moves_through_the_same_door_as_everybody(waiting_for_engine: Callable[..., Game]) -> None:
    game = waiting_for_engine()
    job, sent = claimed()
    engine_seats.submit_move(sent["token"], sent["turn"], move_to_json(best_move(sent)))
    event = GameEvent.objects.filter(game=game).exclude(kind="seed").last()
    assert event is not None
    assert event.actor.startswith("em")
    assert not EngineJob.objects.filter(pk=job.pk).exists()


def test_a_worker_sees_only_what_its_side_sees(waiting_for_engine: Callable[..., Game]) -> None:
    game = waiting_for_engine()
    _job, sent = claimed()
    position = position_from_json(sent["position"])
    real = course_of(game).running.position
    other = 1 - real.to_move
    assert position.hand == real.hand
    assert position.hands[other] == len(real.hands[other] or ())
    assert position.stock == len(real.stock or ())
    assert "deal_seed" not in json.dumps(sent)


def test_a_job_is_held_by_one_worker_at_a_time(waiting_for_engine: Callable[..., Game], wall: Wall) -> None:
    waiting_for_engine()
    claimed()
    assert jobs.claim() is None
    wall.forward(jobs.LEASE_MS)
    assert jobs.claim() is None


def test_a_lease_that_ran_out_is_given_again_and_the_old_token_is_worth_nothing(
    waiting_for_engine: Callable[..., Game], wall: Wall
) -> None:
    waiting_for_engine()
    _job, first = claimed()
    wall.forward(jobs.LEASE_MS + 1)
    _job, second = claimed()
    assert second["token"] != first["token"]
    with pytest.raises(jobs.JobGone):
        engine_seats.submit_move(first["token"], first["turn"], move_to_json(best_move(first)))
    with pytest.raises(jobs.JobGone):
        jobs.keep_alive(first["token"])
    engine_seats.submit_move(second["token"], second["turn"], move_to_json(best_move(second)))


def test_a_heartbeat_keeps_the_job(waiting_for_engine: Callable[..., Game], wall: Wall) -> None:
    waiting_for_engine()
    _job, sent = claimed()
    for _ in range(5):
        wall.forward(jobs.LEASE_MS - 1)
        jobs.keep_alive(sent["token"])
        assert jobs.claim() is None


def test_a_move_for_an_old_turn_is_refused(waiting_for_engine: Callable[..., Game]) -> None:
    waiting_for_engine()
    _job, sent = claimed()
    with pytest.raises(StaleTurn):
        engine_seats.submit_move(sent["token"], sent["turn"] + 1, move_to_json(best_move(sent)))


@pytest.mark.parametrize("move", [{"kind": "pass"}, {"kind": "play", "tiles": []}, {"kind": "dance"}, 7, None])
def test_a_move_that_is_not_legal_counts_as_a_lost_worker(
    waiting_for_engine: Callable[..., Game], move: object
) -> None:
    game = waiting_for_engine()
    before = game.seq
    _job, sent = claimed()
    with pytest.raises((CommandRefused, ValueError)):
        engine_seats.submit_move(sent["token"], sent["turn"], move)
    game.refresh_from_db()
    assert game.seq == before
    assert jobs.claim() is not None


def test_after_two_losses_a_simple_move_is_played(waiting_for_engine: Callable[..., Game], wall: Wall) -> None:
    game = waiting_for_engine()
    turn = game.turn
    for _ in range(jobs.ATTEMPTS_MOST):
        assert engine_seats.play_for_lost_workers() == 0
        claimed()
        wall.forward(jobs.LEASE_MS + 1)
    assert jobs.claim() is None
    assert engine_seats.play_for_lost_workers() == 1
    game.refresh_from_db()
    assert game.turn == turn + 1
    assert GameEvent.objects.filter(game=game).last().kind == "discard"  # type: ignore[union-attr]


def test_the_simple_move_with_an_empty_stock_is_a_pass(table: Callable[..., Players], db: None) -> None:
    players = table()
    while players.course.running.position.stock:
        players.move()
    assert type(engine_seats.simplest_move(players.course)).__name__ == "Pass"


def test_the_computers_clock_stands_still_while_nobody_holds_its_job(
    waiting_for_engine: Callable[..., Game], wall: Wall
) -> None:
    game = waiting_for_engine(clock=ClockSettings("total", total_s=60))
    side = course_of(game).to_move or 0
    assert game.deadline_ms is None
    assert not view_for(game, None)["clock_running"]
    wall.forward(500_000)
    _job, sent = claimed()
    assert view_for(game, None)["clock_running"]
    wall.forward(3_000)
    engine_seats.submit_move(sent["token"], sent["turn"], move_to_json(best_move(sent)))
    game.refresh_from_db()
    assert course_of(game).clock.remaining_ms[side] == 57_000


def test_a_computer_that_thinks_too_long_loses_like_anybody(
    waiting_for_engine: Callable[..., Game], wall: Wall
) -> None:
    game = waiting_for_engine(clock=ClockSettings("total", total_s=60))
    _job, sent = claimed()
    for _ in range(8):
        wall.forward(9_000)
        jobs.keep_alive(sent["token"])
    engine_seats.submit_move(sent["token"], sent["turn"], move_to_json(best_move(sent)))
    game.refresh_from_db()
    assert course_of(game).outcome.reason == "timeout"  # type: ignore[union-attr]


def test_the_job_goes_when_the_game_ends(waiting_for_engine: Callable[..., Game], ada: Person) -> None:
    game = waiting_for_engine()
    services.resign(game.pk, ada, new_id())
    assert not EngineJob.objects.exists()


def test_a_server_that_starts_asks_for_every_missing_move(waiting_for_engine: Callable[..., Game]) -> None:
    game = waiting_for_engine()
    EngineJob.objects.all().delete()
    engine_seats.ask_again()
    assert EngineJob.objects.get().game == game


def test_the_score_on_a_solo_deal_is_what_the_engine_makes_alone(ada: Person) -> None:
    game = services.create_table(ada, TableSettings("solo", sides=1))
    job, sent = claimed()
    assert job.purpose == Purpose.PAR
    score = solo_score(sent)["score"]
    engine_seats.submit_par(sent["token"], score)
    # Known early, shown at the end.
    assert view_for(game, ada)["result"] is None
    services.resign(game.pk, ada, new_id())
    game.refresh_from_db()
    assert view_for(game, ada)["result"]["par"]["score"] == score


def test_moves_come_before_scores(ada: Person, waiting_for_engine: Callable[..., Game]) -> None:
    services.create_table(ada, TableSettings("solo", sides=1))
    waiting_for_engine()
    job, _sent = claimed()
    assert job.purpose == Purpose.MOVE


# ---------------------------------------------------------------------------------------------- real processes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site"), workers=2) as site:
        yield site


def workers_of(site: RunningSite) -> list[int]:
    """Processes that the server has started."""
    shown = subprocess.run(["ps", "-o", "pid=", "--ppid", str(site.pid)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in shown.stdout.split()]


def test_killing_workers_never_stops_a_game(site: RunningSite) -> None:
    ada = site.guest("Ada")
    game = ada.open_table(kind="computer", level="max")
    kills = 0
    with ada.table(game) as table:
        while table.view["status"] != "over" and table.view["turn"] < 8:
            if table.my_turn:
                for pid in workers_of(site):
                    os.kill(pid, signal.SIGKILL)
                    kills += 1
                assert table.move(table.good_move())["type"] == "ack"
            # A lease that has to run out first takes ten seconds.
            turn = table.view["turn"]
            table.wait_for_view(lambda view, turn=turn: view["turn"] > turn or view["result"], 2 * ANSWER_WITHIN_S)
    assert kills > 3
    until = time.monotonic() + ANSWER_WITHIN_S
    while len(workers_of(site)) < 2:
        assert time.monotonic() < until, "the workers were not started again"
        time.sleep(0.1)


def call(site: RunningSite, path: str, secret: str | None = None, **message: Any) -> httpx.Response:
    """A call as a worker makes it."""
    known = (site.data / "worker-secret").read_text().strip() if secret is None else secret
    body = {"protocol": PROTOCOL, **message}
    return httpx.post(f"{site.address}/jobs/{path}", json=body, headers={"Authorization": f"Bearer {known}"})


def test_workers_need_the_secret(site: RunningSite) -> None:
    for path in ("claim", "heartbeat", "submit", "fail"):
        answer = call(site, path, secret="wrong", token="x", turn=0, message="x")
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong_secret")


@pytest.mark.parametrize(
    ("path", "message", "status", "code"),
    [
        ("claim", {"wait_s": "long"}, 400, "bad_message"),
        ("claim", {"protocol": 99}, 400, "bad_protocol"),
        ("heartbeat", {}, 400, "bad_message"),
        ("heartbeat", {"token": "nobody's"}, 410, "job_gone"),
        ("submit", {"token": "nobody's", "turn": 1, "move": {}}, 410, "job_gone"),
        ("submit", {"token": "nobody's", "turn": "one"}, 400, "bad_message"),
        ("fail", {"token": "nobody's", "message": "broken"}, 410, "job_gone"),
    ],
)
def test_what_workers_get_wrong_has_a_code_and_a_sentence(
    site: RunningSite, path: str, message: dict[str, Any], status: int, code: str
) -> None:
    answer = call(site, path, **message)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


def test_a_worker_stops_when_its_server_is_gone(tmp_path: Path) -> None:
    with running_site(tmp_path, workers=1) as site:
        until = time.monotonic() + ANSWER_WITHIN_S
        while not (workers := workers_of(site)):
            assert time.monotonic() < until
            time.sleep(0.1)
        # Not yet connected workers end as well as those that wait for a job.
        time.sleep(1)
        site.kill()
    while Path(f"/proc/{workers[0]}").exists():
        assert time.monotonic() < until, "the worker went on without its server"
        time.sleep(0.1)
