"""The exact end game: against trying everything, against the rules of ending, within limits, from hidden hands.

Not shown here: that no two positions share a signature of 128 bits (docs/endgame.md says how likely that is).
"""

from __future__ import annotations

import signal
from dataclasses import replace
from itertools import islice

import pytest

import reference
from ending import after_turns, final_difference, lead, plain_value, small_endgames, stock_just_empty
from strategies import ALL_RULES
from summy.board import Board, Square
from summy.engine.endgame import EndgameLimits, EndgameSolver, NoEndgame, solve
from summy.engine.hidden import HandNotDeducible
from summy.engine.movegen import any_play, generate
from summy.move import Pass, parse_move
from summy.position import Position, position_to_json
from summy.referee import apply, outcome
from summy.rulesets import load_ruleset
from summy.tiles import Token

pytestmark = pytest.mark.kernel


def check_against_reference(rules: str, size: int, count: int, most_plays: int) -> None:
    for position in islice(small_endgames(rules, size, most_plays), count):
        result = solve(position)
        expected = lead(position) + reference.endgame_value(position_to_json(position))
        assert (result.proved, result.difference) == (True, expected), position


@pytest.mark.parametrize("rules", ALL_RULES)
def test_equal_to_trying_everything_with_the_slow_reference(rules: str) -> None:
    """The reference shares no line of code with the library: its own rules of ending, its own plays."""
    check_against_reference(rules, 3, 3, most_plays=25)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("size", [3, 4])
def test_equal_to_trying_everything_with_the_slow_reference_at_length(rules: str, size: int) -> None:
    check_against_reference(rules, size, 40, most_plays=100)


def check_against_referee(rules: str, size: int, count: int, most_plays: int) -> None:
    for position in islice(small_endgames(rules, size, most_plays), count):
        result = solve(position, EndgameLimits(lines=4))
        known: dict[object, int] = {}
        assert (result.proved, result.difference) == (True, lead(position) + plain_value(position, known)), position
        assert result.complete
        for line in result.lines:
            after = apply(position, line.move)
            gained = after.scores[position.to_move] - position.scores[position.to_move]
            assert line.lower == line.upper == lead(position) + gained - plain_value(after, known)


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("size", [3, 4])
def test_equal_to_trying_everything_with_the_referee(rules: str, size: int) -> None:
    check_against_referee(rules, size, 5, most_plays=30)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_equal_to_trying_everything_with_the_referee_at_length(rules: str, size: int) -> None:
    check_against_referee(rules, size, 60, most_plays=100)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_line_is_legal_ends_the_game_and_leads_to_the_difference(rules: str) -> None:
    for position in islice(small_endgames(rules, 5, most_plays=100), 4):
        result = solve(position, EndgameLimits(lines=2))
        assert result.proved
        for line in result.lines:
            assert line.line[0] == line.move
            assert final_difference(position, line.line) == line.lower


@pytest.mark.parametrize("rules", ["summy", "summy-127", "amath", "amath-70"])
def test_whole_hands_of_a_game(rules: str) -> None:
    """Every position along the best line has the same value, seen from the side to move."""
    position = next(found for number in range(3, 64) if (found := stock_just_empty(rules, number)) is not None)
    solver = EndgameSolver(position.ruleset)
    result = solver.solve(position)
    assert result.proved
    assert final_difference(position, result.line) == result.difference
    mover, expected = position.to_move, result.difference
    for move in result.line[:4]:
        position = apply(position, move)
        if outcome(position, any_play) is None:
            again = solver.solve(position)
            assert again.proved
            assert again.difference == (expected if position.to_move == mover else -(expected or 0))


def test_one_memory_serves_many_tables() -> None:
    """Tables that differ in one tile or in where a tile lies are told apart, with the hands and the side the same."""
    for rules in ("summy", "amath"):
        solver = EndgameSolver(load_ruleset(rules))
        hands = (("=", "2", "4", "6"), ("=", "3", "5", "+"))
        for position in islice(small_endgames(rules, 4, most_plays=60), 12):
            same_hands = replace(position, hands=hands, to_move=0)
            assert solver.solve(same_hands).difference == solve(same_hands).difference


# ------------------------------------------------------------------------------------------------ limits


def test_bounds_hold_and_narrow_as_more_positions_are_looked_at() -> None:
    position = stock_just_empty("amath", 2)
    assert position is not None
    known = solve(position)
    assert known.proved
    assert known.difference is not None
    widest = None
    for nodes in (1, 30, 1000, 5000):
        found = solve(position, EndgameLimits(nodes=nodes))
        assert found.nodes <= nodes + 1
        assert found.lower is None or found.lower <= known.difference
        assert found.upper is None or found.upper >= known.difference
        assert found.proved == (found.lower == found.upper != None)  # noqa: E711
        widest = widest or found
    assert widest is not None
    assert not widest.proved
    assert widest.difference is None


