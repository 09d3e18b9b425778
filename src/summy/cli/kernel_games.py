"""Greedy games inside the move generator, without referee and log: what searching alone costs in a game.

The rules of the turn are written out again here, plainly, for line placement with discards; a test holds the results
against games through the log.
"""

from __future__ import annotations

from collections import deque

from summy.deal import Deal
from summy.engine.line import SYMBOLS, line_position, what_is_missing
from summy.rulesets import Ruleset


def can_play(ruleset: Ruleset) -> bool:
    """Whether games of this ruleset can be played here."""
    return ruleset.placement == "line" and ruleset.turn.discard and what_is_missing(ruleset) is None


def play_greedily(deal: Deal) -> list[int]:
    """The scores of a game in which every side takes the best play, else discards its hand, else passes."""
    table = line_position(deal.start)
    assert isinstance(deal.start.stock, tuple)
    stock = deque(SYMBOLS[name] for name in deal.start.stock)
    hands = [[SYMBOLS[name] for name in hand] for hand in deal.start.hands if isinstance(hand, tuple)]
    scores = [0] * deal.sides
    side = scoreless = 0
    while scoreless < deal.ruleset.end.scoreless_per_side * deal.sides:
        stock_was_empty = not stock
        table.hand = hands[side]
        plays = table.generate(1)
        if plays:
            scores[side] += plays.score(0)
            table.make(plays, 0)
            hands[side] = list(table.hand)
        elif stock:
            hands[side] = []
        scoreless = 0 if plays else scoreless + stock_was_empty
        while stock and len(hands[side]) < deal.ruleset.hand_size:
            hands[side].append(stock.pop() if deal.draws_from_bottom(side) else stock.popleft())
        side = (side + 1) % deal.sides
    return scores
