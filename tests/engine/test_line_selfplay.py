"""Greedy self-play inside the kernel is the same game as greedy self-play through the referee."""

from __future__ import annotations

import pytest

from courses import deal_of
from searching import searcher
from summy.engine.greedy import can_play, play_greedily
from summy.engine.kernel.search import MAP, STRUCTURE
from summy.engine.kernel.selfplay import greedy_game
from summy.engine.line import line_rules
from summy.engine.movegen import discards, generate
from summy.engine.selfplay import play_game
from summy.move import Move, Pass
from summy.position import Position
from summy.rulesets import load_ruleset

pytestmark = pytest.mark.kernel


def greedy(position: Position) -> Move:
    """The best score, the first text of equals; else all tiles are discarded; else a pass."""
    if best := generate(position, 1):
        return best[0]
    return max(discards(position), key=lambda discard: discard.count, default=Pass())


@pytest.mark.parametrize(("rules", "sides"), [("summy", 1), ("summy", 2), ("summy", 3), ("summy", 4), ("summy-127", 2)])
def test_the_kernel_plays_the_same_games(rules: str, sides: int) -> None:
    for seed in range(4):
        deal = deal_of(rules, seed, sides)
        end = play_game(deal, [greedy] * sides)
        assert can_play(deal.ruleset)
        for method in (MAP, STRUCTURE):
            assert play_greedily(deal, searcher(method, 8)) == tuple(end.position.scores)


@pytest.mark.parametrize("rules", ["amath", "summy-draft"])
def test_other_games_are_not_played_here(rules: str) -> None:
    assert not can_play(load_ruleset(rules))
    assert not can_play(load_ruleset("summy", {"first_side": "lowest"}))


def test_impossible_games_are_refused() -> None:
    rules = line_rules(deal_of("summy", 0, 2).ruleset)
    for hands, size in (([], 8), ([[1]] * 5, 8), ([[1]], 13), ([[1]], 0)):
        with pytest.raises(ValueError, match="no such game"):
            greedy_game(rules, (0, 0, 14), b"", hands, size)
    with pytest.raises(ValueError, match="no such game"):
        greedy_game(rules, (0, 0, 14), bytes([15]), [[1]], 8)