def test_a_limit_of_nodes_is_reproducible() -> None:
    position = stock_just_empty("amath", 4)
    assert position is not None
    once, again = (solve(position, EndgameLimits(nodes=2000, lines=3)) for _ in range(2))
    assert once == again


def test_a_limit_of_time_ends_the_search() -> None:
    position = stock_just_empty("amath", 14)
    assert position is not None
    found = solve(position, EndgameLimits(nodes=10**9, seconds=0.05))
    assert found.nodes < 100_000


class Interrupted(Exception):
    """What the signal of the test below raises."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals on this system")
def test_a_signal_ends_the_search() -> None:
    """Whole hands with blanks on an early table would take hours."""

    def interrupt(number: int, frame: object) -> None:
        raise Interrupted

    hands = (("?", "?", "1", "2", "3", "+", "=", "x"), ("?", "4", "5", "6", "-", "=", "7", "8"))
    position = replace(after_turns("amath", 1, 4), stock=(), hands=hands)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Interrupted):
            solve(position, EndgameLimits(nodes=10_000_000))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ------------------------------------------------------------------------------------------------ hands


def hidden(position: Position) -> Position:
    """The position as the side to move sees it: the other hand is a number."""
    other = position.hands[1 - position.to_move]
    assert isinstance(other, tuple)
    hands = [hand if side == position.to_move else len(other) for side, hand in enumerate(position.hands)]
    return replace(position, hands=tuple(hands))


@pytest.mark.parametrize("rules", ["amath", "amath-70"])
def test_a_hidden_hand_follows_from_the_tiles_that_are_not_seen(rules: str) -> None:
    position = next(found for number in range(64) if (found := stock_just_empty(rules, number)) is not None)
    limits = EndgameLimits(nodes=3000)
    assert solve(hidden(position), limits) == solve(position, limits)


def test_tiles_discarded_face_down_hide_a_hand() -> None:
    numbers = range(64)
    position = next(p for number in numbers if (p := stock_just_empty("summy", number)) and any(p.discarded))
    gone = tuple(len(tiles) if isinstance(tiles, tuple) else tiles for tiles in position.discarded)
    with pytest.raises(HandNotDeducible, match="discarded face down"):
        solve(replace(hidden(position), discarded=gone))
    assert solve(hidden(position)) == solve(position)


def test_a_hand_of_another_size_than_the_tiles_not_seen_is_refused() -> None:
    position = stock_just_empty("amath", 0)
    assert position is not None
    seen = hidden(position)
    with pytest.raises(HandNotDeducible, match="tiles are not seen"):
        solve(replace(seen, hands=tuple(12 if type(hand) is int else hand for hand in seen.hands)))
    with pytest.raises(HandNotDeducible, match="neither hand"):
        solve(replace(position, hands=(8, 8)))


# ------------------------------------------------------------------------------------------------ rules of ending


def amath(hands: tuple[tuple[str, ...], tuple[str, ...]], scoreless: int = 0) -> Position:
    """A table with 1+1=2 across the centre."""
    tiles = {Square(5 + step, 7): Token(tile, tile) for step, tile in enumerate("1+1=2")}
    return Position(load_ruleset("amath"), Board(tiles), hands, (10, 20), stock=0, scoreless=scoreless)


def test_going_out_earns_twice_the_other_hand() -> None:
    position = amath((("=", "2"), ("17", "19")))
    result = solve(position)
    best = max(play_score for play_score in generate(position).scores)
    assert result.difference == 10 - 20 + best + 2 * (6 + 7)
    assert len(result.line) == 1


def test_six_turns_without_a_play_cost_both_hands() -> None:
    result = solve(amath((("17",), ("19", "20")), scoreless=3))
    assert result.difference == 10 - 20 - 6 + (7 + 5)
    assert result.line == (Pass(), Pass(), Pass())


def test_the_last_chance_before_the_sixth_turn_is_taken() -> None:
    position = amath((("=", "2", "19"), ("17", "18")), scoreless=5)
    result = solve(position)
    assert result.line[0] != Pass()
    assert final_difference(position, result.line) == result.difference


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (amath((("17",), ("19", "20")), scoreless=6), "over"),
        (replace(amath((("1",), ("2",))), stock=3), "stock"),
        (replace(amath((("1",), ("2",))), hands=(("1",),), scores=(3,), discarded=()), "two sides"),
        (replace(amath((("1",), ("2",))), ruleset=load_ruleset("amath", {"pass": "never"})), "passing"),
    ],
)
def test_what_is_no_end_game_is_refused(position: Position, reason: str) -> None:
    with pytest.raises(NoEndgame, match=reason):
        solve(position)


def test_a_pending_play_counts_as_accepted() -> None:
    rules = load_ruleset("amath", {"challenge": "challenge"})
    before = replace(amath((("=", "2", "8"), ("=", "3", "3"))), ruleset=rules)
    play = parse_move(generate(before, 1).text(0), rules)
    pending = apply(before, play)
    assert pending.pending is not None
    accepted = replace(pending, pending=None, scoreless=0)
    assert solve(pending) == solve(accepted)
