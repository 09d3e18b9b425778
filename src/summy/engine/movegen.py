"""All moves of a position: legal plays with their scores, and the tiles that may be discarded or exchanged.

The work is done by the compiled kernel (`summy.engine.kernel`); this module turns positions into kernel
positions. Whoever searches many positions that follow from one another makes one kernel position and goes
on with it.
"""

from __future__ import annotations

from itertools import product

from summy.engine import crossword, equation_map
from summy.engine.crossword import LONGEST, crossword_position, passing_position
from summy.engine.kernel.crossword_plays import CrosswordPlays
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.plays import Plays
from summy.engine.kernel.position import LinePosition
from summy.engine.line import line_position, thread_searcher, what_is_missing
from summy.errors import SummyError
from summy.move import Discard, Exchange, Move, Pass
from summy.position import Position
from summy.rulesets.model import Ruleset

FoundPlays = Plays | CrosswordPlays
"""The plays of a position, packed: a sequence of `summy.move.Play` with scores and texts, whatever the placement."""


class UnsupportedRules(SummyError):
    """A ruleset whose plays the kernel cannot generate."""

    def __init__(self, ruleset: Ruleset, reason: str) -> None:
        super().__init__("rules_not_generated", f"plays of {ruleset.title} cannot be generated: {reason}")


def kernel_position(position: Position) -> LinePosition | CrosswordPosition:
    """The kernel's form of a position: table and hand of the side to move.

    Errors: UnsupportedRules; FormatError when the hand of the side to move is unknown.
    """
    require_generated(position.ruleset)
    return crossword_position(position) if position.ruleset.placement == "crossword" else line_position(position)


def require_generated(ruleset: Ruleset) -> None:
    """UnsupportedRules when plays of a ruleset cannot be generated."""
    if ruleset.placement == "crossword":
        _require_board(ruleset)
    else:
        _require_supported(ruleset)


def _require_board(ruleset: Ruleset) -> None:
    """Crossword placement: every grammar and tile set is understood, but sides of the board are limited."""
    if max(ruleset.board.width or 0, ruleset.board.height or 0) > LONGEST:
        raise UnsupportedRules(ruleset, f"the board is more than {LONGEST} squares long")


def _require_supported(ruleset: Ruleset) -> None:
    """Line placement: the grammar and the tile set of Summy, on any board without premium squares."""
    reason = what_is_missing(ruleset)
    if reason is not None:
        raise UnsupportedRules(ruleset, reason)


def _for_one_search(position: Position) -> LinePosition | CrosswordPosition:
    """The kernel's form of a position that is searched in this thread and then forgotten."""
    require_generated(position.ruleset)
    if position.ruleset.placement == "crossword":
        return passing_position(position)
    return line_position(position, thread_searcher())


def generate(position: Position, best: int | None = None) -> FoundPlays:
    """All legal plays of the side to move, each once, in no particular order.

    Args:
        position: any position whose hand to move is known; it need not be reachable.
        best: only so many plays, those of the highest scores, best first, ties by code points of the texts.
    """
    return _for_one_search(position).generate(best)


def any_play(position: Position) -> bool:
    """Whether the side to move has a legal play; stops at the first."""
    return _for_one_search(position).any_play()


def prepare(ruleset: Ruleset) -> None:
    """Make ready for many searches under a ruleset: seconds now that are won back over some hundred searches.

    Opens the large map of equations in the cache directory, or builds it there. Everything works without.
    """
    if ruleset.placement == "crossword":
        _require_board(ruleset)
        crossword.prepare(ruleset)
    else:
        equation_map.prepare()


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


def greedy(position: Position) -> Move:
    """The play with the highest score; else all tiles are changed; else a pass."""
    if best := generate(position, 1):
        return best[0]
    swaps: list[Discard | Exchange] = [*discards(position), *exchanges(position)]
    return max(swaps, key=lambda swap: swap.count) if swaps else Pass()


def multisets(hand: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way to take one or more tiles from a hand, equal tiles being the same; shortest first."""
    names = list(dict.fromkeys(hand))
    choices = product(*(range(hand.count(name) + 1) for name in names))
    taken = [tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count)) for counts in choices]
    return sorted((tiles for tiles in taken if tiles), key=len)
