"""The computer players: legal in every situation, fair, repeatable, quick, and each level better than the one below."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courses import course
from summy.board import Board
from summy.deal import Deal
from summy.engine.habits import MOST_LOOKED_AT
from summy.engine.leaves import leave_value
from summy.engine.movegen import generate, greedy
from summy.engine.perception import (
    chance_to_see,
    difficulty_of_laying,
    difficulty_of_sum,
    has_odd_step,
    lane_of,
    sight_of,
)
from summy.engine.players import PLAYERS, Limits, NoLegalMove, choose, player_from_spec
from summy.engine.selfplay import chooser_of, play_game, play_pair, seen_by_mover, steps
from summy.errors import FormatError
from summy.log import at, decide, evolve, start
from summy.move import Challenge, Discard, Exchange, Move, Pass, Play, parse_move
from summy.position import Position, position_from_json
from summy.position_text import format_position, parse_position
from summy.referee import judge
from summy.refusals import Refused
from summy.rulesets import load_ruleset
from summy.tiles import BLANK, CHOICES

pytestmark = pytest.mark.kernel

SUMMY = load_ruleset("summy")
ALL = sorted(PLAYERS)

QUICK = {
    **PLAYERS,
    "vera": player_from_spec("vera:iterations=2,minimum=2"),
    "ada": player_from_spec("ada:iterations=3,minimum=3"),
}
"""The players as they are, but that those who look ahead do so for a moment only."""


def deal(number: int, rules: str = "summy", sides: int = 2) -> Deal:
    return Deal(load_ruleset(rules), hashlib.sha256(f"players {number}".encode()).digest(), sides)


def alone(hand: list[str], stock: int | None, **more: object) -> Position:
    board = [{"x": 0, "y": 0, "tile": "="}]
    return position_from_json({"rules": "summy", "board": board, "hands": [hand], "stock": stock, **more})


# ------------------------------------------------------------------------------------------ the same everywhere

WITH_AND_WITHOUT_MAP = """
import sys
from summy.engine.movegen import prepare
from summy.engine.players import PLAYERS, Limits, choose, player_from_spec
from summy.move import format_move
from summy.position_text import parse_position
for line in sys.stdin:
    position = parse_position(line.strip())
    if sys.argv[1] == "map":
        prepare(position.ruleset)
    for name in [*PLAYERS, "greedy", "sim:iterations=12,plies=2", "ada:iterations=8"]:
        move = choose(player_from_spec(name), position, Limits(seed=3)).move
        print(position.ruleset.id, name, format_move(move, position.board, position.ruleset))
