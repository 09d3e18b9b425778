"""The searches for crossword placement hold each other: straight, by structures, with a map, best plays only.

The straight search is simple enough to be held against the slow reference (test_against_reference.py); here whole hands
with blanks, hands of twelve tiles and thousands of turns come in. What this does not show: that the straight search is
right about the rules.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crossword_turns import CROSSWORD_RULES, SHARE, json_of, map_of, positions, turns
from summy.engine.crossword import crossword_position
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME, CrosswordPlays
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.movegen import any_play, generate
from summy.move import format_move
from summy.position import Position, position_from_json
from summy.referee import judge_play
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

Found = set[tuple[str, int]]


def found(plays: CrosswordPlays) -> Found:
    """Texts and scores; every play is there once."""
    texts = plays.texts
    assert len(set(texts)) == len(texts)
    return set(zip(texts, plays.scores, strict=True))


def with_search(position: Position, search: str) -> CrosswordPosition:
    """The kernel's position, set to one of the searches."""
    made = crossword_position(position)
    made.straight = search == "straight"
    made.map = map_of(position.ruleset.id) if search == "map" else None
    return made


def with_hand(rules: str, position: Position, hand: list[str]) -> Position:
    """The same table with another hand."""
    return position_from_json(json_of(rules, crossword_position(position), tuple(KINDS_BY_NAME[name] for name in hand)))


