# cython: language_level=3
"""Values of kept tiles from the best moves of many hands.

What kept tiles are worth is the mean equity of the best move over all hands that they may become, less the mean over
all hands. Where every hand of a table is known (`fold`) that is exact. Tiles are drawn one by one, so the mean over
all refills of some kept tiles is the mean, over the next tile, of what one tile more is worth: all sizes follow from whole
hands by one step a size.

Where there are too many hands, a sample drawn from the unseen tiles does (`credit`): of the tiles of a hand each subset is
equally likely to have been the kept ones, so every hand counts once for each of its subsets. All tallies are whole
numbers, so sums do not depend on who adds what first.
"""

from libc.math cimport llround
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from summy.engine.kernel.multisets cimport CHOOSE, LARGEST, MOST_KINDS, next_multiset, rank_of

from summy.engine.kernel.leave_table import entry_count
from summy.engine.kernel.multisets import how_many

UNKNOWN = UNKNOWN_VALUE

PARTS = 100
"""Parts of a hundredth of a point in which a table's values are counted."""

cdef enum:
    MOST_HITS = 1 + 12 + 66


def fold(equities, pool, int size):
    """Values of all leaves of fewer than `size` tiles on one table, as 32-bit integers in order of a table's entries.

    In 1/100 of a hundredth of a point; UNKNOWN where the pool has not so many of some tile.

    Arguments:
        equities: of the best moves of all hands of `size` tiles, in order of the multisets, in hundredths of a point;
            64-bit integers, UNKNOWN for hands that cannot occur.
        pool: how many tiles of each kind a hand may be drawn from.
    """
    cdef int32_t kinds = len(pool)
    cdef int64_t hands = how_many(kinds, size), index, count, at
    cdef const int64_t[::1] given = memoryview(equities).cast("B").cast("q")
    cdef bytearray room = bytearray(4 * entry_count(kinds, size - 1))
    cdef int32_t[::1] values = memoryview(room).cast("i")
    cdef int32_t have[MOST_KINDS]
    cdef int32_t held[MOST_KINDS]
    cdef int32_t tiles[LARGEST]
    cdef int32_t kind, kept, total = 0
    cdef double *more = <double *> malloc(hands * sizeof(double))
    cdef double *fewer = <double *> malloc(hands * sizeof(double))
    cdef double *swapped
    cdef double mean
    cdef bint possible
    try:
        if more == NULL or fewer == NULL:
            raise MemoryError
        for kind in range(kinds):
            have[kind] = pool[kind]
            total += have[kind]
        if given.shape[0] != hands or total < size:
            raise ValueError("not the equities of all hands")
        for index in range(hands):
            more[index] = given[index]
        at = entry_count(kinds, size - 1)
        for kept in range(size - 1, -1, -1):
            count = how_many(kinds, kept)
            at -= count
            memset(tiles, 0, sizeof(tiles))
            for index in range(count):
                memset(held, 0, sizeof(held))
                possible = True
                for kind in range(kept):
                    held[tiles[kind]] += 1
                    possible = possible and held[tiles[kind]] <= have[tiles[kind]]
                fewer[index] = UNKNOWN_VALUE
                if possible:
                    mean = 0
                    for kind in range(kinds):
                        if held[kind] < have[kind]:
                            held[kind] += 1
                            mean += (have[kind] - held[kind] + 1) * more[rank_of(held, kinds)]
                            held[kind] -= 1
                    fewer[index] = mean / (total - kept)
                next_multiset(tiles, kept, kinds)
                # Kept for now as a double would not be: the mean over all hands is not known yet.
                values[at + index] = UNKNOWN_VALUE if not possible else <int32_t> llround(100 * fewer[index])
            swapped = more
            more = fewer
            fewer = swapped
        # Nothing kept is an average hand.
        for index in range(values.shape[0] - 1, -1, -1):
            if values[index] != UNKNOWN_VALUE:
                values[index] -= values[0]
    finally:
        free(more)
        free(fewer)
    return room


def feature_count(int kinds):
    """Summands of the model of one size: a constant, one a kind, one a pair of kinds."""
    return 1 + kinds + kinds * (kinds + 1) // 2


