"""Positions of crossword placement in the form of the compiled kernel."""

from __future__ import annotations

import threading
from functools import lru_cache

from summy.engine import crossword_maps
from summy.engine.crossword_maps import map_for_search
from summy.engine.kernel.crossword_plays import KINDS_BY_NAME, CrosswordRules
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.position import Position
from summy.rulesets.model import Ruleset
from summy.tiles import ORDER

LONGEST = 26
"""Most squares of a side of the board: the kernel's integers are proven large enough for such lines."""

_of_thread = threading.local()


@lru_cache(maxsize=64)
def crossword_rules(ruleset: Ruleset) -> CrosswordRules:
    """What the kernel needs of a ruleset whose board has an edge, of at most 26 squares a side."""
    board, grammar, tiles, scoring = ruleset.board, ruleset.grammar, ruleset.tiles, ruleset.scoring
    assert board.width is not None
    assert board.height is not None
    premiums = {(x, y): kind for y, row in enumerate(board.premium_rows) for x, kind in enumerate(row) if kind}
    return CrosswordRules(
        board.width,
        board.height,
        board.centre,
        points=[tiles.points.get(name, 0) for name in ORDER],
        blank_faces=[KINDS_BY_NAME[face] for face in tiles.blank_faces],
        premiums=premiums,
        several_equals=grammar.several_equals,
        operator_required=grammar.operator_required,
        right_side_number=grammar.right_side_number,
        sign=grammar.sign,
        integer_steps=grammar.integer_steps,
        max_digits=grammar.max_digits,
        result=scoring.result,
        full_hand=ruleset.hand_size,
        full_hand_bonus=scoring.full_hand_bonus,
        reserves_ends=ruleset.reserves_ends,
    )


def crossword_position(position: Position, made: CrosswordPosition | None = None) -> CrosswordPosition:
    """The kernel's form of a position: table and hand of the side to move.

    Args:
        position: a position whose hand to move is known.
        made: a kernel position under the same rules to use again; a new one when none is given.
    """
    rules = crossword_rules(position.ruleset)
    if made is None:
        made = CrosswordPosition(rules)
    else:
        made.clear()
    made.map = map_for_search(position.ruleset, rules)
    made.lay(position.board.tokens)
    for square in position.board.reserved:
        # A closed square that holds a tile, or lies off the board, changes nothing.
        if square not in position.board and position.ruleset.board.contains(square):
            made.reserve(*square)
    made.hand = tuple(KINDS_BY_NAME[name] for name in position.hand)
    return made


def passing_position(position: Position) -> CrosswordPosition:
    """Like `crossword_position`, in memory that this thread uses again for its next such position."""
    rules = crossword_rules(position.ruleset)
    kept: CrosswordPosition | None = getattr(_of_thread, "position", None)
    if kept is not None and kept.rules is not rules:
        kept = None
    _of_thread.position = made = crossword_position(position, kept)
    return made


def prepare(ruleset: Ruleset) -> None:
    """Have the searches of this process use the large map of the ruleset's grammar, built now if need be."""
    crossword_maps.prepare(ruleset, crossword_rules(ruleset))
