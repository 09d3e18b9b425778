"""All moves of a position: legal plays with their scores, and the tiles that may be discarded or exchanged.

The work is done by the compiled kernel (`summy.engine.kernel`); this module turns positions into kernel
positions. Whoever searches many positions that follow from one another makes one `KernelPosition` and goes on
with it.
"""

from __future__ import annotations

from itertools import product

from summy.engine.crossword import LONGEST, crossword_position
from summy.engine.kernel.crossword_plays import CrosswordPlays
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.plays import NAMES, Plays
from summy.engine.kernel.position import KernelPosition
from summy.errors import SummyError
from summy.move import Discard, Exchange
from summy.position import Position
from summy.rulesets.model import Ruleset

SYMBOLS: dict[str, int] = {name: symbol for symbol, name in enumerate(NAMES)}
"""The kernel's symbol for each tile name that it knows."""

FoundPlays = Plays | CrosswordPlays
"""The plays of a position, packed: a sequence of `summy.move.Play` with scores and texts, whatever the placement."""


class UnsupportedRules(SummyError):
    """A ruleset whose plays the kernel cannot generate."""

    def __init__(self, ruleset: Ruleset, reason: str) -> None:
        super().__init__("rules_not_generated", f"plays of {ruleset.title} cannot be generated: {reason}")


def kernel_position(position: Position) -> KernelPosition | CrosswordPosition:
    """The kernel's form of a position: table and hand of the side to move.

    Errors: UnsupportedRules; FormatError when the hand of the side to move is unknown.
    """
    if position.ruleset.placement == "crossword":
        _require_board(position.ruleset)
        return crossword_position(position)
    made = empty_kernel_position(position.ruleset)
    for square, token in position.board.tokens.items():
        made.put(square.x, square.y, SYMBOLS[token.face])
    for square in position.board.reserved:
        # A closed square that holds a tile, or lies off the board, changes nothing.
        if square not in position.board and position.ruleset.board.contains(square):
            made.reserve(*square)
    made.hand = tuple(SYMBOLS[name] for name in position.hand)
    return made


def empty_kernel_position(ruleset: Ruleset) -> KernelPosition:
    """An empty table with an empty hand under a ruleset."""
    _require_supported(ruleset)
    grammar, points = ruleset.grammar, ruleset.tiles.points
    return KernelPosition(
        ruleset.board.width or 0,
        ruleset.board.height or 0,
        [points.get(name, 0) for name in NAMES],
        operator_required=grammar.operator_required,
        integer_steps=grammar.integer_steps,
        max_digits=grammar.max_digits,
        full_hand=ruleset.hand_size,
        full_hand_bonus=ruleset.scoring.full_hand_bonus,
        reserves_ends=ruleset.reserves_ends,
    )


def _require_board(ruleset: Ruleset) -> None:
    """Crossword placement: every grammar and tile set is understood, but sides of the board are limited."""
    if max(ruleset.board.width or 0, ruleset.board.height or 0) > LONGEST:
        raise UnsupportedRules(ruleset, f"the board is more than {LONGEST} squares long")


def _require_supported(ruleset: Ruleset) -> None:
    grammar = ruleset.grammar
    reasons = {
        "the placement is not `line`": ruleset.placement != "line",
        "a tile is no digit, operator or equals sign": not set(ruleset.tiles.counts) <= set(NAMES),
        "a line may hold several equals signs": grammar.several_equals,
        "the right side may be an expression": not grammar.right_side_number,
        "a side may begin with a sign": grammar.sign,
        "the board has premium squares": bool(ruleset.board.premium_rows),
        "the result of an equation scores": ruleset.scoring.result,
    }
    for reason, holds in reasons.items():
        if holds:
            raise UnsupportedRules(ruleset, reason)


def generate(position: Position, best: int | None = None) -> FoundPlays:
    """All legal plays of the side to move, each once, in no particular order.

    Args:
        position: any position whose hand to move is known; it need not be reachable.
        best: only so many plays, those of the highest scores, best first, ties by code points of the texts.
    """
    return kernel_position(position).generate(best)


def any_play(position: Position) -> bool:
    """Whether the side to move has a legal play; stops at the first."""
    return kernel_position(position).any_play()


def discards(position: Position) -> tuple[Discard, ...]:
    """Every discard that the side to move may make, each multiset of tiles once."""
    if not position.ruleset.turn.discard or position.stock_empty:
        return ()
    return tuple(Discard(tiles) for tiles in multisets(position.hand))


def exchanges(position: Position) -> tuple[Exchange, ...]:
    """Every exchange that the side to move may make, each multiset of tiles once."""
    turn, stock = position.ruleset.turn, position.stock_count
    if not turn.exchange or (stock is not None and stock < turn.exchange_min_stock):
        return ()
    most = len(position.hand) if stock is None else min(stock, len(position.hand))
    return tuple(Exchange(tiles) for tiles in multisets(position.hand) if len(tiles) <= most)


def multisets(hand: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way to take one or more tiles from a hand, equal tiles being the same; shortest first."""
    names = list(dict.fromkeys(hand))
    choices = product(*(range(hand.count(name) + 1) for name in names))
    taken = [tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count)) for counts in choices]
    return sorted((tiles for tiles in taken if tiles), key=len)
