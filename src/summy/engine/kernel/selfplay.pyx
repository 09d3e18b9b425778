# cython: language_level=3
"""Whole games of greedy self-play without leaving the kernel: for measuring, and as the simplest of
opponents.
"""

from libc.string cimport memset

from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.position cimport LinePosition, LineRules
from summy.engine.kernel.search cimport Searcher
from summy.engine.kernel.shapes cimport *

cdef enum:
    MOST_SIDES = 4


cdef int _draw(LinePosition position, const unsigned char *stock, int32_t *top, int32_t *bottom,
               int hand_size, bint from_bottom) noexcept:
    """Refill the hand; sides 1 and 3 draw from the top of the stock, 2 and 4 from the bottom."""
    cdef int symbol
    while position._hand.size < hand_size and top[0] < bottom[0]:
        if from_bottom:
            bottom[0] -= 1
            symbol = stock[bottom[0]]
        else:
            symbol = stock[top[0]]
            top[0] += 1
        position._hand_add(symbol, 1)
    return 0


def greedy_game(LineRules rules, first, bytes stock, hands, int hand_size, Searcher searcher=None):
    """Play one game in which each side always takes the best score, of equals the play whose text comes
    first.

    A side without a play discards its whole hand while there is a stock, else passes. The game ends when
    every side in turn has made no play on turns that began with an empty stock.

    Arguments:
        first: the tile on the table, `(x, y, symbol)`.
        stock: the symbols of the stock from the top.
        hands: the symbols of each side's hand, one to four sides.

    Returns the scores and the number of turns.
    """
    cdef LinePosition position = LinePosition(rules, searcher)
    cdef Hand kept[MOST_SIDES]
    cdef int32_t top = 0, bottom = <int32_t> len(stock)
    cdef int sides = len(hands), side = 0, scoreless = 0, turns = 0
    cdef bint empty
    cdef PackedPlay best
    cdef Snapshot snapshot
    cdef const unsigned char *tiles = stock
    if not 1 <= sides <= MOST_SIDES or not 1 <= hand_size <= MAX_HAND or (stock and max(stock) >= SYMBOLS):
        raise ValueError("no such game")
    for index, hand in enumerate(hands):
        position.hand = hand
        kept[<int> index] = position._hand
    position.put(*first)
    scores = [0] * sides
    while scoreless < sides:
        position._hand = kept[side]
        empty = top == bottom
        turns += 1
        snapshot = position._classes()
        if position.searcher.best_play(snapshot, &position._hand, &rules.grammar, &best):
            scores[side] += best.score
            position._make(snapshot, &best)
            scoreless = 0
        elif empty:
            scoreless += 1
        else:
            memset(&position._hand, 0, sizeof(Hand))
            scoreless = 0
        _draw(position, tiles, &top, &bottom, hand_size, side & 1)
        kept[side] = position._hand
        side = (side + 1) % sides
    return tuple(scores), turns