@pytest.mark.parametrize(("rules", "count"), [("amath", 40), ("amath-70", 20), ("summy-draft", 120)])
def test_all_searches_find_the_same_without_blanks(rules: str, count: int) -> None:
    plays = 0
    for position in random.Random(1).sample(positions(rules, 12, blanks=0), count // SHARE):
        expected = found(with_search(position, "straight").generate())
        assert found(with_search(position, "structures").generate()) == expected
        assert found(with_search(position, "map").generate()) == expected
        plays += len(expected)
    assert plays > count // SHARE


@pytest.mark.parametrize("rules", ["amath", "amath-70"])
def test_all_searches_find_the_same_with_a_blank(rules: str) -> None:
    for position in random.Random(2).sample(positions(rules, 12, blanks=1), 4 if SHARE == 1 else 1):
        expected = found(with_search(position, "straight").generate())
        assert found(with_search(position, "structures").generate()) == expected
        assert found(with_search(position, "map").generate()) == expected


@pytest.mark.parametrize(("rules", "blanks", "count"), [("amath", 1, 60), ("amath-70", 1, 40), ("amath", 2, 6)])
def test_structures_and_map_find_the_same_with_blanks(rules: str, blanks: int, count: int) -> None:
    for position in random.Random(3).sample(positions(rules, 24, blanks=blanks), max(1, count // SHARE)):
        assert found(with_search(position, "structures").generate()) == found(with_search(position, "map").generate())


HANDS_WITH_BLANKS = ["???=12", "????1=", "??+/-=37", "???x/:+0", "????=", "?=", "??", "???"]


@pytest.mark.parametrize("hand", HANDS_WITH_BLANKS)
def test_small_hands_full_of_blanks(hand: str) -> None:
    """Three and four blanks, choice tiles among them, on tables early and late."""
    tiles = _split(hand)
    tables = [position for position in positions("amath", 4) if 4 < len(position.board) < 60]
    for position in random.Random(4).sample(tables, 3):
        given = with_hand("amath", position, tiles)
        expected = found(with_search(given, "structures").generate())
        assert found(with_search(given, "map").generate()) == expected
        if len(tiles) <= 4:
            assert found(with_search(given, "straight").generate()) == expected


def _split(hand: str) -> list[str]:
    for choice, mark in (("+/-", "a"), ("x/:", "b")):
        hand = hand.replace(choice, mark)
    return [{"a": "+/-", "b": "x/:"}.get(letter, letter) for letter in hand]


LARGE_HANDS = [
    ["1", "2", "3", "4", "5", "6", "7", "8", "+", "=", "x", "-"],
    ["0", "0", "1", "1", "2", "2", "=", "=", "=", "+", "-", ":"],
    ["10", "11", "12", "20", "=", "=", "+/-", "+/-", "x/:", "x/:", "5", "7"],
    ["?", "=", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1"],
]


@pytest.mark.parametrize("hand", LARGE_HANDS, ids=" ".join)
def test_hands_of_twelve(hand: list[str]) -> None:
    """Longer lines than the map has: one search by structures, one with a map for the short lines."""
    table = next(position for position in positions("amath", 2) if len(position.board) > 30)
    for size in (9, 12) if SHARE == 1 else (9,):
        given = with_hand("amath", table, hand[:size])
        assert found(with_search(given, "structures").generate()) == found(with_search(given, "map").generate())


def test_hands_of_twelve_on_an_empty_table_agree_with_the_straight_search() -> None:
    empty = position_from_json({"rules": "amath", "board": [], "hands": [["1"] * 8 + ["=", "="]]})
    assert found(with_search(empty, "structures").generate()) == found(with_search(empty, "straight").generate())


# ------------------------------------------------------------------------------------------ best plays only


def check_best(position: CrosswordPosition, plays: CrosswordPlays, numbers: tuple[int, ...]) -> None:
    """The best plays, found from bounds, are the first of all plays in order."""
    order = plays.ranked(max(numbers))
    expected = [(plays.text(index), plays.score(index)) for index in order]
    for number in numbers:
        best = position.generate(number)
        assert list(zip(best.texts, best.scores, strict=True)) == expected[:number]


@pytest.mark.parametrize(("rules", "games"), [("amath", 40), ("amath-70", 40), ("summy-draft", 80)])
def test_best_plays_are_the_first_of_all(rules: str, games: int) -> None:
    count = 0
    for seed in range(games // SHARE):
        for turn in turns(rules, seed):
            check_best(turn.position, turn.plays, (1, 4))
            if count % 10 == 0:
                turn.position.map = None
                check_best(turn.position, turn.plays, (1,))
                turn.position.map = map_of(rules)
            count += 1
    assert count > games // SHARE * 8


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "games"), [("amath", 3000), ("amath-70", 1800), ("summy-draft", 1800)])
def test_best_plays_are_the_first_of_all_on_a_hundred_thousand_turns(rules: str, games: int) -> None:
    count = 0
    for seed in range(1000, 1000 + games):
        for turn in turns(rules, seed, size=9):
            check_best(turn.position, turn.plays, (1,))
            count += 1
    assert count > games * 12


def test_best_asks_for_as_many_as_there_are() -> None:
    position = crossword_position(positions("amath", 1)[0])
    plays = position.generate()
    assert len(position.generate(0)) == 0
    assert position.generate(len(plays) + 5).texts == [plays.text(index) for index in plays.ranked()]


def test_best_takes_far_fewer_steps() -> None:
    """By counted work, so that a busy machine cannot decide."""
    for rules in ("amath", "amath-70"):
        steps = Counter[str]()
        for position in positions(rules, 6, blanks=1):
            for search in ("structures", "map"):
                made = with_search(position, search)
                made.generate()
                steps[search] += made.nodes
                made.nodes = 0
                made.generate(1)
                steps[f"{search} best"] += made.nodes
        assert steps["structures best"] < steps["structures"] / 5
        assert steps["map best"] < steps["map"] / 5


def test_structures_take_far_fewer_steps_than_filling_squares() -> None:
    straight = structures = 0
    for position in random.Random(5).sample(positions("amath", 12, blanks=0), 20):
        made = with_search(position, "straight")
        made.generate()
        straight += made.nodes
        made.nodes = 0
        made.straight = False
        made.generate()
        structures += made.nodes
    assert structures < straight / 20


# ------------------------------------------------------------------------------------------ one position


@pytest.mark.parametrize("rules", CROSSWORD_RULES)
def test_the_referee_agrees_with_every_play(rules: str) -> None:
    dice = random.Random(6)
    checked = 0
    for position in dice.sample(positions(rules, 8), 25 // SHARE):
        plays = generate(position)
        for index in dice.sample(range(len(plays)), min(len(plays), 120)):
            verdict = judge_play(position, plays[index])
            assert verdict.legal, (str(position), plays.text(index), verdict.refusal)
            assert verdict.score == plays.score(index)
            assert format_move(plays[index], position.board, position.ruleset) == plays.text(index)
            assert plays.tile_count(index) == len(plays[index].tiles)
            checked += 1
        assert any_play(position) == bool(len(plays))
    assert checked > 20 or SHARE > 1


def test_challenge_mode_lists_true_plays_only() -> None:
    board = [{"x": x, "y": 7, "tile": tile} for x, tile in ((6, "1"), (7, "="), (8, "1"))]
    position = {"rules": "amath", "board": board, "hands": [["1", "2", "3", "=", "+"]], "stock": 30}
    automatic = generate(position_from_json(position))
    challenged = generate(position_from_json(position | {"options": {"challenge": "challenge"}}))
    assert len(automatic) > 0
    assert sorted(challenged.texts) == sorted(automatic.texts)


def test_plays_as_a_sequence() -> None:
    position = max(positions("amath", 2, blanks=0), key=lambda position: len(generate(position)))
    plays = generate(position)
    assert plays.sum_scores == sum(plays.scores)
    assert plays.tiles_used == sum(plays.tile_count(index) for index in range(len(plays)))
    assert plays.score(plays.highest()) == max(plays.scores)
    assert plays[-1] == plays[len(plays) - 1]
    assert plays[:3] == [plays[0], plays[1], plays[2]]
    assert list(plays.chosen([2, 0])) == [plays[2], plays[0]]
    assert plays[1] in plays
    with pytest.raises(IndexError):
        plays[len(plays)]
    order = [(-score, text) for score, text in zip(plays.scores, plays.texts, strict=True)]
    assert [order[index] for index in plays.ranked()] == sorted(order)


def test_make_and_unmake_bring_back_everything() -> None:
    """Plays made one after another give what a table laid from nothing gives; taken back, the old plays return."""
    for rules in CROSSWORD_RULES:
        for seed in (1, 2):
            dice = random.Random(seed)
            before: list[Found] = []
            position = CrosswordPosition(crossword_position(positions(rules, 1)[0]).rules)
            tiles = [KINDS_BY_NAME[name] for name in load_ruleset(rules).tiles.all_tiles()]
            for _ in range(12):
                while len(position.hand) < 8:
                    position.draw(dice.choice(tiles))
                plays = position.generate()
                before.append(found(plays))
                assert found(position.copy().generate()) == before[-1]
                laid_anew = crossword_position(position_from_json(json_of(rules, position)))
                assert found(laid_anew.generate()) == before[-1]
                if not len(plays):
                    break
                index = dice.randrange(len(plays))
                hand, score = position.hand, plays.score(index)
                assert position.make(plays, index) == score
                used = Counter(kind for _, _, kind, _ in plays.tiles(index))
                assert Counter(hand) - used == Counter(position.hand)
                position.unmake()
                assert position.hand == hand
                assert found(position.generate()) == before[-1]
                position.make(position.generate(), index)


def test_plays_of_another_position_are_refused() -> None:
    first, second = [position for position in positions("amath", 1) if len(generate(position))][:2]
    plays = generate(first)
    with pytest.raises(ValueError, match="another position"):
        crossword_position(second).make(plays, 0)
    with pytest.raises(ValueError, match="nothing has been played"):
        crossword_position(second).unmake()


def test_tiles_are_conserved_in_games() -> None:
    for rules in CROSSWORD_RULES:
        everything = Counter(KINDS_BY_NAME[name] for name in load_ruleset(rules).tiles.all_tiles())
        for turn in turns(rules, 3):
            table = [KINDS_BY_NAME[tile["tile"]] for tile in json_of(rules, turn.position)["board"]]
            assert Counter(table) + Counter(turn.bag) + Counter(turn.hands[0]) + Counter(turn.hands[1]) == everything


# ------------------------------------------------------------------------------------------ more plays than memory


def test_more_plays_than_are_kept() -> None:
    position = position_from_json({"rules": "amath", "board": [], "hands": [["?", "?", "1", "2", "+", "="]]})
    whole = crossword_position(position).generate()
    assert len(whole) > 3000
    small = crossword_position(position)
    small.limit = 500
    plays = small.generate()
    assert (len(plays), plays.kept) == (len(whole), 500)
    assert (plays.sum_scores, plays.tiles_used) == (whole.sum_scores, whole.tiles_used)
    assert plays.texts == whole.texts
    assert plays.kept <= 500
    assert plays[len(whole) - 1] == whole[len(whole) - 1]
    assert plays.score(17) == whole.score(17)
    with pytest.raises(BufferError):
        plays.ranked()
    order = [whole.text(index) for index in whole.ranked()]
    parts = [part.texts for part in plays.in_order()]
    assert len(parts) > 4
    assert [text for part in parts for text in part] == order
    assert [text for part in whole.in_order() for text in part.texts] == order


def test_opening_with_two_blanks_counted_by_other_programs() -> None:
    """The figures of tests/cases/amath.json."""
    position = position_from_json({"rules": "amath", "board": [], "hands": [["?", "?", "1", "2", "3", "4", "+", "="]]})
    plays = generate(position)
    assert len(plays) == 96_470
    assert max(plays.scores) == 82
    assert len(found(crossword_position(position).generate())) == 96_470


def test_opening_with_a_blank_and_choice_tiles() -> None:
    position = position_from_json(
        {"rules": "amath", "board": [], "hands": [["?", "x/:", "+/-", "=", "12", "4", "5", "7"]]}
    )
    plays = generate(position)
    assert (len(plays), max(plays.scores)) == (8272, 100)
    assert generate(position, 1).score(0) == 100