"""


def test_players_choose_the_same_whether_a_map_of_equations_is_there_or_not() -> None:
    """The order in which plays are found depends on the map: no choice may depend on the order."""
    texts = []
    for number, rules in enumerate(("summy", "summy-127", "amath", "amath-70", "summy-draft")):
        blanks = [name for name in (BLANK, BLANK, *CHOICES) if name in load_ruleset(rules).tiles.counts]
        for position in [state.position for state in course(rules, number + 1)[4:9:4] if state.ended is None]:
            hand = (*blanks, *position.hand[len(blanks) :])
            hands = tuple(hand if side == position.to_move else each for side, each in enumerate(position.hands))
            texts.append(format_position(seen_by_mover(replace(position, hands=hands))))
    said = [
        subprocess.run(
            [sys.executable, "-c", WITH_AND_WITHOUT_MAP, how],
            input="\n".join(texts),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for how in ("map", "none")
    ]
    assert max(len(generate(parse_position(text))) for text in texts) > 2 * MOST_LOOKED_AT
    assert said[0] == said[1]
    assert len(said[0]) == len(texts) * (len(PLAYERS) + 3)


# ------------------------------------------------------------------------------------------ every situation


@pytest.mark.parametrize("player", ALL)
@pytest.mark.parametrize(("rules", "sides"), [("summy", 1), ("summy", 2), ("summy", 3), ("summy", 4), ("summy-127", 2)])
def test_whole_games_with_any_number_of_sides(player: str, rules: str, sides: int) -> None:
    end = play_game(deal(sides, rules, sides), [chooser_of(QUICK[player], 7)] * sides)
    assert end.ended is not None
    assert max(end.position.scores) > 0


@pytest.mark.parametrize("player", ALL)
def test_whole_games_of_a_crossword_ruleset(player: str) -> None:
    own = chooser_of(QUICK[player], 2)

    def chosen(position: Position) -> Move:
        # An opening is long: the weak often see none, and players that look ahead wait for each other.
        return own(position) if len(position.board) else greedy(position)

    own_plays = 0
    for number in (3, 6, 8):
        events = [event for event, _ in steps(start(deal(number, "summy-draft")), [chosen, chosen])]
        moves = [event.move for event in events if event.move is not None]
        assert {type(move) for move in moves} <= {Play, Exchange, Pass}
        own_plays += sum(isinstance(move, Play) for move in moves) - 1
    assert own_plays > 2


@settings(max_examples=60)
@given(data=st.data())
def test_choices_are_legal_repeatable_and_blind_to_hidden_tiles(data: st.DataObject) -> None:
    states = course("summy", data.draw(st.integers(0, 30)), data.draw(st.sampled_from([1, 2, 3])))
    position = data.draw(st.sampled_from([state for state in states if state.ended is None])).position
    player = QUICK[data.draw(st.sampled_from(ALL))]
    limits = Limits(data.draw(st.integers(0, 2**31)))
    choice = choose(player, seen_by_mover(position), limits)
    assert judge(position, choice.move, position.to_move).legal
    assert choose(player, seen_by_mover(position), limits) == choice
    assert choose(player, position, limits) == choice


def test_seeds_change_what_is_overlooked() -> None:
    position = seen_by_mover(course("summy", 1)[4].position)
    assert len({choose(PLAYERS["pip"], position, Limits(seed)).move for seed in range(12)}) > 2


@pytest.mark.parametrize("player", ALL)
def test_no_play_discards_while_there_is_a_stock(player: str) -> None:
    for stock in (20, 1, None):
        move = choose(QUICK[player], alone(["+", "+", "x", ":", "=", "=", "=", "-"], stock), Limits(1)).move
        assert isinstance(move, Discard)
        assert move.tiles


@pytest.mark.parametrize("player", ALL)
def test_no_play_passes_when_the_stock_is_empty(player: str) -> None:
    assert choose(QUICK[player], alone(["+", "x", "="], 0), Limits(1)).move == Pass()


def test_a_discard_keeps_what_balances_the_hand() -> None:
    move = choose(PLAYERS["max"], alone(["+", "+", "x", ":", "=", "=", "=", "="], 40), Limits(1)).move
    assert isinstance(move, Discard)
    kept = 8 - len(move.tiles)
    assert kept <= 4
    assert move.tiles.count("=") >= 2


@pytest.mark.parametrize("player", ["tess", "max"])
def test_a_poor_play_is_left_for_better_tiles(player: str) -> None:
    # The one kind of sum here, 0+0=0, is worth nothing and would leave signs alone.
    position = alone(["0", "0", "0", "+", "+", "=", "=", "="], 40)
    assert set(generate(position).scores) == {0}
    assert isinstance(choose(QUICK[player], position, Limits(1)).move, Discard)
    assert isinstance(choose(PLAYERS["pip"], position, Limits(1)).move, Play)


@pytest.mark.parametrize("player", ALL)
def test_exchanges_and_passes_where_the_rules_say_so(player: str) -> None:
    hopeless = {"rules": "amath", "board": [], "hands": [["+", "x", ":", "-", "+", "x", "=", "="], 8]}
    assert isinstance(choose(QUICK[player], position_from_json({**hopeless, "stock": 40}), Limits(1)).move, Exchange)
    assert choose(QUICK[player], position_from_json({**hopeless, "stock": 4}), Limits(1)).move == Pass()
    stuck = position_from_json({**hopeless, "stock": 4, "options": {"pass": "never"}})
    with pytest.raises(NoLegalMove):
        choose(QUICK[player], stuck, Limits(1))


def challenged(text: str) -> Position:
    """A position of A-Math with challenges in which the given opening play may be challenged."""
    ruleset = load_ruleset("amath", {"challenge": "challenge"})
    hands = (("1", "2", "2", "3", "+", "=", "5", "="), ("4", "5", "9"))
    begun = at(Position(ruleset, Board(), hands, (0, 0), stock=("1",) * 20))
    for event in decide(begun, parse_move(text, ruleset), 0):
        begun = evolve(begun, event)
    return begun.position


def test_an_untrue_pending_play_is_challenged_and_a_true_one_is_not() -> None:
    assert choose(PLAYERS["max"], challenged("F8> 1+2=5"), Limits(1)).move == Challenge()
    assert choose(PLAYERS["max"], challenged("F8> 1+2=3"), Limits(1)).move != Challenge()
    doubts = [choose(PLAYERS["pip"], challenged("F8> 1+2=5"), Limits(seed)).move == Challenge() for seed in range(40)]
    assert 0 < sum(doubts) < 30


def test_a_game_that_is_over_and_an_unknown_hand_are_errors() -> None:
    over = alone(["+", "x"], 0, scoreless=1)
    with pytest.raises(Refused) as refused:
        choose(PLAYERS["max"], over, Limits(1))
    assert refused.value.refusal.code == "game_over"
    with pytest.raises(FormatError):
        choose(PLAYERS["max"], replace(over, scoreless=0, hands=(3,)), Limits(1))


# ------------------------------------------------------------------------------------------ strength and habits


@pytest.mark.parametrize(("better", "worse", "pairs", "won"), [("tess", "pip", 10, 9), ("max", "tess", 24, 17)])
def test_each_level_beats_the_one_below_in_mirrored_pairs(better: str, worse: str, pairs: int, won: int) -> None:
    results = [play_pair(PLAYERS[better], PLAYERS[worse], deal(number), number) for number in range(pairs)]
    assert sum(mine > theirs for mine, theirs in results) >= won
    assert sum(mine for mine, _ in results) > 1.05 * sum(theirs for _, theirs in results)


def test_a_player_against_itself_ties_every_mirrored_pair() -> None:
    for number in range(4):
        one, other = play_pair(PLAYERS["tess"], PLAYERS["tess"], deal(number), number)
        assert one == other


def test_pip_plays_short_sums_and_seldom_divides() -> None:
    plays = {player: [] for player in ("pip", "max")}
    for player, texts in plays.items():
        for number in range(12):
            choosers = [chooser_of(QUICK[player], number)] * 2
            texts += [event.text for event, _ in steps(start(deal(number)), choosers) if event.kind == "play"]

    def tiles(texts: list[str]) -> float:
        return sum(sight_of(text).laid for text in texts) / len(texts)

    def part_with(texts: list[str], sign: str) -> float:
        return sum(sign in text for text in texts) / len(texts)

    assert tiles(plays["pip"]) < tiles(plays["max"]) - 0.8
    assert part_with(plays["pip"], ":") < part_with(plays["max"], ":") / 1.5


def test_a_move_takes_far_less_than_a_third_of_a_second() -> None:
    positions = [state.position for seed in range(4) for state in course("summy", seed) if state.ended is None]
    for player in QUICK.values():
        times = []
        for position in positions:
            begun = time.process_time()
            choose(player, seen_by_mover(position), Limits(1))
            times.append(time.process_time() - begun)
        assert sorted(times)[len(times) // 2] < 0.05
        assert sorted(times)[len(times) * 9 // 10] < 0.3


# ------------------------------------------------------------------------------------------ parts


def test_a_play_is_read_from_its_text() -> None:
    sight = sight_of("1,-1v 6(3)x8=504")
    assert "".join(sight.faces) == "63x8=504"
    assert (sight.laid, sight.pieces, sight.old_equals, sight.down, sight.place) == (7, 1, False, True, "v1")
    sight = sight_of("H8> [?>7](x)[12](=)[+/->-]84")
    assert sight.faces == ("7", "x", "12", "=", "-", "8", "4")
    assert (sight.laid, sight.pieces, sight.old_equals, sight.place) == (5, 2, True, ">8")
    assert lane_of("M13v 1") == "vM"
    assert lane_of("-12,-4> 1") == ">-4"


def test_harder_sums_are_harder_to_see() -> None:
    sums = ["6+3=9", "8-2=6", "7x8=56", "56:8=7", "12x12=144", "7x8-6:3+11=65"]
    difficulties = [difficulty_of_sum(text) for text in sums]
    assert difficulties == sorted(difficulties)
    assert has_odd_step("1-3+5=3", SUMMY)
    assert has_odd_step("5:2x4=10", SUMMY)
    assert not has_odd_step("5x2-4=6", SUMMY)
    plain, woven = sight_of("0,0> 1+2(=)3"), sight_of("0,0> 1(+)2+3(5)=(3)8")
    assert difficulty_of_laying(plain) < difficulty_of_laying(woven)
    assert chance_to_see(1.0, 1.0) == pytest.approx(0.5)
    assert chance_to_see(0.0, 1.0) > chance_to_see(2.0, 1.0)


def test_kept_tiles_are_worth_more_when_they_balance_and_score() -> None:
    def value(*kept: str) -> float:
        return leave_value(kept, SUMMY, SUMMY.tiles.total)

    assert value() == pytest.approx(0)
    assert value("1", "7", "=", "+") > value("+", "-", "=", "x") > value("+", "+", "+", "+")
    assert value("7", "8") > value("0", "1")
    assert value("=") > value("=", "=", "=")
    amath = load_ruleset("amath")
    assert leave_value(["?"], amath, 50) > leave_value(["1"], amath, 50)


def test_players_stand_from_weak_to_strong_with_words_for_people() -> None:
    assert list(PLAYERS) == [
        "lulu", "pip", "emil", "nina", "finn", "otto", "rosa", "tess", "bruno", "max", "vera", "ada",
    ]  # fmt: skip
    for name, player in PLAYERS.items():
        assert player.id == name
        assert player.description.endswith(".")
    assert len({player.level for player in PLAYERS.values()}) == len(PLAYERS)
