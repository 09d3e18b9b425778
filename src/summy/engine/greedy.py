"""Greedy games inside the move generator, without referee and log: what searching alone costs in a game.

A test holds the results against games through the log.
"""

from __future__ import annotations

from summy.deal import Deal
from summy.engine.kernel.search import Searcher
from summy.engine.kernel.selfplay import greedy_game
from summy.engine.line import SYMBOLS, line_rules, thread_searcher, what_is_missing
from summy.rulesets import Ruleset


def can_play(ruleset: Ruleset) -> bool:
    """Whether games of this ruleset can be played here: turns and end as in Summy."""
    end = ruleset.end
    return (
        ruleset.placement == "line"
        and what_is_missing(ruleset) is None
        and ruleset.board.first is not None
        and ruleset.turn.discard
        and ruleset.first_side == "random"
        and end.scoreless_per_side == 1
        and end.scoreless_counts == "stock_empty"
        and not (end.out or end.no_play or end.scoreless_deduct)
    )


def play_greedily(deal: Deal, searcher: Searcher | None = None) -> tuple[int, ...]:
    """The scores of a game in which every side takes the best play, else discards its hand, else passes.

    Of plays with equal scores the one whose text comes first is taken.

    Args:
        deal: a deal of a ruleset for which `can_play` holds.
        searcher: what searches; this thread's when none is given.
    """
    first, begun = deal.ruleset.board.first, deal.start
    assert first is not None
    assert isinstance(begun.stock, tuple)
    token, (x, y) = first
    scores, _ = greedy_game(
        line_rules(deal.ruleset),
        (x, y, SYMBOLS[token.face]),
        bytes(SYMBOLS[name] for name in begun.stock),
        [[SYMBOLS[name] for name in hand] for hand in begun.hands if isinstance(hand, tuple)],
        deal.ruleset.hand_size,
        searcher or thread_searcher(),
    )
    return scores
