# cython: language_level=3
"""The move with the highest equity: points of the play plus worth of the tiles that it keeps.

Two searches find it. The first asks for the best score alone; with what its plays keep they set an equity to beat. The
second asks for all plays whose score comes so near that the most valuable tiles of the hand could make up for the rest.
"""

from libc.string cimport memcpy, memset

from summy.engine.kernel.leave_table cimport NO_LEAVE
from summy.engine.kernel.plays cimport plays_from
from summy.engine.kernel.position cimport LinePosition

cdef enum:
    MOST_HIGHEST = 64    # plays that may be asked for


cdef inline bint _before(Snapshot snapshot, const PackedPlay *one, const PackedPlay *other) noexcept nogil:
    """Among plays of equal equity: more points now, then where they lie."""
    if one.score != other.score:
        return one.score > other.score
    return lies_before(snapshot.places, one, other)


cdef int _rank(LeaveTable table, Snapshot snapshot, const Hand *hand, int32_t stock, const PackedPlay *play, int wanted,
               int count, PackedPlay *plays, int64_t *equities) noexcept nogil:
    """Put a play in its place among the best ones so far, of which there are `count`; how many there are then."""
    cdef int32_t kept[29]
    cdef int64_t equity
    cdef int at = count
    memcpy(kept, hand.counts, SYMBOLS * sizeof(int32_t))
    take_out(play, kept)
    equity = POINT * <int64_t> play.score + table.worth_of(kept, stock)
    while at and (equity > equities[at - 1]
                  or (equity == equities[at - 1] and _before(snapshot, play, &plays[at - 1]))):
        if at < wanted:
            equities[at] = equities[at - 1]
            plays[at] = plays[at - 1]
        at -= 1
    if at == wanted:
        return count
    equities[at] = equity
    plays[at] = play[0]
    return min(count + 1, wanted)


cdef int _highest(LeaveTable table, Searcher searcher, EquationMap map, Snapshot snapshot, const Hand *hand,
                  const Grammar *grammar, int32_t stock, int64_t beaten, int wanted, PackedPlay *plays,
                  int64_t *equities) except -1 nogil:
    """Write down the plays of the highest equity, best first, and their equities; how many, `wanted` at most.

    Plays of less equity than `beaten` may be left out.
    """
    cdef Cut cut
    cdef int32_t heap[MOST_HIGHEST]
    cdef int32_t kept[29]
    cdef int64_t index, lowest
    cdef int count = 0
    cut.score = NOTHING_YET
    cut.wanted = wanted
    cut.found = 0
    cut.heap = heap
    searcher.search_in(map, snapshot, hand, grammar, &cut)
    for index in range(searcher.buffer.count):
        count = _rank(table, snapshot, hand, stock, &searcher.buffer.plays[index], wanted, count, plays, equities)
    if count < wanted:
        return count
    # What scores less than this is beaten, even if it keeps the most valuable tiles.
    lowest = max(beaten, equities[wanted - 1]) - table.best_kept(hand.counts, stock, 0, hand.size - 1, kept)
    lowest //= POINT
    if cut.score <= lowest:
        return count
    cut.score = <int32_t> lowest
    cut.heap = NULL
    searcher.search_in(map, snapshot, hand, grammar, &cut)
    count = 0
    for index in range(searcher.buffer.count):
        count = _rank(table, snapshot, hand, stock, &searcher.buffer.plays[index], wanted, count, plays, equities)
    return count


cdef int line_best(LeaveTable table, Searcher searcher, EquationMap map, Snapshot snapshot, const Hand *hand,
                   const Grammar *grammar, const SwapRules *swaps, int32_t stock, LineMove *found) except -1 nogil:
    """The best move of a hand; of a swap and a play of equal equity the play.

    Arguments:
        map: the equation map that the searcher uses, held by the caller.
        stock: tiles left to draw.
    """
    cdef int32_t kept[29]
    cdef int64_t equity
    cdef PackedPlay play
    found.kind = PASS
    found.score = 0
    found.equity = NO_LEAVE
    memcpy(found.kept, hand.counts, SYMBOLS * sizeof(int32_t))
    if stock >= swaps.least_stock and stock > 0:
        found.equity = table.best_kept(hand.counts, stock, hand.size - stock if swaps.limited else 0, hand.size - 1, kept)
        if found.equity != NO_LEAVE:
            found.kind = SWAP
            memcpy(found.kept, kept, SYMBOLS * sizeof(int32_t))
    if (_highest(table, searcher, map, snapshot, hand, grammar, stock, found.equity, 1, &play, &equity)
            and equity >= found.equity):
        found.kind = PLAY
        found.equity = equity
        found.score = play.score
        found.play = play
        memcpy(found.kept, hand.counts, SYMBOLS * sizeof(int32_t))
        take_out(&play, found.kept)
    elif found.kind == PASS:
        found.equity = table.worth_of(hand.counts, stock)
    return 0


