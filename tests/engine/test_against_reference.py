"""Kernel, referee and the slow reference hold each other: same plays, same texts, same scores, same refusals.

Positions come from random games (reachable, early and late, with closed squares) and from strewn tables (long numbers
beyond 64 bits, loose pieces). The reference is slow, so hands of more than six tiles, or with a blank, are few here and
many under the `nightly` mark.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import reference
from courses import course
from strategies import (
    ALL_RULES,
    CROSSWORD_RULES,
    LINE_RULES,
    Json,
    damaged_play,
    hands,
    json_of,
    random_hand,
    reference_course,
    scattered_position,
    small_positions,
    useful_hand,
    with_hand,
)
from summy.engine.movegen import any_play, discards, generate
from summy.engine.perft import perft
from summy.move import Play, format_move, move_from_json, move_to_json, parse_move
from summy.position import Position, position_from_json, position_to_json
from summy.referee import judge_play

pytestmark = pytest.mark.kernel

COURSES = range(48)
SLOW_FIRST = [HealthCheck.too_slow, HealthCheck.data_too_large]


def of_kernel(position: Position) -> list[tuple[int, str]]:
    plays = generate(position)
    return sorted((-score, text) for score, text in zip(plays.scores, plays.texts, strict=True))


def of_reference(position: Json) -> list[tuple[int, str]]:
    return [(-play["score"], play["text"]) for play in reference.plays(position)]


def check_same_plays(position: Json) -> None:
    """Every play once, with its score, and no other; the fast answer to "is there any?" fits."""
    read = position_from_json(position)
    expected = of_reference(position)
    assert of_kernel(read) == expected
    assert any_play(read) == bool(expected)


@st.composite
def reached_tables(draw: st.DrawFn, rules: str) -> Json:
    """A position of a random game, stock and hands known."""
    states = course(rules, draw(st.sampled_from(COURSES)), draw(st.sampled_from([1, 2, 2, 3])))
    running = [state for state in states if state.ended is None]
    return position_to_json(draw(st.sampled_from(running)).position)


@st.composite
def reached_positions(draw: st.DrawFn, rules: str, most: int) -> Json:
    """A position of a random game with a part of its own hand or with another hand."""
    position = draw(reached_tables(rules))
    own = position["hands"][position["to_move"]]
    if draw(st.booleans()):
        return with_hand(position, draw(hands(rules, 0, most)))
    size = min(most, len(own))
    return with_hand(position, draw(st.permutations(own))[: draw(st.integers(min(2, size), size))])


@pytest.mark.parametrize(("rules", "examples"), [("summy", 1000), ("summy-127", 300)])
def test_kernel_finds_what_the_reference_finds_in_games(rules: str, examples: int) -> None:
    @settings(max_examples=examples, suppress_health_check=SLOW_FIRST)
    @given(position=reached_positions(rules, most=5))
    def check(position: Json) -> None:
        check_same_plays(position)

    check()


@pytest.mark.nightly
@pytest.mark.parametrize("rules", LINE_RULES)
def test_kernel_finds_what_the_reference_finds_in_games_at_length(rules: str) -> None:
    @settings(max_examples=10_000, suppress_health_check=SLOW_FIRST)
    @given(position=reached_positions(rules, most=6))
    def check(position: Json) -> None:
        check_same_plays(position)

    check()


@st.composite
def strewn_positions(draw: st.DrawFn, rules: str, most: int) -> Json:
    """A strewn table and a hand that is likely to have a play there."""
    seed = draw(st.integers(0, 10**6))
    sizes = [0, *range(2, most), *[most] * 3]
    kinds = ["0", "0", "1", "1", "2", "3", "4", "5", "6", "7", "8", "9", "=", "=", "+", "-", "x", "x", ":", ":"]
    hand = draw(st.lists(st.sampled_from(kinds), min_size=(size := draw(st.sampled_from(sizes))), max_size=size))
    return scattered_position(rules, seed, hand)


@pytest.mark.parametrize(("rules", "examples"), [("summy", 1200), ("summy-127", 400)])
def test_kernel_finds_what_the_reference_finds_on_strewn_tables(rules: str, examples: int) -> None:
    with_plays = 0

    @settings(max_examples=examples, suppress_health_check=SLOW_FIRST)
    @given(position=strewn_positions(rules, most=5))
    def check(position: Json) -> None:
        nonlocal with_plays
        check_same_plays(position)
        with_plays += any_play(position_from_json(position))

    check()
    assert with_plays > examples / 20


@pytest.mark.nightly
@pytest.mark.parametrize("rules", LINE_RULES)
def test_kernel_finds_what_the_reference_finds_on_strewn_tables_at_length(rules: str) -> None:
    @settings(max_examples=10_000, suppress_health_check=SLOW_FIRST)
    @given(position=strewn_positions(rules, most=6))
    def check(position: Json) -> None:
        check_same_plays(position)

    check()


@st.composite
def crossword_positions(draw: st.DrawFn, rules: str, most: int, blanks: int) -> Json:
    """A table of a random game or a strewn one, and a hand: drawn from the set, or likely to have a play."""
    seed = draw(st.integers(0, 10**6))
    dice = random.Random(seed)
    book = reference.rules_of(rules)
    size = draw(st.sampled_from([*range(most), *[most] * 3]))
    make = draw(st.sampled_from([random_hand, useful_hand]))
    hand = make(dice, book, size)
    wild = min(blanks, draw(st.sampled_from([0, 0, 1]))) if "?" in book["tiles"] else 0
    hand = ["?"] * wild + [tile for tile in hand if tile != "?"][: size - wild - (wild and 1)]
    if draw(st.booleans()):
        return scattered_position(rules, seed, hand)
    return with_hand(draw(st.sampled_from(reference_course(rules, seed % 30, 8))), hand)


@pytest.mark.parametrize("rules", CROSSWORD_RULES)
def test_kernel_finds_what_the_reference_finds_in_crossword_placement(rules: str) -> None:
    with_plays = 0

    @settings(max_examples=150, suppress_health_check=SLOW_FIRST)
    @given(position=crossword_positions(rules, most=4, blanks=1))
    def check(position: Json) -> None:
        nonlocal with_plays
        check_same_plays(position)
        with_plays += any_play(position_from_json(position))

    check()
    assert with_plays > 15


@pytest.mark.nightly
@pytest.mark.parametrize("rules", CROSSWORD_RULES)
def test_kernel_finds_what_the_reference_finds_in_crossword_placement_at_length(rules: str) -> None:
    @settings(max_examples=3000, suppress_health_check=SLOW_FIRST)
    @given(position=crossword_positions(rules, most=6, blanks=1))
    def check(position: Json) -> None:
        check_same_plays(position)

    check()


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["amath", "amath-70"])
def test_kernel_finds_what_the_reference_finds_with_two_blanks(rules: str) -> None:
    dice = random.Random(rules)
    for _ in range(20):
        hand = ["?", "?", dice.choice(["=", "1", "12", "+/-"])]
        check_same_plays(with_hand(dice.choice(reference_course(rules, dice.randrange(30), 8)), hand))


def full_hand_positions(rules: str, count: int) -> list[Json]:
    """Positions of random games with the hands that were really held, spread over their course."""
    dice = random.Random(f"full hands {rules}")
    found = []
    while len(found) < count:
        state = dice.choice(course(rules, dice.choice(COURSES)))
        if state.ended is None:
            found.append(position_to_json(state.position))
    return found


@pytest.mark.parametrize("rules", LINE_RULES)
def test_kernel_finds_what_the_reference_finds_with_hands_really_held(rules: str) -> None:
    for position in full_hand_positions(rules, 4):
        check_same_plays(position)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", LINE_RULES)
def test_kernel_finds_what_the_reference_finds_with_hands_really_held_at_length(rules: str) -> None:
    for position in full_hand_positions(rules, 200):
        check_same_plays(position)


@pytest.mark.parametrize(
    "hand",
    [
        ["1"] * 6 + ["+"] * 5 + ["="],
        ["0"] * 6 + ["x"] * 5 + ["2"],
        ["9"] * 6 + ["-"] * 4 + ["8"] * 2,
        ["1", "0", "0", "0", "0", "0"] + [":"] * 2 + ["x"] * 2 + ["="] * 2,
    ],
)
@pytest.mark.parametrize("number", ["", "1000000000000000000000", "18446744073709551616"])
def test_hands_of_twelve_on_numbers_beyond_64_bits(hand: list[str], number: str) -> None:
    board = [{"x": 0, "y": 0, "tile": "="}]
    board += [{"x": 2 + index, "y": 3, "tile": digit} for index, digit in enumerate(number)]
    check_same_plays({"rules": "summy", "board": board, "hands": [hand]})


# ------------------------------------------------------------------------------------------ the referee


@pytest.mark.parametrize("rules", LINE_RULES)
def test_every_generated_play_is_legal_with_the_same_score_and_text(rules: str) -> None:
    dice = random.Random(rules)
    judged = 0
    for seed in COURSES[:16]:
        for state in course(rules, seed):
            if state.ended is not None:
                continue
            position = state.position
            plays = generate(position)
            for index in dice.sample(range(len(plays)), min(40, len(plays))):
                play, text = plays[index], plays.text(index)
                verdict = judge_play(position, play)
                assert verdict.legal, (text, verdict.refusal)
                assert verdict.score == plays.score(index)
                assert format_move(play, position.board, position.ruleset) == text
                assert parse_move(text, position.ruleset) == play
                judged += 1
    assert judged > 3000


def library_play(position: Position, tiles: list[Json], direction: str) -> Play:
    move = move_from_json({"kind": "play", "direction": direction, "tiles": tiles}, position.ruleset)
    assert isinstance(move, Play)
    return move


def check_same_verdict(position: Json, tiles: list[Json], direction: str) -> str:
    """Judge a play by both judges; gives the code, or `legal`."""
    read = position_from_json(position)
    play = library_play(read, tiles, direction)
    verdict = judge_play(read, play)
    expected = reference.judge(reference.read_position(position), tiles, direction)
    assert verdict.legal == expected["legal"], (verdict.refusal, expected)
    if not verdict.legal:
        assert verdict.refusal is not None
        assert verdict.refusal.code == expected["code"]
        return verdict.refusal.code
    assert verdict.score == expected["score"]
    assert [line.text for line in verdict.lines] == expected["equations"]
    return "legal"


def plays_to_damage(position: Json) -> tuple[list[Json], set[Play]]:
    """Legal plays in JSON form; for `line` placement those of the kernel, which are also given as they are."""
    if reference.rules_of(position["rules"])["placement"] == "crossword":
        return reference.plays(position), set()
    read = position_from_json(position)
    plays = set(generate(read))
    found = [move_to_json(play) for play in sorted(plays, key=lambda play: format_move(play, read.board, read.ruleset))]
    for play in found:
        for item in play["tiles"]:
            item["face"] = item["tile"]
    return found, plays


def check_damaged_plays(position: Json, dice: random.Random, damages: int) -> Counter[str]:
    """Damage the plays of a position and judge the remains by referee, reference and, for `line`, the kernel."""
    codes: Counter[str] = Counter()
    table = reference.read_position(position)
    plays, of_the_kernel = plays_to_damage(position)
    for _ in range(damages if plays else 0):
        play = dice.choice(plays)
        tiles, direction = damaged_play(dice, table, play["tiles"], play["direction"])
        code = check_same_verdict(position, tiles, direction)
        codes[code] += 1
        if table.rules["placement"] == "line":
            damaged = library_play(position_from_json(position), tiles, direction)
            assert (damaged in of_the_kernel) == (code == "legal")
    return codes


def damage_many(rules: str, positions: Iterable[Json], damages: int) -> Counter[str]:
    codes: Counter[str] = Counter()
    dice = random.Random(f"damage {rules}")
    for position in positions:
        codes += check_damaged_plays(position, dice, damages)
    return codes


def small_crossword_positions(rules: str, count: int) -> Iterator[Json]:
    """Positions whose plays the reference finds quickly."""
    dice = random.Random(f"to damage {rules}")
    for number in range(count):
        tables = reference_course(rules, number % 40, 8)
        hand = dice.sample(["=", "=", "1", "2", "3", "4", "6", "0", dice.choice("+-x:"), dice.choice("+-x:")], 5)
        if rules == "amath-70":
            hand = [{"x": "x/:", ":": "x/:"}.get(tile, tile) for tile in hand]
        if rules in ("amath", "amath-70") and dice.random() < 0.4:
            hand = [*hand[:3], "?" if dice.random() < 0.3 else dice.choice(["+/-", "x/:", "12", "10"])]
        yield with_hand(dice.choice(tables), hand)


LINE_CODES = {
    "legal",
    "tile_not_in_hand",
    "square_taken",
    "square_reserved",
    "not_one_line",
    "gap",
    "no_tile_from_table",
    "no_equals",
    "several_equals",
    "empty_side",
    "operator_misplaced",
    "no_operator",
    "right_side_not_a_number",
    "leading_zero",
    "not_equal",
}


@pytest.mark.parametrize("rules", LINE_RULES)
def test_damaged_plays_are_judged_alike_by_referee_reference_and_kernel(rules: str) -> None:
    codes = damage_many(rules, full_hand_positions(rules, 80), 30)
    assert codes.total() > 1500
    assert codes.keys() >= LINE_CODES


@pytest.mark.parametrize("rules", CROSSWORD_RULES)
def test_damaged_plays_are_judged_alike_by_referee_and_reference(rules: str) -> None:
    codes = damage_many(rules, small_crossword_positions(rules, 30), 60)
    assert codes.total() > 400
    assert codes.keys() >= {"legal", "tile_not_in_hand", "not_connected", "no_equals", "not_equal", "gap"}


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ALL_RULES)
def test_damaged_plays_are_judged_alike_at_length(rules: str) -> None:
    many = full_hand_positions(rules, 1000) if rules in LINE_RULES else small_crossword_positions(rules, 500)
    assert damage_many(rules, many, 40).total() > 8_000


@pytest.mark.parametrize("rules", CROSSWORD_RULES)
@settings(max_examples=40, suppress_health_check=SLOW_FIRST)
@given(data=st.data())
def test_the_referee_agrees_with_every_play_of_the_reference(rules: str, data: st.DataObject) -> None:
    position = data.draw(small_positions(rules, most=4))
    for play in reference.plays(position)[:200]:
        assert check_same_verdict(position, play["tiles"], play["direction"]) == "legal"
        read = position_from_json(position)
        move = library_play(read, play["tiles"], play["direction"])
        assert format_move(move, read.board, read.ruleset) == play["text"]
        assert parse_move(play["text"], read.ruleset) == move


# ------------------------------------------------------------------------------------------ following positions


def counts(rows: list[dict[str, int]]) -> list[tuple[int, ...]]:
    return [(row["plays"], row["scores"], row["tiles"], row["checksum"]) for row in rows]


@pytest.mark.parametrize(
    ("rules", "hand", "depth"),
    [
        ("summy", ["1", "2", "3", "+", "+", "="], 2),
        ("summy", ["1", "1", "0", "x", "=", "=", "-"], 3),
        ("summy-127", ["2", "4", "8", ":", "x", "="], 2),
    ],
)
def test_perft_agrees(rules: str, hand: list[str], depth: int) -> None:
    position = json_of(reference.read_position({**reference_course(rules, 3, 4)[-1], "hands": [hand]}))
    mine = [tuple(count)[1:] for count in perft(position_from_json(position), depth)]
    assert mine == counts(reference.perft(position, depth))
    assert mine[0][0] > 0


def test_discards_agree() -> None:
    dice = random.Random(5)
    for _ in range(50):
        hand = dice.choices(["0", "1", "7", "+", "x", "="], k=dice.randint(0, 9))
        position: dict[str, Any] = {"rules": "summy", "board": [], "hands": [hand]}
        found = [tuple(sorted(move.tiles)) for move in discards(position_from_json(position))]
        assert len(found) == len(set(found))
        assert set(found) == reference.discards(tuple(hand))
