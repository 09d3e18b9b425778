"""What is known of the tiles that lie face down: the set less everything that is seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from summy.errors import FormatError, SummyError
from summy.position import Hand, Pending, Position, hand_count


class HandNotDeducible(SummyError):
    """The other hand is hidden and does not follow from the tiles that are not seen."""

    def __init__(self, reason: str) -> None:
        super().__init__("hand_not_deducible", f"the other hand cannot be worked out: {reason}")


def unseen(position: Position) -> Counter[str]:
    """The tiles of the set that lie neither on the board nor in a part of the position whose tiles are named.

    Errors: FormatError when more tiles of a kind are seen than the set has.
    """
    left = Counter(position.ruleset.tiles.counts)
    left.subtract(token.tile for token in position.board.tokens.values())
    for part in (*position.hands, *position.discarded, position.stock):
        if isinstance(part, tuple):
            left.subtract(part)
    for name, count in left.items():
        if count < 0:
            raise FormatError(f"there are {-count} tiles {name} more than the set has")
    return +left


def with_both_hands(position: Position) -> Position:
    """A position of two sides and an empty stock with both hands known; one that is hidden is worked out from the tiles
    not seen.

    Errors: HandNotDeducible; FormatError when the tiles do not fit the set.
    """
    known = [side for side, hand in enumerate(position.hands) if isinstance(hand, tuple)]
    if len(known) == position.sides:
        return position
    if not known:
        raise HandNotDeducible("neither hand is known")
    if not all(isinstance(gone, tuple) for gone in position.discarded):
        raise HandNotDeducible("tiles were discarded face down")
    hidden = tuple(unseen(position).elements())
    side = 1 - known[0]
    count = hand_count(position.hands[side])
    if count is not None and count != len(hidden):
        raise HandNotDeducible(f"{len(hidden)} tiles are not seen, but the hand has {count}")
    return replace(
        position, hands=tuple(hidden if other == side else hand for other, hand in enumerate(position.hands))
    )


def seen_by_mover(position: Position) -> Position:
    """The position as the side to move sees it: other hands, the stock, others' discards and draws are numbers."""
    pending = position.pending

    def hidden(side: int, tiles: Hand) -> Hand:
        return tiles if side == position.to_move else hand_count(tiles)

    return replace(
        position,
        hands=tuple(hidden(side, hand) for side, hand in enumerate(position.hands)),
        discarded=tuple(hidden(side, gone) for side, gone in enumerate(position.discarded)),
        stock=position.stock_count,
        pending=pending and Pending(pending.move, hand_count(pending.drawn) or 0),
    )