def highest(LinePosition position, LeaveTable table, int32_t stock, int wanted):
    """The plays of the highest equity, best first, `wanted` at most (1 to 64).

    Arguments:
        stock: tiles left to draw.
    """
    cdef Snapshot snapshot = position._classes()
    cdef Searcher searcher = position.searcher
    cdef const Grammar *grammar = &position.rules.grammar
    cdef EquationMap map = searcher.map_for(grammar)
    cdef PackedPlay plays[MOST_HIGHEST]
    cdef int64_t equities[MOST_HIGHEST]
    cdef int count
    if not 1 <= wanted <= MOST_HIGHEST:
        raise ValueError("1 to 64 plays can be wanted")
    if searcher.busy:
        raise RuntimeError("a searcher serves one thread at a time")
    searcher.busy = True
    try:
        with nogil:
            count = _highest(table, searcher, map, snapshot, &position._hand, grammar, stock, NO_LEAVE, wanted, plays,
                             equities)
    finally:
        searcher.busy = False
    return plays_from(snapshot, plays, count)


def take_turn(LinePosition position, LeaveTable table, int32_t stock, int32_t least_stock, bint limited):
    """Make the best move of the hand: lay its tiles, or take the tiles out of the hand that go.

    Arguments:
        stock: tiles left to draw.
        least_stock, limited: from which stock on tiles may be discarded or exchanged, and whether that takes no more
            than the stock has.

    Returns what it is (0 play, 1 swap, 2 pass), its score, its equity in hundredths, the symbols that left the hand, and
    the play as the only one of some `Plays` (None where it is none).
    """
    cdef Snapshot snapshot = position._classes()
    cdef Searcher searcher = position.searcher
    cdef EquationMap map = searcher.map_for(&position.rules.grammar)
    cdef SwapRules swaps
    cdef LineMove found
    cdef Hand before = position._hand
    cdef int symbol
    swaps.least_stock = least_stock
    swaps.limited = limited
    if searcher.busy:
        raise RuntimeError("a searcher serves one thread at a time")
    searcher.busy = True
    try:
        line_best(table, searcher, map, snapshot, &before, &position.rules.grammar, &swaps, stock, &found)
    finally:
        searcher.busy = False
    plays = None
    if found.kind == PLAY:
        plays = plays_from(snapshot, &found.play, 1)
        position._make(snapshot, &found.play)
    else:
        for symbol in range(SYMBOLS):
            position._hand_add(symbol, found.kept[symbol] - before.counts[symbol])
    gone = [symbol for symbol in range(SYMBOLS) for _ in range(before.counts[symbol] - found.kept[symbol])]
    return found.kind, found.score, found.equity, tuple(gone), plays


def best_equities(LinePosition position, LeaveTable table, const unsigned char[::1] hands not None, int size,
                  int32_t least_stock, bint limited):
    """The equity of the best move of each hand, as 64-bit integers; the stock is large.

    Arguments:
        hands: the symbols of all hands, one hand after the other.
        size: tiles of each hand.
        least_stock, limited: as in `take_turn`.
    """
    cdef Snapshot snapshot = position._classes()
    cdef Searcher searcher = position.searcher
    cdef const Grammar *grammar = &position.rules.grammar
    cdef EquationMap map = searcher.map_for(grammar)
    cdef SwapRules swaps
    cdef LineMove found
    cdef Hand hand
    cdef int64_t index, count = hands.shape[0] // size
    cdef int at, symbol
    cdef bytearray room = bytearray(8 * count)
    cdef int64_t[::1] equities = memoryview(room).cast("q")
    swaps.least_stock = least_stock
    swaps.limited = limited
    if size > MAX_HAND:
        raise ValueError("a hand holds at most 12 tiles")
    if searcher.busy:
        raise RuntimeError("a searcher serves one thread at a time")
    searcher.busy = True
    try:
        with nogil:
            for index in range(count):
                memset(&hand, 0, sizeof(Hand))
                for at in range(size):
                    symbol = hands[index * size + at] % SYMBOLS
                    hand.counts[symbol] += 1
                    hand.size += 1
                    hand.digits += symbol < PLUS
                    hand.equals += symbol == EQUALS
                    hand.operators += PLUS <= symbol < EQUALS
                line_best(table, searcher, map, snapshot, &hand, grammar, &swaps, ENDLESS, &found)
                equities[index] = found.equity
    finally:
        searcher.busy = False
    return room
