"""Clocks: what arrives in time counts, time runs out under the lock, and nobody pays for the server's absence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summy.deal import opening_rank
from summy.move import Discard, Pass, move_to_json
from summy.record import RecordClock, parse_clock, read_records
from summy.rulesets import load_ruleset
from summy.web.games import arrivals, clocks, heartbeat, services, sweeper
from summy.web.games.answers import StaleTurn
from summy.web.games.clocks import GRACE_MS, RESTART_GIFT_MS
from summy.web.games.models import GameEvent, Heartbeat
from summy.web.games.record_export import record_text
from summy.web.games.table_settings import ClockSettings, TableRefused, TableSettings
from summy.web.games.view import sight_of, view_for
from summy.web.people.models import Person

from .conftest import Players, Wall, new_id

SUMMY = load_ruleset("summy")
AMATH = load_ruleset("amath")

pytestmark = pytest.mark.django_db
Table = Callable[..., Players]

TURN = ClockSettings("turn", turn_s=30)
TOTAL = ClockSettings("total", total_s=300, increment_s=10)
DAYS = ClockSettings("days", days=2)


def discard(players: Players, **given: Any) -> None:
    """Any legal move."""
    players.move(Discard(players.course.running.position.hand[:1]), **given)


def kinds(players: Players) -> list[str]:
    return list(GameEvent.objects.filter(game=players.game).order_by("seq").values_list("kind", flat=True))


def test_a_move_within_the_grace_is_in_time(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    wall.forward(30_000 + GRACE_MS)
    discard(players)
    assert kinds(players)[-1] == "discard"


def test_a_move_after_the_grace_runs_out_and_is_told_so(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    wall.forward(30_000 + GRACE_MS + 1)
    with pytest.raises(StaleTurn):
        discard(players)
    assert kinds(players)[-1] == "timeout"
    assert players.course.turn == 1


def test_the_arrival_counts_not_the_moment_of_the_transaction(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    arrived_ms = wall.now_ms + 29_000
    wall.forward(40_000)
    discard(players, arrived_ms=arrived_ms)
    assert kinds(players)[-1] == "discard"


def test_a_committed_timeout_wins(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    mover = players.to_move
    arrived_ms = wall.now_ms + 29_000
    wall.forward(32_000)
    sweeper.sweep()
    with pytest.raises(StaleTurn):
        players.move(Discard(("1",)), person=mover, expect_turn=0, arrived_ms=arrived_ms)


def test_the_sweeper_gives_way_to_a_command_that_arrived_in_time(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    arrived_ms = wall.now_ms + 30_500
    wall.forward(60_000)
    with arrivals.waiting(players.game.pk, arrived_ms):
        assert sweeper.sweep() == 0
    with arrivals.waiting(players.game.pk, wall.now_ms):
        assert sweeper.sweep() == 1


def test_the_sweeper_leaves_alone_what_is_not_due(table: Table, wall: Wall) -> None:
    table(clock=TURN)
    wall.forward(30_000 + GRACE_MS)
    assert sweeper.sweep() == 0


def test_time_used_ends_at_the_deadline(table: Table, wall: Wall) -> None:
    """The grace is never charged: whoever moves within it has no time left, not less than none."""
    players = table(clock=TOTAL)
    side = players.course.to_move or 0
    wall.forward(300_000 + GRACE_MS)
    discard(players)
    assert players.course.clock.remaining_ms[side] == 10_000


def test_total_time_is_charged_and_the_increment_given(table: Table, wall: Wall) -> None:
    players = table(clock=TOTAL)
    side = players.course.to_move or 0
    wall.forward(12_345)
    discard(players)
    assert players.course.clock.remaining_ms[side] == 300_000 - 12_345 + 10_000


@pytest.mark.parametrize("clock", [TOTAL, DAYS])
def test_total_and_by_turns_time_up_loses(table: Table, wall: Wall, clock: ClockSettings) -> None:
    players = table(clock=clock)
    side = players.course.to_move or 0
    wall.forward(10 * 86_400_000)
    assert sweeper.sweep() == 1
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("timeout", 1 - side)


def test_a_third_turn_that_runs_out_in_a_row_abandons_the_game(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    loser = players.course.to_move or 0
    for _ in range(3):
        wall.forward(32_000)
        assert sweeper.sweep() == 1
        if players.course.to_move is not None:
            discard(players)
    outcome = players.course.outcome
    assert outcome is not None
    assert outcome.winner == 1 - loser
    assert kinds(players)[-4:] == ["timeout", "abandoned", "end", "seed"]


def test_a_move_between_them_forgives_turns_that_ran_out(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    for _ in range(2):
        wall.forward(32_000)
        sweeper.sweep()
        discard(players)
    discard(players)
    discard(players)
    wall.forward(32_000)
    sweeper.sweep()
    assert players.course.status == "running"


def test_running_out_in_a_game_alone_lets_the_result_stand(ada: Person, wall: Wall) -> None:
    game = services.create_table(ada, TableSettings("solo", sides=1, clock=TOTAL))
    players = Players(game, ada)
    players.move()
    score = players.course.running.position.scores[0]
    wall.forward(400_000)
    sweeper.sweep()
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winner) == ((score,), None)


def test_with_three_sides_the_others_go_on(ada: Person, bia: Person, wall: Wall) -> None:
    cid = Person.objects.create(name="Cid")
    game = services.create_table(ada, TableSettings("friend", sides=3, clock=TOTAL))
    for person in (bia, cid):
        services.join(game, person)
    players = Players(game, ada, bia, cid)
    wall.forward(302_000)
    sweeper.sweep()
    course = players.course
    assert course.status == "running"
    assert course.running.left == {0}
    assert course.running.position.hands[0] == ()
    assert course.to_move == 1
    wall.forward(302_000)
    sweeper.sweep()
    outcome = players.course.outcome
    assert outcome is not None
    assert outcome.winner == 2


def test_agreed_time_is_added_for_everybody(table: Table, wall: Wall) -> None:
    players = table(clock=TOTAL)
    services.offer(players.game.pk, players.to_move, "add_time", new_id())
    services.answer(players.game.pk, players.waiting, "add_time", True, new_id())
    assert players.course.clock.remaining_ms == (360_000, 360_000)


# --------------------------------------------------------------------------------------------------- restart


def test_an_outage_is_given_back_with_fifteen_seconds_once(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    deadline_ms = players.course.deadline_ms or 0
    heartbeat.beat()
    wall.forward(100_000)
    assert heartbeat.mend_outage() == 1
    assert players.course.deadline_ms == deadline_ms + 100_000 + RESTART_GIFT_MS
    assert kinds(players)[-1] == "add-time"
    assert sweeper.sweep() == 0


def test_a_second_process_does_not_give_it_again(table: Table, wall: Wall, settings: Any) -> None:
    settings.WEB_PROCESSES = 2
    players = table(clock=TURN)
    heartbeat.beat()
    wall.forward(100_000)
    assert heartbeat.mend_outage() == 1
    deadline_ms = players.course.deadline_ms
    assert heartbeat.mend_outage() == 0
    assert players.course.deadline_ms == deadline_ms


def test_a_start_that_dies_while_mending_is_finished_by_the_next(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    deadline_ms = players.course.deadline_ms or 0
    began_ms = wall.now_ms
    wall.forward(100_000)
    # The process had noted the outage but died before it came to this game.
    Heartbeat.objects.create(
        pk=1, alive_at_ms=wall.now_ms, mending_from_ms=began_ms, mending_until_ms=began_ms + 90_000
    )
    assert heartbeat.mend_outage() == 1
    assert players.course.deadline_ms == deadline_ms + 90_000 + RESTART_GIFT_MS
    # Had it died after coming to it, the game would not be extended again.
    Heartbeat.objects.update(mending_from_ms=began_ms, mending_until_ms=began_ms + 90_000)
    assert heartbeat.mend_outage() == 0


def test_games_by_turns_and_without_a_clock_are_left_alone(table: Table, wall: Wall) -> None:
    games = [table(clock=DAYS), table()]
    heartbeat.beat()
    wall.forward(100_000)
    assert heartbeat.mend_outage() == 0
    assert all("add-time" not in kinds(players) for players in games)


def test_time_given_back_is_used_up_before_the_own(table: Table, wall: Wall) -> None:
    players = table(clock=TOTAL)
    side = players.course.to_move or 0
    heartbeat.beat()
    wall.forward(50_000)
    heartbeat.mend_outage()
    wall.forward(20_000)
    discard(players)
    # 70 s have passed, 65 s of them were given back.
    assert players.course.clock.remaining_ms[side] == 300_000 - 5_000 + 10_000


# ----------------------------------------------------------------------------------------------- as values


@given(st.integers(30, 1000), st.integers(0, 60), st.lists(st.integers(0, 2_000_000), max_size=30))
def test_a_clock_never_runs_below_nothing(total_s: int, increment_s: int, waits_ms: list[int]) -> None:
    """Whatever the sides do, no side has a negative time and none gains but by its increment."""
    clock = clocks.new_clock(ClockSettings("total", total_s=total_s, increment_s=increment_s), 2, SUMMY.clock)
    now_ms, side = 0, 0
    for wait_ms in waits_ms:
        clock = clocks.begin_turn(clock, now_ms, runs_out=True)
        before_ms = clock.remaining_ms[side]
        now_ms += wait_ms
        used_ms = clock.used_ms(side, now_ms)
        clock = clocks.charge(clock, side, used_ms)
        assert 0 <= used_ms <= before_ms
        assert clock.remaining_ms[side] == before_ms - used_ms + increment_s * 1000
        side = 1 - side


@given(st.integers(-5_000, 5_000))
def test_in_time_means_until_deadline_and_grace(offset_ms: int) -> None:
    clock = clocks.begin_turn(clocks.new_clock(TURN, 2, SUMMY.clock), 0, runs_out=True)
    deadline_ms = clock.deadline_ms(0)
    assert deadline_ms == 30_000
    assert clock.in_time(0, deadline_ms + offset_ms) == (offset_ms <= GRACE_MS)


def test_the_view_shows_the_deadline_without_the_grace(table: Table, wall: Wall) -> None:
    players = table(clock=TURN)
    view = view_for(players.game, None)
    assert view["deadline_ms"] == wall.now_ms + 30_000
    assert view["sides"][view["to_move"]]["remaining_ms"] == 30_000
    wall.forward(12_000)
    assert view_for(players.game, None)["sides"][view["to_move"]]["remaining_ms"] == 18_000


# ------------------------------------------------------------------------------------------------------ overtime

TOURNAMENT = ClockSettings("total", total_s=60, overtime=True)


def pass_turn(players: Players) -> None:
    """The side to move passes."""
    person, turn = players.to_move, players.course.turn
    services.move(players.game.pk, person, move_to_json(Pass()), new_id(), turn)


def test_in_overtime_a_side_plays_on(table: Callable[..., Players], wall: Wall) -> None:
    """With overtime nobody loses when the time is used up: the clock goes below zero."""
    players = table(rules="amath", clock=TOURNAMENT)
    side = players.course.to_move
    assert side is not None
    wall.forward(60_000 + 61_000)
    assert sweeper.sweep() == 0
    assert view_for(players.game, None)["sides"][side]["remaining_ms"] == -61_000
    pass_turn(players)
    assert players.course.status == "running"
    assert players.course.clock.remaining_ms[side] == -61_000


def test_overtime_costs_points_for_each_started_minute_at_the_end(table: Callable[..., Players], wall: Wall) -> None:
    """61 s over are two started minutes: 20 points, as an event of its own before the end."""
    players = table(rules="amath", clock=TOURNAMENT)
    side = players.course.to_move
    assert side is not None
    wall.forward(60_000 + 61_000)
    for _ in range(6):
        pass_turn(players)
    course = players.course
    assert course.status == "over"
    penalties = GameEvent.objects.filter(game=players.game, kind="time-penalty")
    assert [(event.data["side"], event.data["points"]) for event in penalties] == [(side, -20)]
    end = GameEvent.objects.get(game=players.game, kind="end")
    assert end.data["scores"] == list(course.running.position.scores)
    assert end.data["scores"][side] < end.data["scores"][1 - side] + 20


@pytest.mark.parametrize(
    ("rules", "clock", "told"),
    [
        ("summy", TURN, RecordClock(turn_s=30)),
        ("summy", TOTAL, RecordClock(total_s=300, increment_s=10)),
        ("summy", DAYS, RecordClock(days=2)),
        ("amath", TOURNAMENT, RecordClock(total_s=60, overtime_points=10, overtime_minutes=5)),
        ("summy", ClockSettings(), None),
    ],
)
def test_the_record_tells_the_clock(
    table: Callable[..., Players], rules: str, clock: ClockSettings, told: RecordClock | None
) -> None:
    players = table(rules=rules, clock=clock)
    (record,) = read_records(record_text(sight_of(players.game, None)))
    assert parse_clock(record.tag("Clock")) == told
    assert ("Clock" in record.tags) is (told is not None)


def test_more_than_five_minutes_over_loses(table: Callable[..., Players], wall: Wall) -> None:
    """Past the limit of the ruleset (and the grace) the sweeper ends the game."""
    players = table(rules="amath", clock=TOURNAMENT)
    side = players.course.to_move
    wall.forward(60_000 + 300_000 + GRACE_MS)
    assert sweeper.sweep() == 0
    wall.forward(1)
    assert sweeper.sweep() == 1
    outcome = players.course.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("timeout", 1 - (side or 0))


def test_overtime_is_only_for_rulesets_that_have_it(table: Callable[..., Players]) -> None:
    """Summy knows no overtime."""
    with pytest.raises(TableRefused):
        table(rules="summy", clock=TOURNAMENT)


def test_the_opening_draw_is_shown(table: Callable[..., Players]) -> None:
    """A-Math begins with a draw: the event of the start shows each side's tiles, the first side drew the highest."""
    players = table(rules="amath")
    start = GameEvent.objects.get(game=players.game, kind="start")
    drawn = start.data["draws"][-1]
    assert len(drawn) == 2
    assert opening_rank(drawn[0]) > opening_rank(drawn[1])
