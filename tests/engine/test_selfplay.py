"""Whole random games: every move is legal for the referee, the log rebuilds the game, no tile is lost or doubled."""

from __future__ import annotations

from collections import Counter

import pytest

from courses import deal_of, wandering
from summy.engine.movegen import any_play
from summy.engine.players import PLAYERS
from summy.engine.selfplay import chooser_of, seen_by_mover, steps
from summy.log import GameState, LogEvent, decide, evolve, start
from summy.move import parse_move
from summy.position import Position, position_from_json, position_to_json
from summy.referee import judge

pytestmark = pytest.mark.kernel

LINE_GAMES = [("summy", 1), ("summy", 2), ("summy", 2), ("summy", 3), ("summy", 4), ("summy-127", 2)]
CROSSWORD_GAMES = [("amath", 2), ("amath-70", 2), ("summy-draft", 2)]


def tiles_of(position: Position) -> Counter[str]:
    """Every tile of the game, wherever it is."""
    tiles = Counter(token.tile for token in position.board.tokens.values())
    for part in (*position.hands, *position.discarded, position.stock):
        assert isinstance(part, tuple)
        tiles.update(part)
    return tiles


def check_game(rules: str, sides: int, number: int) -> int:
    """Play one game, wandering players and computer players mixed; gives the number of moves."""
    deal = deal_of(rules, number, sides)
    players = [wandering(f"{number} {side}") for side in range(sides)]
    if number % 3 == 0:
        players[0] = chooser_of(PLAYERS["max"], number)
    if number % 5 == 0:
        players[-1] = chooser_of(PLAYERS["pip"], number)
    state = start(deal)
    whole = Counter(deal.ruleset.tiles.all_tiles())
    log: list[tuple[LogEvent, GameState]] = []
    for event, following in steps(state, players):
        check_step(event, state, following, whole)
        log.append((event, following))
        state = following
    assert state.ended is not None
    assert rebuilt(start(deal), log) == log
    return len(log)


def check_step(event: LogEvent, before: GameState, after: GameState, whole: Counter[str]) -> None:
    assert tiles_of(after.position) == whole
    assert event.hand == before.position.hands[event.side]
    assert event.total == after.position.scores[event.side]
    assert event.total == before.position.scores[event.side] + event.points
    if event.move is not None:
        assert judge(before.position, event.move, event.side).legal
    assert position_from_json(position_to_json(after.position)) == after.position
    assert sum(after.position.scores) == sum(before.position.scores) + event.points


def rebuilt(state: GameState, log: list[tuple[LogEvent, GameState]]) -> list[tuple[LogEvent, GameState]]:
    """What follows from the texts of the moves alone; events without a move must follow by themselves."""
    followed = []
    for recorded, _ in log:
        if recorded.move is not None or recorded.kind == "challenge":
            move = parse_move(recorded.text, state.position.ruleset)
            for event in decide(state, move, recorded.side, any_play=any_play):
                state = evolve(state, event)
                followed.append((event, state))
    return followed


@pytest.mark.parametrize(("rules", "sides"), LINE_GAMES)
def test_games_are_legal_conserve_tiles_and_can_be_rebuilt(rules: str, sides: int) -> None:
    assert sum(check_game(rules, sides, number) for number in range(10)) > 100


@pytest.mark.parametrize(("rules", "sides"), CROSSWORD_GAMES)
def test_crossword_games_are_legal_conserve_tiles_and_can_be_rebuilt(rules: str, sides: int) -> None:
    assert sum(check_game(rules, sides, number) for number in range(6)) > 60


@pytest.mark.nightly
def test_two_thousand_games_are_legal_conserve_tiles_and_can_be_rebuilt() -> None:
    moves = 0
    for number in range(2000):
        rules, sides = LINE_GAMES[number % len(LINE_GAMES)]
        moves += check_game(rules, sides, number)
    assert moves > 20_000


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "sides"), CROSSWORD_GAMES)
def test_a_thousand_games_of_each_crossword_ruleset(rules: str, sides: int) -> None:
    assert sum(check_game(rules, sides, number) for number in range(1000)) > 10_000


def test_the_mover_sees_numbers_where_tiles_are_hidden() -> None:
    position = seen_by_mover(start(deal_of("summy", 1, 3)).position)
    assert position.hands[1:] == (8, 8)
    assert isinstance(position.hand, tuple)
    assert position.stock == 93 - 24
