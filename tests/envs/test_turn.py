"""A turn in small steps: exactly the legal moves can be made, each in one way."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from summy import Game, Position, legal_moves, load_ruleset, parse_position, ruleset_names
from summy.engine.movegen import generate
from summy.envs import plays as plays_module
from summy.envs.actions import PASS, STOP, action_space
from summy.envs.table import Settings, Table
from summy.envs.turn import Turn, actions_of
from summy.envs.window import window_over
from summy.move import Move, Pass, Play

AMATH_WITHOUT_A_MOVE = 'amath-70{"pass":"never"};;;16 16;0 0;0;4;0;#0 #0;-'


def positions(name: str, *, seed: int = 3, sides: int = 2) -> Iterator[Position]:
    """Positions of a game of best and random moves."""
    chance = random.Random(seed)
    game = Game.new(load_ruleset(name), seed=bytes([seed]) * 32, sides=sides)
    while game.outcome is None:
        yield game.position
        moves = game.legal_moves()
        game.play(moves.best() or moves.others[-1] if chance.random() < 0.5 else moves[chance.randrange(len(moves))])


def all_moves(turn: Turn) -> Iterator[Move]:
    """Every move that the turn can still become."""
    if turn.complete:
        yield turn.move
        return
    assert turn.legal, "a turn that cannot be completed"
    assert list(turn.legal) == sorted(set(turn.legal))
    assert np.flatnonzero(turn.mask).tolist() == list(turn.legal)
    for action in turn.legal:
        yield from all_moves(turn.after(action))


@pytest.mark.parametrize("name", ruleset_names())
def test_the_moves_of_all_actions_are_the_legal_moves_each_once(name: str) -> None:
    space = action_space(load_ruleset(name), 61)
    looked_at = 0
    for position in positions(name):
        legal = legal_moves(position)
        if len(legal) > 1500:
            continue
        assert Counter(all_moves(Turn.of(space, position))) == Counter(legal)
        looked_at += len(legal)
    assert looked_at > 100


@pytest.mark.parametrize("name", ruleset_names())
def test_a_move_is_made_by_its_actions(name: str) -> None:
    space = action_space(load_ruleset(name))
    chance = random.Random(1)
    for position in positions(name, seed=4):
        legal = legal_moves(position)
        for move in chance.sample(legal, min(5, len(legal))):
            turn = Turn.of(space, position)
            for action in actions_of(move, space, position):
                turn = turn.after(action)
            assert turn.complete
            assert turn.move == move


def test_a_small_window_leaves_out_just_the_plays_that_leave_it() -> None:
    rules = load_ruleset("summy")
    space = action_space(rules, 9)
    left_out = 0
    for position in positions("summy"):
        window = window_over(position.board, rules, 9)
        moves = legal_moves(position)
        inside = [move for move in moves.plays if all(window.contains(square) for square in move.squares)]
        assert Counter(all_moves(Turn.of(space, position))) == Counter([*inside, *moves.others])
        left_out += len(moves.plays) - len(inside)
        for move in (play for play in moves.plays if play not in inside):
            with pytest.raises(ValueError, match="no actions"):
                actions_of(move, space, position)
    assert left_out > 0


@pytest.mark.parametrize("name", ["summy", "amath"])
def test_plays_are_the_same_in_stretches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_ruleset(name)
    space = action_space(rules)
    position = next(position for position in positions(name) if 50 < len(legal_moves(position).plays) < 1500)
    expected = Counter(all_moves(Turn.of(space, position)))
    monkeypatch.setattr(plays_module, "STRETCH", 7)
    assert Counter(all_moves(Turn.of(space, position))) == expected


def test_only_legal_actions_are_taken() -> None:
    rules = load_ruleset("summy")
    turn = Turn.of(action_space(rules), Game.new(rules, seed=bytes(32)).position)
    with pytest.raises(ValueError, match="not legal"):
        turn.after(STOP)
    with pytest.raises(ValueError, match="not legal"):
        turn.after(PASS)  # the stock is not empty


def test_a_side_without_any_move_lets_its_turn_run_out_and_does_not_leave_the_game() -> None:
    position = parse_position(AMATH_WITHOUT_A_MOVE)
    assert len(legal_moves(position)) == 0
    table = Table.at(Settings(position.ruleset, 2), position)
    turns = 0
    while not table.over:
        assert table.legal == (PASS,)
        assert table.turn.mask.sum() == 1
        table = table.after(PASS)
        turns += 1
    assert turns == 2 * position.ruleset.end.scoreless_per_side
    assert table.state.ended is not None
    assert table.state.ended.reason == "finished"


def test_a_play_that_went_out_can_only_be_accepted() -> None:
    rules = load_ruleset("amath", {"challenge": "challenge"})
    game = Game.new(rules, seed=bytes(32))
    game = Game.from_position(replace(game.position, stock=(), hands=(game.position.hand, ("1",))))
    best = max(game.legal_moves().plays, key=lambda play: len(play.tiles))
    used = tuple(placement.tile for placement in best.tiles)
    game = Game.from_position(replace(game.position, hands=(used, ("1",))))
    game.play(best)
    assert game.outcome is None
    assert Turn.of(action_space(rules), game.position).legal == (PASS,)


def test_rules_of_ones_own_that_never_end_are_cut_off() -> None:
    # Passing counts towards the end only once the stock is empty, so with passes alone this game has no end.
    rules = load_ruleset("amath-70")
    rules = replace(rules, end=replace(rules.end, scoreless_counts="stock_empty"), digest="endless")
    settings = Settings(rules, 2)
    table = Table(settings, Game.new(rules, seed=bytes(32)).state)
    for _ in range(settings.turn_limit):
        assert not table.over
        table = table.moved(Pass())
    assert table.over
    assert table.cut_off
    assert table.legal == ()
    with pytest.raises(ValueError, match="over"):
        table.after(PASS)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_random_games_go_on_to_the_end(name: str, sides: int) -> None:
    rules = load_ruleset(name)
    if sides > rules.sides.maximum:
        with pytest.raises(ValueError, match="sides"):
            Settings(rules, sides)
        return
    chance = random.Random(sides)
    settings = Settings(rules, sides)
    table = Table(settings, Game.new(rules, seed=bytes([sides]) * 32, sides=sides).state)
    actions, texts = 0, []
    while not table.over:
        assert table.legal
        before = table
        table = table.after(chance.choice(table.legal))
        texts += [event.text for event in table.events[len(before.events) :]]
        actions += 1
    assert not table.cut_off
    assert actions <= settings.action_limit
    assert texts == [event.text for event in replayed(table, sides).events]


def replayed(table: Table, sides: int) -> Game:
    """The same moves, made by the library."""
    rules = table.settings.ruleset
    game = Game.new(rules, seed=bytes([sides]) * 32, sides=sides)
    for event in table.events:
        if event.move is not None:
            game.play(event.move, event.side)
    assert game.position == table.position
    assert game.outcome == table.state.ended
    return game


def test_the_first_tile_laid_is_the_anchor() -> None:
    rules = load_ruleset("summy")
    game = Game.new(rules, seed=bytes(32))
    best = game.legal_moves().best()
    assert isinstance(best, Play)
    space = action_space(rules)
    anchor, *_ = actions_of(best, space, game.position)
    turn = Turn.of(space, game.position).after(anchor)
    assert turn.next_square == best.squares[0]
    assert turn.laid == ()
    assert turn.text == "-4,0>"
    turn = turn.after(actions_of(best, space, game.position)[1])
    assert turn.laid == best.tiles[:1]
    assert turn.text == "-4,0> 2"


@pytest.mark.nightly
def test_turns_with_millions_of_plays_are_chosen_in_little_room() -> None:
    game = Game.new(load_ruleset("amath"), seed=bytes([5]) * 32)
    for _ in range(3):
        game.play(game.legal_moves().best() or game.legal_moves().others[0])
    hand = ("1", "2", "5", "=", "?", "?", "?", "+/-")
    hands = tuple(hand if side == game.position.to_move else held for side, held in enumerate(game.position.hands))
    position = replace(game.position, hands=hands)
    turn = Turn.of(action_space(position.ruleset), position)
    assert turn.options.plays is not None
    tracemalloc.start()
    chance, legal = random.Random(1), legal_moves(position)
    for _ in range(5):
        chosen = turn
        while not chosen.complete:
            chosen = chosen.after(chance.choice(chosen.legal))
        assert chosen.move in legal
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50 * 2**20  # Python's and NumPy's part: a stretch and the plays of one anchor
    assert len(generate(position)) > 3_000_000
