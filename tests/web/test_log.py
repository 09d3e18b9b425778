"""The log alone is the truth: it gives back every game, and a row that says otherwise is found and mended."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from summy.game import LegalMoves
from summy.log import decide
from summy.move import Discard, Pass, move_to_json
from summy.referee import judge
from summy.web.games import services
from summy.web.games.course import Course
from summy.web.games.log_store import course_at, course_of, rebuilt
from summy.web.games.models import Game, GameEvent
from summy.web.games.table_settings import ClockSettings, TableSettings
from summy.web.people.models import Person

from .conftest import Players, new_id

pytestmark = pytest.mark.django_db
Table = Callable[..., Players]

CLOCKS = (ClockSettings(), ClockSettings("turn", turn_s=60), ClockSettings("total", total_s=600, increment_s=5))


def random_game(seed: int, ada: Person, bia: Person) -> Players:
    """A game of random legal moves, with offers, answers and chat between them, to its end."""
    luck = random.Random(seed)
    settings = TableSettings("friend", rules=luck.choice(["summy", "summy-127"]), clock=luck.choice(CLOCKS))
    game = services.create_table(ada, settings)
    services.join(game, bia)
    players = Players(game, ada, bia)
    while players.course.status == "running":
        position = players.course.running.position
        plays = LegalMoves(position).plays
        if plays and luck.random() < 0.8:
            move = plays[luck.randrange(len(plays))]
        else:
            move = Discard(position.hand[: luck.randrange(1, 4)]) if position.stock else Pass()
        assert judge(position, move).legal
        if luck.random() < 0.1 and not players.course.offers:
            services.offer(game.pk, luck.choice(players.people), "draw", new_id())
        if players.course.offers and luck.random() < 0.3:
            asked = next(side for side in (0, 1) if side not in players.course.offers[0].accepted)
            services.answer(game.pk, players.side(asked), "draw", luck.random() < 0.1, new_id())
            continue
        players.move(move)
    return players


def play_random_games(games: int, ada: Person, bia: Person) -> None:
    for seed in range(games):
        players = random_game(seed, ada, bia)
        assert rebuilt(players.game) == players.course
        assert Course.from_json(players.game.table, players.course.deal, players.game.snapshot) == players.course


def test_the_log_of_random_games_gives_their_state(ada: Person, bia: Person) -> None:
    play_random_games(12, ada, bia)


@pytest.mark.nightly
def test_the_log_of_many_random_games_gives_their_state(ada: Person, bia: Person) -> None:
    play_random_games(300, ada, bia)


def test_every_earlier_moment_can_be_had_from_the_log(table: Table) -> None:
    players = table()
    seen = [players.course]
    for _ in range(6):
        players.move()
        seen.append(players.course)
    for course in seen:
        assert course_at(players.game, course.seq) == course


def test_the_events_say_what_the_rules_decided(table: Table) -> None:
    """Points and totals are stored as facts; judged again they are the same."""
    players = table()
    players.play_out()
    events = GameEvent.objects.filter(game=players.game).order_by("seq")
    for event in events:
        if event.kind != "play":
            continue
        before = course_at(players.game, event.seq - 1)
        after = course_at(players.game, event.seq)
        side = event.data["side"]
        assert after.running.position.scores[side] == event.data["total"]
        (again, *_rest) = decide(before.running, LegalMoves(before.running.position).best() or Pass(), side)
        assert again.points == event.data["points"]


def check(*arguments: str) -> str:
    said = io.StringIO()
    call_command("rebuild_games", *arguments, stdout=said)
    return said.getvalue()


def test_rebuild_finds_nothing_to_mend_in_sound_games(table: Table) -> None:
    table().play_out()
    table(clock=CLOCKS[1]).move()
    services.resign(table(clock=CLOCKS[2]).game.pk, Person.objects.first(), new_id())  # type: ignore[arg-type]
    assert check("--check").strip() == "3 games, 0 differ from their log"


def test_rebuild_finds_and_mends_a_row_that_differs(table: Table) -> None:
    players = table()
    players.move()
    before = players.course
    Game.objects.filter(pk=players.game.pk).update(turn=99, snapshot={**players.game.snapshot, "status": "over"})
    with pytest.raises(CommandError):
        check("--check")
    said = check()
    assert "turn is 99, by the log 1" in said
    assert "status of the snapshot differs" in said
    assert check("--check").strip() == "1 games, 0 differ from their log"
    players.game.refresh_from_db()
    assert course_of(players.game) == before


def test_rebuild_names_a_log_with_a_hole(table: Table) -> None:
    players = table()
    players.move()
    GameEvent.objects.filter(game=players.game, seq=3).delete()
    with pytest.raises(CommandError):
        check("--check")
    assert "event 3 is missing" in check()


def test_a_move_survives_its_own_text_form(table: Table) -> None:
    """What the log says in text is the move it holds in JSON."""
    from summy.move import parse_move

    players = table()
    for _ in range(4):
        players.move()
    for event in GameEvent.objects.filter(game=players.game, kind__in=["play", "discard"]):
        before = course_at(players.game, event.seq - 1).running.position
        move = parse_move(event.data["text"], players.course.ruleset)
        assert move_to_json(move, before.board) == event.data["move"]
