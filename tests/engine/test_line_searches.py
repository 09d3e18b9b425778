"""The searches of the line kernel find the same: the simple one is the referee of the fast ones."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from searching import (
    all_searchers,
    held_by,
    in_given_order,
    kernel_of,
    likely_hand,
    listed,
    reached,
    searcher,
)
from summy.engine.kernel.search import MAP, STRUCTURE
from summy.position import Position, position_from_json
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel

BEST = (1, 2, 7, 40)


def check_searches_agree(positions: Iterable[Position], *sizes: int) -> int:
    """All searches find the same plays with the same scores; the best-only search finds their top. Counts plays."""
    searchers = all_searchers(*sizes)
    found = 0
    for position in positions:
        kernels = {name: kernel_of(position, by) for name, by in searchers.items()}
        expected = listed(kernels["straight"].generate())
        found += len(expected)
        for name, kernel in kernels.items():
            assert listed(kernel.generate()) == expected, (name, str(position))
            for wanted in BEST:
                assert in_given_order(kernel.generate(wanted)) == expected[:wanted], (name, wanted, str(position))
            assert kernel.any_play() == bool(expected), (name, str(position))
    return found


@pytest.mark.parametrize("rules", ["summy", "summy-127"])
def test_the_searches_agree_in_games(rules: str) -> None:
    dice = random.Random(rules)
    assert check_searches_agree(reached(rules, range(24), dice, each=4), 8, 9) > 4000


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["summy", "summy-127"])
def test_the_searches_agree_in_games_at_length(rules: str) -> None:
    dice = random.Random(rules)
    assert check_searches_agree(reached(rules, range(400), dice, each=12), 8, 9, 10) > 400_000


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 6, 7])
def test_the_searches_agree_with_hands_of_other_sizes(size: int) -> None:
    dice = random.Random(size)
    positions = [held_by(position, likely_hand(dice, size)) for position in reached("summy", range(12), dice, each=2)]
    check_searches_agree(positions, 9)


@pytest.mark.parametrize(
    "hand",
    [
        ["1"] * 6 + ["+"] * 5 + ["="],
        ["0"] * 5 + ["x"] * 3 + [":"] * 2 + ["2", "="],
        ["9"] * 4 + ["8"] * 4 + ["-"] * 3 + ["="],
        ["1", "0", "0", "0", "5", "5"] + [":"] * 2 + ["x"] * 2 + ["="] * 2,
    ],
)
def test_the_searches_agree_with_hands_of_twelve(hand: list[str]) -> None:
    table = reached("summy", range(3), random.Random(12), each=1)
    opening = position_from_json({"rules": "summy", "board": [{"x": 0, "y": 0, "tile": "="}], "hands": [[]]})
    assert check_searches_agree([held_by(position, hand) for position in [opening, *table]], 9) > 10


def test_structure_and_map_agree_with_hands_of_twelve_different_tiles() -> None:
    """Too many plays for the straight search: the two fast ones, which share nothing but the classes, agree."""
    opening = position_from_json({"rules": "summy", "board": [{"x": 0, "y": 0, "tile": "="}], "hands": [[]]})
    for hand in ["0123456789+=", "123456+-x:==", "1234567+x=:8"]:
        position = held_by(opening, list(hand))
        by_structure = listed(kernel_of(position, searcher(STRUCTURE)).generate())
        assert len(by_structure) > 1000
        by_map = kernel_of(position, searcher(MAP, 9))
        assert listed(by_map.generate()) == by_structure
        assert in_given_order(by_map.generate(25)) == by_structure[:25]


@pytest.mark.parametrize("options", [{"integer_steps": True}])
def test_the_searches_agree_under_options(options: dict[str, object]) -> None:
    dice = random.Random(3)
    ruleset = load_ruleset("summy", options)
    positions = []
    for position in reached("summy", range(1, 7), dice, each=3):
        hand = likely_hand(dice, 7)
        positions.append(Position(ruleset, position.board, (tuple(hand),), (0,)))
    assert check_searches_agree(positions, 9) > 200


@pytest.mark.nightly
def test_best_only_is_the_top_of_all_on_a_hundred_thousand_turns() -> None:
    dice = random.Random(100_000)
    by_map, by_structure = searcher(MAP, 10), searcher(STRUCTURE)
    turns = 0
    for seed in range(1, 1200):
        for position in reached("summy", range(seed, seed + 1), dice, each=20):
            for hand in (position.hand, *(tuple(likely_hand(dice, 8)) for _ in range(5))):
                kernel = kernel_of(held_by(position, list(hand)), by_map)
                expected = listed(kernel.generate())[:3]
                assert in_given_order(kernel.generate(3)) == expected
                other = kernel_of(held_by(position, list(hand)), by_structure)
                assert in_given_order(other.generate(3)) == expected
                turns += 1
    assert turns > 100_000
