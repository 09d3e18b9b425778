"""Positions of line placement in the form of the compiled kernel."""

from __future__ import annotations

import threading
from functools import lru_cache

from summy.engine import equation_map
from summy.engine.kernel.plays import NAMES
from summy.engine.kernel.position import LinePosition, LineRules
from summy.engine.kernel.search import Searcher
from summy.position import Position
from summy.rulesets.model import LIMIT, Ruleset

SYMBOLS: dict[str, int] = {name: symbol for symbol, name in enumerate(NAMES)}
"""The kernel's symbol for each tile name that it knows."""

_of_thread = threading.local()

equation_map.offer()


def what_is_missing(ruleset: Ruleset) -> str | None:
    """Why the plays of a ruleset with line placement cannot be generated; None when they can."""
    grammar = ruleset.grammar
    reasons = {
        "a tile is no digit, operator or equals sign": not set(ruleset.tiles.counts) <= set(NAMES),
        "a line may hold several equals signs": grammar.several_equals,
        "the right side may be an expression": not grammar.right_side_number,
        "a side may begin with a sign": grammar.sign,
        "the board has premium squares": bool(ruleset.board.premium_rows),
        "the result of an equation scores": ruleset.scoring.result,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


@lru_cache(maxsize=64)
def line_rules(ruleset: Ruleset) -> LineRules:
    """What the kernel needs of a ruleset in which `what_is_missing` finds nothing."""
    grammar, points = ruleset.grammar, ruleset.tiles.points
    return LineRules(
        ruleset.board.width or 0,
        ruleset.board.height or 0,
        LIMIT,
        [points.get(name, 0) for name in NAMES],
        operator_required=grammar.operator_required,
        integer_steps=grammar.integer_steps,
        max_digits=grammar.max_digits,
        full_hand=ruleset.hand_size,
        full_hand_bonus=ruleset.scoring.full_hand_bonus,
        reserves_ends=ruleset.reserves_ends,
    )


def line_position(position: Position, searcher: Searcher | None = None) -> LinePosition:
    """The kernel's form of a position: table and hand of the side to move.

    Args:
        position: a position whose hand to move is known.
        searcher: what is to search it; one of its own when none is given.
    """
    made = LinePosition(line_rules(position.ruleset), searcher)
    made.lay(SYMBOLS, position.board.tokens, position.board.reserved)
    made.hand = [SYMBOLS[name] for name in position.hand]
    return made


def thread_searcher() -> Searcher:
    """The searcher of this thread, for searches that follow one another."""
    found: Searcher | None = getattr(_of_thread, "searcher", None)
    if found is None:
        found = _of_thread.searcher = Searcher()
    return found
