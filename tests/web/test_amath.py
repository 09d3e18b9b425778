"""A-Math at a table of the server: challenges, what is told meanwhile, the settlement, computer players."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from summy.engine.movegen import generate
from summy.engine.players import PLAYERS, Limits, choose
from summy.move import Challenge, Exchange, Pass, Play, move_to_json
from summy.position import position_from_json
from summy.referee import ends_when_accepted, judge
from summy.rulesets import load_ruleset
from summy.web.games import deals, services
from summy.web.games.answers import CommandRefused
from summy.web.games.course import Course
from summy.web.games.log_store import rebuilt
from summy.web.games.models import GameEvent
from summy.web.games.stream import preview_message
from summy.web.games.view import position_seen_by, view_for
from summy.web.workers.jobs import MOVE_SECONDS

from .conftest import Players, new_id

pytestmark = pytest.mark.django_db
Table = Callable[..., Players]

SEED = (2).to_bytes(32, "big")
"""Of every deal here: the first seat begins and has a sum to lay."""

OPEN = {"rules": "amath", "options": {"challenge": "challenge"}}


@pytest.fixture(autouse=True)
def _the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table gets the same deal."""
    monkeypatch.setattr(deals, "new_seed", lambda: SEED)


def kinds(players: Players) -> list[str]:
    """Kinds of all events so far."""
    return list(GameEvent.objects.filter(game=players.game).order_by("seq").values_list("kind", flat=True))


def sound(players: Players) -> None:
    """The log gives the same game as the row."""
    assert rebuilt(players.game) == players.course
    assert Course.from_json(players.game.table, players.course.deal, players.game.snapshot) == players.course


def untrue(players: Players) -> dict[str, Any]:
    """A play that may be laid where plays can be challenged, and is not true: two tiles through the centre."""
    hand = players.course.running.position.hand
    faces = players.course.ruleset.tiles.faces
    tiles = [{"x": 7 + place, "y": 7, "tile": tile} for place, tile in enumerate(hand[:2])]
    for tile in tiles:
        if len(faces(tile["tile"])) > 1:
            tile["face"] = faces(tile["tile"])[0]
    return {"kind": "play", "tiles": tiles}


def first_true(players: Players) -> Play:
    """The best true play on the empty board; the first side of these deals has one."""
    return next(iter(generate(players.course.running.position, best=1)))


def test_a_challenge_is_upheld(table: Table) -> None:
    """The tiles go back, the points too, and the challenger is still to move."""
    players = table(**OPEN)
    before = players.course.running.position
    players.move(untrue(players))
    assert players.course.running.position.pending is not None
    assert "challenge" in view_for(players.game, players.to_move)["actions"]
    players.move(Challenge())
    after = players.course.running.position
    assert kinds(players)[-3:] == ["play", "challenge", "withdrawn"]
    assert (after.board, after.scores, after.to_move) == (before.board, (0, 0), 1)
    assert sorted(after.hands[0] or ()) == sorted(before.hands[0] or ())  # type: ignore[arg-type]
    assert after.scoreless == 1
    assert view_for(players.game, None)["last"] is None
    sound(players)


def test_a_challenge_is_refused(table: Table) -> None:
    """The play stands, the challenger's turn is lost."""
    players = table(**OPEN)
    play = first_true(players)
    side = players.course.to_move
    assert side is not None
    score = judge(players.course.running.position, play).score
    players.move(play)
    players.move(Challenge())
    after = players.course.running.position
    assert kinds(players)[-3:] == ["play", "challenge", "lost-turn"]
    assert (after.to_move, after.scores[side], after.pending) == (side, score, None)
    assert after.scoreless == 1
    sound(players)


def test_only_a_pending_play_is_challenged(table: Table) -> None:
    players = table(**OPEN)
    assert "challenge" not in view_for(players.game, players.to_move)["actions"]
    with pytest.raises(CommandRefused) as refused:
        players.move(Challenge())
    assert refused.value.code == "nothing_to_challenge"


def test_where_plays_are_challenged_nobody_is_told_what_is_true(table: Table) -> None:
    """A preview, the view and the event of a play have the same form for a true play and for an untrue one."""
    told = []
    for make in (lambda players: move_to_json(first_true(players)), untrue):
        players = table(**OPEN)
        move = make(players)
        preview = preview_message(players.game.pk, players.to_move, 1, move)
        players.move(move)
        view = view_for(players.game, players.to_move)
        event = GameEvent.objects.get(game=players.game, kind="play")
        told.append((preview, view, event.data))
    true, false = told
    assert [preview["legal"] for preview, _, _ in told] == [True, True]
    assert set(true[0]) == set(false[0])
    assert shape(true[1]) == shape(false[1])
    assert set(true[2]) == set(false[2])
    assert true[1]["actions"] == false[1]["actions"]