cdef class Tally:
    """What sampled hands have shown, in whole numbers; the arrays are bytes of 64-bit integers.

    Attributes:
        hands: how many; squares: sum of the squares of their deviations.
        sums, counts: by entry of a leave table: deviations of the hands that hold the leave, and their number.
        products, moments, totals: for the model of each size 1 to `largest`: how often two summands meet in a leave (each
            pair of occurrences once, the lower one first), deviations by summand, and occurrences.
    """

    def __init__(self, int kinds, int exact_size, int largest):
        cdef int64_t features = feature_count(kinds)
        self.kinds = kinds
        self.exact_size = exact_size
        self.largest = largest
        self.sums = bytearray(8 * entry_count(kinds, exact_size))
        self.counts = bytearray(8 * entry_count(kinds, exact_size))
        self.products = bytearray(8 * features * features * largest)
        self.moments = bytearray(8 * features * largest)
        self.totals = bytearray(8 * features * largest)


cdef inline int32_t _pair_feature(int32_t kinds, int32_t one, int32_t other) noexcept nogil:
    """The summand of two kinds, the first not above the second."""
    return 1 + kinds + one * kinds - one * (one - 1) // 2 + other - one


def credit(const unsigned char[::1] hands not None, int size, equities, int64_t mean, symbols, Tally tally):
    """Count hands of one table towards every leave that they hold.

    Arguments:
        hands: symbols of all hands, one hand after the other.
        equities: of their best moves, in hundredths of a point; 64-bit integers.
        mean: of the equities on this table; deviations from it are counted.
        symbols: of the kinds.
    """
    cdef const int64_t[::1] given = memoryview(equities).cast("B").cast("q")
    cdef int64_t[::1] sums = memoryview(tally.sums).cast("q")
    cdef int64_t[::1] counts = memoryview(tally.counts).cast("q")
    cdef int64_t[::1] products = memoryview(tally.products).cast("q")
    cdef int64_t[::1] moments = memoryview(tally.moments).cast("q")
    cdef int64_t[::1] totals = memoryview(tally.totals).cast("q")
    cdef int32_t kinds = tally.kinds, exact = tally.exact_size, largest = tally.largest
    cdef int64_t features = feature_count(kinds)
    cdef int32_t column[32]
    cdef int32_t tiles[LARGEST]
    cdef int32_t chosen[LARGEST]
    cdef int32_t hits[MOST_HITS]
    cdef int64_t first[14]
    cdef int64_t hand, deviation, rank, base, index
    cdef int32_t at, other, kept, tile, hit, mask
    memset(column, 0, sizeof(column))
    for at in range(kinds):
        column[<int> symbols[at]] = at
    first[0] = 0
    for at in range(exact + 1):
        first[at + 1] = first[at] + <int64_t> how_many(kinds, at)
    with nogil:
        for hand in range(given.shape[0]):
            deviation = given[hand] - mean
            tally.hands += 1
            tally.squares += deviation * deviation
            # In rising order, so that subsets are in rising order too.
            for at in range(size):
                tile = column[hands[hand * size + at] & 31]
                other = at
                while other and tiles[other - 1] > tile:
                    tiles[other] = tiles[other - 1]
                    other -= 1
                tiles[other] = tile
            for mask in range(1 << size):
                kept = 0
                rank = 0
                for at in range(size):
                    if mask >> at & 1:
                        rank += CHOOSE[tiles[at] + kept][kept + 1]
                        chosen[kept] = tiles[at]
                        kept += 1
                if kept <= exact:
                    sums[first[kept] + rank] += deviation
                    counts[first[kept] + rank] += 1
                if kept == 0 or kept > largest:
                    continue
                hits[0] = 0
                hit = 1
                for at in range(kept):
                    hits[hit] = 1 + chosen[at]
                    hit += 1
                for at in range(kept):
                    for other in range(at + 1, kept):
                        hits[hit] = _pair_feature(kinds, chosen[at], chosen[other])
                        hit += 1
                base = (kept - 1) * features
                for at in range(hit):
                    moments[base + hits[at]] += deviation
                    totals[base + hits[at]] += 1
                    index = (base + hits[at]) * features
                    for other in range(at, hit):
                        products[index + hits[other]] += 1
