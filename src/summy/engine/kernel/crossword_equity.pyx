# cython: language_level=3
"""The move with the highest equity on a table of crossword placement; two searches, as in `line_equity`."""

from libc.string cimport memcpy, memset

from summy.engine.kernel.crossword_plays cimport plays_from
from summy.engine.kernel.crossword_sink cimport BEST, WITHIN, sink_start
from summy.engine.kernel.leave_table cimport NO_LEAVE

cdef enum:
    MOST_WEIGHED = 1 << 20    # plays that are held at a time
    MOST_HIGHEST = 64         # plays that may be asked for


cdef bint play_before(const PackedPlay *one, const PackedPlay *other) noexcept nogil:
    """Among plays of equal equity: more points now, then an order that does not depend on how they were found."""
    if one.score != other.score:
        return one.score > other.score
    if one.square != other.square:
        return one.square < other.square
    if one.direction != other.direction:
        return one.direction < other.direction
    if one.faces != other.faces:
        return one.faces < other.faces
    return one.kinds < other.kinds


cdef int _rank(LeaveTable table, const Hand *hand, int32_t stock, const PackedPlay *play, int wanted, int count,
               PackedPlay *plays, int64_t *equities) noexcept nogil:
    """Put a play in its place among the best ones so far, of which there are `count`; how many there are then."""
    cdef int32_t kept[29]
    cdef int64_t equity
    cdef int at = count
    memcpy(kept, hand.counts, sizeof(hand.counts))
    take_out(play, kept)
    equity = POINT * play.score + table.worth_of(kept, stock)
    while at and (equity > equities[at - 1] or (equity == equities[at - 1] and play_before(play, &plays[at - 1]))):
        if at < wanted:
            equities[at] = equities[at - 1]
            plays[at] = plays[at - 1]
        at -= 1
    if at == wanted:
        return count
    equities[at] = equity
    plays[at] = play[0]
    return min(count + 1, wanted)


cdef int _highest(LeaveTable table, CrosswordPosition position, int32_t stock, int64_t beaten, int wanted,
                  PackedPlay *plays, int64_t *equities) except -1 nogil:
    """Write down the plays of the highest equity, best first, and their equities; how many, `wanted` at most.

    Plays of less equity than `beaten` may be left out.
    """
    cdef const Hand *hand = &position._hand
    cdef int32_t kept[29]
    cdef int64_t index, lowest, looked_at = 0
    cdef int count = 0
    sink_start(&position.sink, BEST, 0, wanted)
    position._search()
    for index in range(position.sink.count):
        count = _rank(table, hand, stock, &position.sink.plays[index], wanted, count, plays, equities)
    if count < wanted:
        return count
    # What scores less than this is beaten, even if it keeps the most valuable tiles.
    lowest = max(beaten, equities[wanted - 1]) - table.best_kept(hand.counts, stock, 0, hand.size - 1, kept)
    lowest //= POINT
    count = 0
    # Several blanks can make millions of plays: a stretch at a time.
    while True:
        sink_start(&position.sink, WITHIN, looked_at, MOST_WEIGHED)
        position.sink.lowest = lowest
        position._search()
        for index in range(position.sink.count):
            count = _rank(table, hand, stock, &position.sink.plays[index], wanted, count, plays, equities)
        looked_at += position.sink.count
        if looked_at >= position.sink.found:
            return count


cdef int crossword_best(LeaveTable table, CrosswordPosition position, const SwapRules *swaps, int32_t stock,
                        CrosswordMove *found) except -1 nogil:
    """The best move of the position's hand; of a swap and a play of equal equity the play."""
    cdef const Hand *hand = &position._hand
    cdef int32_t kept[29]
    cdef int64_t equity
    cdef PackedPlay play
    found.kind = PASS
    found.score = 0
    found.equity = NO_LEAVE
    memcpy(found.kept, hand.counts, sizeof(found.kept))
    if stock >= swaps.least_stock and stock > 0:
        found.equity = table.best_kept(hand.counts, stock, hand.size - stock if swaps.limited else 0, hand.size - 1, kept)
        if found.equity != NO_LEAVE:
            found.kind = SWAP
            memcpy(found.kept, kept, sizeof(kept))
    if _highest(table, position, stock, found.equity, 1, &play, &equity) and equity >= found.equity:
        found.kind = PLAY
        found.equity = equity
        found.score = play.score
        found.play = play
        memcpy(found.kept, hand.counts, sizeof(found.kept))
        take_out(&play, found.kept)
    elif found.kind == PASS:
        found.equity = table.worth_of(hand.counts, stock)
    return 0


def highest(CrosswordPosition position, LeaveTable table, int32_t stock, int wanted):
    """The plays of the highest equity, best first, `wanted` at most (1 to 64).

    Arguments:
        stock: tiles left to draw.
    """
    cdef PackedPlay plays[MOST_HIGHEST]
    cdef int64_t equities[MOST_HIGHEST]
    cdef int count
    if not 1 <= wanted <= MOST_HIGHEST:
        raise ValueError("1 to 64 plays can be wanted")
    with nogil:
        count = _highest(table, position, stock, NO_LEAVE, wanted, plays, equities)
    return plays_from(position.rules, position.table.faces, plays, count)


def take_turn(CrosswordPosition position, LeaveTable table, int32_t stock, int32_t least_stock, bint limited):
    """Make the best move of the hand: lay its tiles, or take the tiles out of the hand that go.

    Arguments and result as in `line_equity.take_turn`.
    """
    cdef SwapRules swaps
    cdef CrosswordMove found
    cdef Hand before = position._hand
    cdef int kind
    swaps.least_stock = least_stock
    swaps.limited = limited
    with nogil:
        crossword_best(table, position, &swaps, stock, &found)
    plays = None
    if found.kind == PLAY:
        plays = plays_from(position.rules, position.table.faces, &found.play, 1)
        position._make(&found.play)
    elif found.kind == SWAP:
        memcpy(position._hand.counts, found.kept, sizeof(found.kept))
        position._hand.size = 0
        for kind in range(KINDS):
            position._hand.size += found.kept[kind]
    gone = [kind for kind in range(KINDS) for _ in range(before.counts[kind] - found.kept[kind])]
    return found.kind, found.score, found.equity, tuple(gone), plays


def best_equities(CrosswordPosition position, LeaveTable table, const unsigned char[::1] hands not None, int size,
                  int32_t least_stock, bint limited):
    """The equity of the best move of each hand, as 64-bit integers; the stock is large.

    Arguments and result as in `line_equity.best_equities`.
    """
    cdef SwapRules swaps
    cdef CrosswordMove found
    cdef Hand before = position._hand
    cdef int64_t index, count = hands.shape[0] // size
    cdef int at
    cdef bytearray room = bytearray(8 * count)
    cdef int64_t[::1] equities = memoryview(room).cast("q")
    swaps.least_stock = least_stock
    swaps.limited = limited
    if size > MOST_TILES:
        raise ValueError("a hand holds at most 12 tiles")
    try:
        with nogil:
            for index in range(count):
                memset(&position._hand, 0, sizeof(Hand))
                position._hand.size = size
                for at in range(size):
                    position._hand.counts[hands[index * size + at] % KINDS] += 1
                crossword_best(table, position, &swaps, ENDLESS, &found)
                equities[index] = found.equity
    finally:
        position._hand = before
    return room