def shape(value: Any) -> Any:
    """What keys a JSON value has, without what depends on the tiles in it."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items() if key not in {"board", "hands", "move", "unseen"}}
    return None


def test_a_server_that_judges_says_which_line_is_wrong(table: Table) -> None:
    """Without challenges the same play is refused, and so is its preview."""
    players = table(rules="amath")
    preview = preview_message(players.game.pk, players.to_move, 1, untrue(players))
    assert preview["legal"] is False
    with pytest.raises(CommandRefused) as refused:
        players.move(untrue(players))
    assert refused.value.code == preview["code"]
    assert kinds(players)[-1] == "start"


def test_six_scoreless_turns_settle_the_hands(table: Table) -> None:
    """Exchanges count too; each side loses what is in its hand, by an event, and the log rebuilds the game."""
    players = table(rules="amath")
    for turn in range(6):
        hand = players.course.running.position.hand
        players.move(Exchange(hand[:2]) if turn == 2 else Pass())
    assert kinds(players)[-5:-2] == ["pass", "settle", "settle"]
    points = players.course.ruleset.tiles.points
    position = players.course.running.position
    held = [-sum(points[tile] for tile in hand or ()) for hand in position.hands]  # type: ignore[union-attr]
    outcome = players.course.outcome
    assert outcome is not None
    assert list(outcome.scores) == held
    sound(players)


def test_a_play_that_goes_out_waits_for_the_other_side(table: Table) -> None:
    """Nothing but a challenge or a pass is offered; the pass accepts, and then the hands are settled."""
    players = table(**OPEN)
    _play_until(players, lambda position: ends_when_accepted(position))
    assert players.course.status == "running", "on this deal a side goes out"
    actions = view_for(players.game, players.to_move)["actions"]
    assert {"pass", "challenge"} <= set(actions)
    assert not {"play", "exchange"} & set(actions)
    players.move(Pass())
    assert players.course.status == "over"
    assert "settle" in kinds(players)
    sound(players)


def _play_until(players: Players, wanted: Callable[[Any], bool]) -> None:
    while players.course.status == "running":
        position = players.course.running.position
        if wanted(position):
            return
        found = next(iter(generate(position, best=1)), None)
        exchange = players.course.ruleset.turn.exchange_min_stock <= (position.stock_count or 0)
        players.move(found or (Exchange(position.hand[:4]) if exchange else Pass()))


@pytest.mark.parametrize("rules", ["amath", "amath-70", "summy-draft"])
def test_whole_games_of_every_crossword_ruleset(table: Table, rules: str) -> None:
    """Good moves to the end, through the services; the log gives the same game."""
    players = table(rules=rules)
    _play_until(players, lambda position: False)
    assert players.course.status == "over"
    assert kinds(players)[-2:] == ["end", "seed"]
    sound(players)


# ------------------------------------------------------------------------------------------- computer players


@pytest.mark.kernel
@pytest.mark.parametrize("player", PLAYERS)
def test_a_computer_player_with_two_blanks_answers_within_a_second(player: str) -> None:
    """On an open board in the middle of a game, seen as its side sees it."""
    position = position_from_json(CROWDED)
    began = time.perf_counter()
    choice = choose(PLAYERS[player], position, Limits(1, MOVE_SECONDS))
    took_s = time.perf_counter() - began
    assert judge(position, choice.move).legal
    assert took_s < 1, f"{player} took {took_s:.2f} s"


def _middle_of_a_game() -> dict[str, Any]:
    """A position of a game by the best plays, with two blanks in the hand to move."""
    from summy import log
    from summy.deal import Deal
    from summy.engine.selfplay import seen_by_mover
    from summy.position import position_to_json

    state = log.start(Deal(load_ruleset("amath"), b"\7" * 32, 2))
    while (state.position.stock_count or 0) > 40:
        hand = tuple(tile for tile in state.position.hand if tile != "?")
        side = state.position.to_move
        hands = tuple(hand if each == side else other for each, other in enumerate(state.position.hands))
        found = next(iter(generate(replace(state.position, hands=hands), best=1)), None)
        move = found or Exchange(hand[:4])
        state = log.fold(state, log.decide(state, move, side))
    hand = ("?", "?", *[tile for tile in state.position.hand if tile != "?"][:6])
    side = state.position.to_move
    hands = tuple(hand if each == side else other for each, other in enumerate(state.position.hands))
    return position_to_json(seen_by_mover(replace(state.position, hands=hands)))


CROWDED = _middle_of_a_game()


def test_the_computer_moves_at_an_amath_table_with_challenges(table: Table) -> None:
    """Through the view of its side: it answers an untrue play of a person with a challenge."""
    players = table("computer", engines=(None, "max"), **OPEN)
    assert players.course.engine_to_move is None, "on this deal the person drew the higher tile"
    services.move(players.game.pk, players.to_move, untrue(players), new_id(), players.course.turn)
    side = players.course.to_move
    assert side is not None
    position = position_from_json(position_seen_by(players.course, side))
    assert isinstance(choose(PLAYERS["max"], position, Limits(1)).move, Challenge)
