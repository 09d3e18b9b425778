"""The position after a turn: tiles laid and scored, hands refilled, plays taken back.

A known stock is drawn from; where only counts are known, hands and stock are counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Protocol, TypeVar

from summy.move import Challenge, Discard, Exchange, Move, Pass, Play, Resign
from summy.position import Hand, Pending, Position, Stock, hand_count
from summy.referee.ending import accept
from summy.referee.judging import can_be_challenged, judge_play, untrue_line
from summy.referee.verdict import Verdict

T = TypeVar("T")


class Drawing(Protocol):
    """How tiles come out of and go back into the stock; `summy.deal.Deal` is one."""

    def draws_from_bottom(self, side: int) -> bool:
        """Whether this side draws from the end of the stock instead of from its top (index 0)."""

    def reshuffled(self, stock: tuple[str, ...], returned: tuple[str, ...], count: int) -> tuple[str, ...]:
        """The stock after tiles went back into it, for the `count`-th time (from 1)."""


def place(position: Position, play: Play) -> Position:
    """The position with a legal play on the board and scored; the hand is not refilled, the same side moves again."""
    verdict = judge_play(position, play)
    if verdict.refusal is not None:
        raise ValueError(verdict.refusal.message())
    return place_judged(position, play, verdict)


def place_judged(position: Position, play: Play, verdict: Verdict) -> Position:
    """Like `place`, for a play that was judged already."""
    side = position.to_move
    placed = tuple(placement.tile for placement in play.tiles)
    closed = [square for line in verdict.lines for square in line.closes]
    return replace(
        position,
        board=position.board.placing({placement.square: placement.token for placement in play.tiles}, closed),
        hands=_with(position.hands, side, _less(position.hands[side], placed, len(placed))),
        scores=_with(position.scores, side, position.scores[side] + verdict.score),
        scoreless=0,
        pending=None,
    )


def apply(position: Position, move: Move, drawing: Drawing | None = None, returns: int = 0) -> Position:
    """The position after a whole legal turn; the next side is to move.

    Args:
        position: the position before the turn.
        move: a legal move other than resigning. (A challenge gives what `challenge_succeeds` decides.)
        drawing: the deal; without it sides 1 and 3 draw from the top, 2 and 4 from the bottom, and returned tiles
            are put at the bottom in canonical order.
        returns: how often tiles went back into the stock before.

    Raises ValueError for a play that is not legal, for resigning, and for a challenge of nothing.
    """
    if isinstance(move, Play):
        verdict = judge_play(position, move)
        if verdict.refusal is not None:
            raise ValueError(verdict.refusal.message())
        return apply_play(position, move, verdict, drawing)
    if isinstance(move, Challenge):
        if position.pending is None:
            raise ValueError("no play is pending")
        return withdraw(position, drawing, returns) if challenge_succeeds(position) else end_turn(accept(position))
    if isinstance(move, Resign):
        raise ValueError("resigning ends the game: it leads to no position")
    position = accept(position)
    if isinstance(move, Pass):
        return end_turn(position)
    return _swap(position, move, drawing, returns)


def apply_play(position: Position, play: Play, verdict: Verdict, drawing: Drawing | None = None) -> Position:
    """Like `apply`, for a play that was judged already."""
    side, scoreless = position.to_move, accept(position).scoreless
    laid = place_judged(position, play, verdict)
    drawn, laid = draw(laid, side, drawing)
    if can_be_challenged(position):
        # The play may still be withdrawn, so it does not reset the count before it is accepted.
        laid = replace(laid, pending=Pending(play, drawn), scoreless=scoreless)
    return replace(laid, to_move=(side + 1) % position.sides)


def end_turn(position: Position, *, stock_was_empty: bool | None = None) -> Position:
    """End a turn without a play: count it where the rules do, next side to move."""
    empty = position.stock_empty if stock_was_empty is None else stock_was_empty
    counted = position.scoreless + _counts(position, empty)
    return replace(position, to_move=(position.to_move + 1) % position.sides, scoreless=counted)


def _counts(position: Position, stock_was_empty: bool) -> bool:
    """Whether a turn without a play counts towards the end of the game."""
    return stock_was_empty or position.ruleset.end.scoreless_counts == "always"


def _swap(position: Position, move: Discard | Exchange, drawing: Drawing | None, returns: int) -> Position:
    """Discard or exchange: tiles out of the hand, new ones drawn, then exchanged ones go back into the stock."""
    side, was_empty = position.to_move, position.stock_empty
    position = replace(position, hands=_with(position.hands, side, _less(position.hands[side], move.tiles, move.count)))
    _, position = draw(position, side, drawing)
    if isinstance(move, Discard):
        gone = _more(position.discarded[side], move.tiles, move.count)
        position = replace(position, discarded=_with(position.discarded, side, gone))
    else:
        position = replace(position, stock=_put_back(position.stock, move.tiles, move.count, drawing, returns))
    return end_turn(position, stock_was_empty=was_empty)


def _less(hand: Hand, tiles: tuple[str, ...], count: int) -> Hand:
    """A hand without some tiles; only counted where the hand or the tiles are hidden."""
    if isinstance(hand, tuple) and len(tiles) == count:
        return _without(hand, tiles)
    have = hand_count(hand)
    return None if have is None else have - count


def _without(hand: tuple[str, ...], tiles: tuple[str, ...]) -> tuple[str, ...]:
    left = Counter(hand)
    left.subtract(tiles)
    return tuple(left.elements())


def _more(hand: Hand, tiles: tuple[str, ...], count: int) -> Hand:
    if isinstance(hand, tuple) and len(tiles) == count:
        return hand + tiles
    have = hand_count(hand)
    return None if have is None else have + count


def draw(position: Position, side: int, drawing: Drawing | None = None) -> tuple[tuple[str, ...] | int, Position]:
    """Refill a hand to its size as far as the stock reaches.

    Returns what was drawn (names, or a number where they are not known) and the position after it. From an unknown
    stock nothing is known to be drawn: the hand then counts as full. How much an unknown hand draws is not known, so
    neither is the stock after it, unless it was empty.
    """
    hand, stock = position.hands[side], position.stock
    have = hand_count(hand)
    if have is None:
        return 0, position if position.stock_empty else replace(position, stock=None)
    wanted = max(position.ruleset.hand_size - have, 0)
    if isinstance(stock, tuple) and isinstance(hand, tuple):
        drawn, rest = _take(stock, wanted, bottom=draws_from_bottom(side, drawing))
        return drawn, replace(position, stock=rest, hands=_with(position.hands, side, hand + drawn))
    known = position.stock_count
    count = wanted if known is None else min(wanted, known)
    if not count:
        return (), position
    left: Stock = None if known is None else known - count
    return count, replace(position, stock=left, hands=_with(position.hands, side, have + count))


def draws_from_bottom(side: int, drawing: Drawing | None) -> bool:
    """Which end of the stock a side draws from; sides 2 and 4 from the bottom unless the deal says otherwise."""
    return drawing.draws_from_bottom(side) if drawing is not None else side % 2 == 1


def _take(stock: tuple[str, ...], count: int, *, bottom: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    count = min(count, len(stock))
    if bottom:
        return stock[len(stock) - count :][::-1], stock[: len(stock) - count]
    return stock[:count], stock[count:]


def _put_back(stock: Stock, tiles: tuple[str, ...], count: int, drawing: Drawing | None, returns: int) -> Stock:
    if isinstance(stock, tuple) and len(tiles) == count:
        return drawing.reshuffled(stock, tiles, returns + 1) if drawing is not None else stock + tiles
    if isinstance(stock, tuple):
        return len(stock) + count
    return None if stock is None else stock + count


# ------------------------------------------------------------------------------------------------ challenge


def challenge_succeeds(position: Position) -> bool:
    """Whether the pending play has a line that is not true."""
    return position.pending is not None and untrue_line(position, position.pending.move) is not None


def withdraw(position: Position, drawing: Drawing | None = None, returns: int = 0) -> Position:
    """Take the pending play back: tiles to the hand, drawn tiles to the stock, points gone, a turn without a play.

    The challenger stays to move. Raises ValueError when no play is pending.
    """
    pending = position.pending
    if pending is None:
        raise ValueError("no play is pending")
    side = (position.to_move - 1) % position.sides
    placed = tuple(placement.tile for placement in pending.move.tiles)
    board = position.board.without(pending.move.squares)
    before = replace(position, board=board, hands=_with(position.hands, side, placed), to_move=side, pending=None)
    points = judge_play(before, pending.move).score
    hand, drawn = position.hands[side], pending.drawn
    if isinstance(hand, tuple) and isinstance(drawn, tuple):
        restored: Hand = _without(hand, drawn) + placed
        stock = _put_back(position.stock, drawn, len(drawn), drawing, returns) if drawn else position.stock
    else:
        count, taken = hand_count(hand), len(drawn) if isinstance(drawn, tuple) else drawn
        restored = None if count is None else count - taken + len(placed)
        stock = _put_back(position.stock, (), taken, drawing, returns) if taken else position.stock
    stock_was_empty = position.stock_empty and not drawn
    return replace(
        position,
        board=board,
        hands=_with(position.hands, side, restored),
        scores=_with(position.scores, side, position.scores[side] - points),
        stock=stock,
        scoreless=position.scoreless + _counts(position, stock_was_empty),
        pending=None,
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
