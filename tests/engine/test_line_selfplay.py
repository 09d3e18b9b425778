"""Greedy self-play inside the kernel is the same game as greedy self-play through the referee."""

from __future__ import annotations

import pytest

from courses import deal_of
from searching import searcher
from summy.deal import Deal
from summy.engine.kernel.search import MAP, STRUCTURE
from summy.engine.kernel.selfplay import greedy_game
from summy.engine.line import SYMBOLS, line_rules
from summy.engine.movegen import discards, generate
from summy.engine.selfplay import play_game
from summy.move import Move, Pass
from summy.position import Position

pytestmark = pytest.mark.kernel


def greedy(position: Position) -> Move:
    """The best score, the first text of equals; else all tiles are discarded; else a pass."""
    if best := generate(position, 1):
        return best[0]
    return max(discards(position), key=lambda discard: discard.count, default=Pass())


def in_kernel(deal: Deal, method: int) -> tuple[tuple[int, ...], int]:
    first, begun = deal.ruleset.board.first, deal.start
    assert first is not None
    assert isinstance(begun.stock, tuple)
    token, (x, y) = first
    return greedy_game(
        line_rules(deal.ruleset),
        (x, y, SYMBOLS[token.face]),
        bytes(SYMBOLS[tile] for tile in begun.stock),
        [[SYMBOLS[tile] for tile in hand] for hand in begun.hands if isinstance(hand, tuple)],
        deal.ruleset.hand_size,
        searcher(method, 8),
    )


@pytest.mark.parametrize(("rules", "sides"), [("summy", 1), ("summy", 2), ("summy", 3), ("summy", 4), ("summy-127", 2)])
def test_the_kernel_plays_the_same_games(rules: str, sides: int) -> None:
    for seed in range(4):
        deal = deal_of(rules, seed, sides)
        end = play_game(deal, [greedy] * sides)
        scores, turns = in_kernel(deal, MAP)
        assert scores == tuple(end.position.scores)
        assert in_kernel(deal, STRUCTURE) == (scores, turns)


def test_impossible_games_are_refused() -> None:
    rules = line_rules(deal_of("summy", 0, 2).ruleset)
    for hands, size in (([], 8), ([[1]] * 5, 8), ([[1]], 13), ([[1]], 0)):
        with pytest.raises(ValueError, match="no such game"):
            greedy_game(rules, (0, 0, 14), b"", hands, size)
    with pytest.raises(ValueError, match="no such game"):
        greedy_game(rules, (0, 0, 14), bytes([15]), [[1]], 8)
