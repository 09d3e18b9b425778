"""Games played on inside the kernel from a position: the rollouts of simulation, and whole games of simple policies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from summy.deal import Deal
from summy.engine.crossword import crossword_position
from summy.engine.kernel.rollout import Playout
from summy.engine.kernel.rollout_crossword import CrosswordPlayout
from summy.engine.kernel.rollout_line import LinePlayout
from summy.engine.leaves import kernel_symbols, leave_table, zero_table
from summy.engine.line import line_position
from summy.engine.movegen import require_generated
from summy.move import Discard, Exchange
from summy.position import Position, hand_count
from summy.referee import accept
from summy.rulesets import Ruleset

WHOLE_GAME = -1
"""As a number of plies."""

BEYOND_ENTRIES = 2000
"""Hundredths of a point by which composed values of kept tiles may exceed those that are listed; only bounds work."""


TREASURE = 1000
"""Hundredths of a point from which on a tile is worth looking for plays without it: only the blanks of A-Math are."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a side plays in the kernel: of the plays of the highest scores, and of those that keep the most valuable
    tiles, the one with the most points and tiles kept together; discards or exchanges where that is worth more."""

    compared: int = 8
    """How many plays it compares."""

    leaves: bool = True
    """Whether the tiles kept count. If not, it takes the best score, and changes its whole hand without a play."""


GREEDY = Policy(1, leaves=False)
"""Takes the points."""


@lru_cache(maxsize=64)
def highest_worth(ruleset: Ruleset) -> int:
    """A bound of what any kept tiles are worth, hundredths of a point."""
    return leave_table(ruleset).highest() + BEYOND_ENTRIES


@lru_cache(maxsize=64)
def treasures(ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds of tiles that a policy also tries to save: the kernel's symbols of those that are worth most."""
    table, symbols = leave_table(ruleset), kernel_symbols(ruleset)
    return tuple(
        number
        for number, name in enumerate(symbols)
        if ruleset.tiles.counts.get(name) and table.value([name]) >= TREASURE
    )


def empty_playout(position: Position) -> LinePlayout | CrosswordPlayout:
    """The table of a position, to be told hands and stock; whatever the placement.

    `made.position.generate()` finds the plays that may become candidates, before anything has been run.
    """
    ruleset = position.ruleset
    require_generated(ruleset)
    made: LinePlayout | CrosswordPlayout
    if ruleset.placement == "crossword":
        made = CrosswordPlayout(crossword_position(position))
    else:
        made = LinePlayout(line_position(position))
    turn, end = ruleset.turn, ruleset.end
    made.set_rules(
        hand_size=ruleset.hand_size,
        discards=turn.discard,
        swaps=turn.discard or turn.exchange,
        swap_stock=1 if turn.discard else max(1, turn.exchange_min_stock),
        scoreless_turns=end.scoreless_per_side * position.sides,
        scoreless_always=end.scoreless_counts == "always",
        scoreless_deducts=end.scoreless_deduct,
        out=end.out,
        out_bonus=end.out_bonus,
        no_play=end.no_play,
        points=[ruleset.tiles.points.get(name, 0) for name in kernel_symbols(ruleset)],
    )
    position = accept(position)
    made.begin(position.scores, position.to_move, position.scoreless)
    return made


def set_policies(playout: Playout, ruleset: Ruleset, policies: Sequence[Policy]) -> None:
    """Tell how the sides play, one policy a side (the first ones again when there are more sides).

    The worth of kept tiles is known to the playout only where some side weighs it.
    """
    playout.set_policies(
        leave_table(ruleset) if any(policy.leaves for policy in policies) else zero_table(ruleset),
        highest_worth(ruleset),
        treasures(ruleset),
        [policy.compared for policy in policies],
        [policy.leaves for policy in policies],
    )


def playout_as_seen(position: Position, policies: Sequence[Policy] = (Policy(),)) -> LinePlayout | CrosswordPlayout:
    """A playout from what the side to move sees: all that it does not see is dealt anew in every iteration."""
    made = empty_playout(position)
    numbers = _numbers(position.ruleset)
    pool = unseen_tiles(position)
    sizes = [_size(position, side) for side in range(position.sides)]
    others = sum(sizes) - sizes[position.to_move]
    stock = position.stock_count
    rest = max(0, sum(pool.values()) - others)
    made.see(
        [numbers[name] for name in position.hand],
        sizes,
        sorted(numbers[name] for name in pool.elements()),
        rest if stock is None else min(stock, rest),
    )
    set_policies(made, position.ruleset, policies)
    return made


def playout_with_all_known(
    position: Position, policies: Sequence[Policy] = (Policy(),)
) -> LinePlayout | CrosswordPlayout:
    """A playout from a position of which every hand and the stock are known (ValueError otherwise)."""
    hands = [hand for hand in position.hands if isinstance(hand, tuple)]
    if len(hands) != position.sides or not isinstance(position.stock, tuple):
        raise ValueError("hands or stock are hidden")
    made = empty_playout(position)
    numbers = _numbers(position.ruleset)
    made.know([[numbers[name] for name in hand] for hand in hands], [numbers[name] for name in position.stock])
    set_policies(made, position.ruleset, policies)
    return made


def play_policies(deal: Deal, policies: Sequence[Policy]) -> tuple[tuple[int, ...], int]:
    """Final scores and number of turns of a whole game between policies, played in the kernel.

    The deal decides hands and stock. Where exchanged tiles go is drawn by the kernel's own generator, so games in
    which tiles are exchanged differ from those that the log plays on the deal.
    """
    playout = playout_with_all_known(deal.start, policies)
    return playout.play(int.from_bytes(deal.seed[:8], "big"))


def unseen_tiles(position: Position) -> Counter[str]:
    """The tiles that the side to move sees nowhere: in other hands, in the stock, or discarded by others."""
    pool = Counter(position.ruleset.tiles.counts)
    pool.subtract(token.tile for token in position.board.tokens.values())
    pool.subtract(position.hand)
    own = position.discarded[position.to_move]
    if isinstance(own, tuple):
        pool.subtract(own)
    return +pool


def swap_of(ruleset: Ruleset, tiles: tuple[str, ...]) -> Discard | Exchange:
    """The move that changes these tiles under a ruleset."""
    return Discard(tiles) if ruleset.turn.discard else Exchange(tiles)


def _numbers(ruleset: Ruleset) -> dict[str, int]:
    return {name: number for number, name in enumerate(kernel_symbols(ruleset))}


def _size(position: Position, side: int) -> int:
    count = hand_count(position.hands[side])
    return position.ruleset.hand_size if count is None else count
