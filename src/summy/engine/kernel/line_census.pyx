# cython: language_level=3
"""What every multiset of tiles can score on one table of line placement, and from that the best move of every hand.

In line placement the score of a play is the points of all tiles of its line, so of all plays that take the same tiles
from the hand one has to be known. The equation map is gone through once: every multiset of a line, less the tiles of
each core that it holds, is a multiset that may be laid there. A hand's best move is then the best way to part it into
tiles that are laid (or go) and tiles that are kept. Lines longer than those of the map are left out.
"""

from libc.stdint cimport int16_t
from libc.string cimport memset

from summy.engine.kernel.census cimport UNKNOWN_VALUE
from summy.engine.kernel.classes cimport MOST_AROUND, Snapshot
from summy.engine.kernel.equations cimport LAST_AT, EquationMap, is_allowed
from summy.engine.kernel.leave_table cimport LeaveTable
from summy.engine.kernel.multisets cimport CHOOSE, LARGEST, next_multiset, rank_of
from summy.engine.kernel.position cimport LinePosition
from summy.engine.kernel.shapes cimport *

from summy.engine.kernel.leave_table import entry_count
from summy.engine.kernel.multisets import how_many

cdef enum:
    NO_PLAY = -0x7fff     # score of tiles that cannot be laid
    MOST_SCORE = 0x7fff   # higher scores are cut

# The key of a multiset is its counts, four bits a symbol, times an odd constant (`key_of`): this undoes it.
cdef uint64_t UNKEY = 1
cdef uint64_t EIGHTS = 0x8888888888888888ULL


cdef void _find_unkey() noexcept:
    """The inverse of the constant modulo 2^64, by Newton's iteration."""
    global UNKEY
    cdef int step
    for step in range(6):
        UNKEY *= 2 - key_of(0) * UNKEY


_find_unkey()


# Scores of laid tiles while they are collected.
ctypedef struct Collection:
    int16_t *scores       # by entry: number of tiles, then number of the multiset
    int64_t first[14]
    int8_t column[16]     # of a symbol: its kind, -1 for none
    int32_t kinds
    int32_t size          # most tiles that are laid
    const Grammar *grammar


cdef inline void _note(Collection *collection, uint64_t laid, int count, int32_t score) noexcept nogil:
    """So many tiles, packed four bits a symbol, can be laid for this score."""
    cdef int32_t kept[16]
    cdef int symbol
    cdef int64_t at
    memset(kept, 0, sizeof(kept))
    for symbol in range(SYMBOLS):
        if laid >> (4 * symbol) & 15:
            if collection.column[symbol] < 0:
                return
            kept[collection.column[symbol]] = laid >> (4 * symbol) & 15
    if count >= collection.grammar.full_hand:
        score += collection.grammar.full_hand_bonus
    at = collection.first[count] + rank_of(kept, collection.kinds)
    if score > collection.scores[at]:
        collection.scores[at] = <int16_t> (score if score < MOST_SCORE else MOST_SCORE)


cdef bint _fits(const Core *core, const uint64_t *equations, int laid, const Grammar *grammar) noexcept nogil:
    """Whether one of the equations of a multiset can be laid through a core of several tiles."""
    cdef int around = laid - core.gaps, before
    cdef uint64_t pattern, mask
    cdef const uint64_t *at
    for before in range(max(0, around - core.right), min(around, core.left) + 1):
        pattern = core.pattern << (4 * before)
        mask = core.mask << (4 * before)
        at = equations
        while True:
            if (at[0] ^ pattern) & mask == 0 and is_allowed(at[0], grammar):
                return True
            if at[0] >> LAST_AT:
                break
            at += 1
    return False


cdef void _collect(EquationMap map, Snapshot snapshot, Collection *collection) noexcept nogil:
    """Go through all multisets of the map."""
    cdef const uint64_t *at = map.data + 1
    cdef const uint64_t *equations
    cdef uint64_t packed, core_packed, fits
    cdef int64_t group
    cdef int32_t index, score
    cdef int symbol, place, length
    cdef Core *core
    for group in range(map.multisets):
        packed = at[0] * UNKEY
        equations = at + 1
        length = equations[0] >> 48 & 15
        score = 0
        for symbol in range(SYMBOLS):
            score += <int32_t> (packed >> (4 * symbol) & 15) * snapshot.points[symbol]
        # Through single tiles: which symbols of these lines stand on the table with room around them.
        fits = 0
        at = equations
        while True:
            if length <= collection.size + 1 and length <= MOST_AROUND + 1 and is_allowed(at[0], collection.grammar):
                for place in range(length):
                    symbol = at[0] >> (4 * place) & 15
                    fits |= (<uint64_t> (snapshot.room[length - 1][place] >> symbol & 1)) << symbol
            if at[0] >> LAST_AT:
                break
            at += 1
        at += 1
        while fits:
            symbol = lowest_bit(fits)
            fits &= fits - 1
            _note(collection, packed - (<uint64_t> 1 << (4 * symbol)), length - 1, score)
        for index in range(snapshot.many_count):
            core = &snapshot.cores[snapshot.many[index]]
            place = length - (core.digits + core.operators + core.equals)
            if place < max(core.gaps, 1) or place > collection.size:
                continue
            core_packed = core.key * UNKEY
            # Of every symbol the line has as many as the core: no count borrows from its neighbour.
            if ((packed | EIGHTS) - core_packed) & EIGHTS != EIGHTS:
                continue
            if _fits(core, equations, place, collection.grammar):
                _note(collection, packed - core_packed, place, score)


def laid_scores(LinePosition position, symbols, int size):
    """The best score of every multiset of 0 to `size` tiles that can be laid in one turn, NO_PLAY of the others.

    Arguments:
        symbols: of the kinds that are counted.

    Returns 16-bit integers in the order of a leave table's entries. Needs an equation map (`movegen.prepare`).
    """
    cdef Snapshot snapshot = position._classes()
    cdef EquationMap map = position.searcher.map_for(&position.rules.grammar)
    cdef Collection collection
    cdef bytearray room = bytearray(2 * entry_count(len(symbols), size))
    cdef int16_t[::1] scores = memoryview(room).cast("h")
    cdef int kind
    if map is None:
        raise ValueError("needs an equation map")
    scores[:] = NO_PLAY
    collection.scores = &scores[0]
    collection.kinds = len(symbols)
    collection.size = size
    collection.grammar = &position.rules.grammar
    memset(collection.column, -1, sizeof(collection.column))
    for kind in range(len(symbols)):
        collection.column[<int> symbols[kind]] = kind
    collection.first[0] = 0
    for kind in range(size + 1):
        collection.first[kind + 1] = collection.first[kind] + <int64_t> how_many(len(symbols), kind)
    with nogil:
        _collect(map, snapshot, &collection)
    return room


# A hand on its way into two parts.
ctypedef struct Parting:
    const int16_t *scores
    const int16_t *values
    const int64_t *first
    int32_t held[29]
    int32_t kinds
    bint swap
    int32_t best


cdef void _part(Parting *parting, int32_t kind, int32_t gone, int64_t gone_rank, int32_t kept,
                int64_t kept_rank) noexcept nogil:
    """Try all ways to part this kind and the later ones."""
    cdef int32_t held, keeps, score, value, more
    cdef int64_t rank, other
    while kind < parting.kinds and parting.held[kind] == 0:
        kind += 1
    if kind == parting.kinds:
        if gone == 0:
            return
        score = parting.scores[parting.first[gone] + gone_rank]
        if score == NO_PLAY:
            if not parting.swap:
                return
            score = 0
        value = 100 * score + parting.values[parting.first[kept] + kept_rank]
        if value > parting.best:
            parting.best = value
        return
    held = parting.held[kind]
    rank = kept_rank
    for keeps in range(held + 1):
        other = gone_rank
        for more in range(held - keeps):
            other += CHOOSE[kind + gone + more][gone + more + 1]
        _part(parting, kind + 1, gone + held - keeps, other, kept + keeps, rank)
        rank += CHOOSE[kind + kept + keeps][kept + keeps + 1]


def hand_equities(LeaveTable table, scores, pool, int size, bint swap):
    """The equity of the best move of every hand of `size` tiles, in order of the multisets, as 64-bit integers.

    Hands that the pool cannot give are `census.UNKNOWN`; a hand without a move is worth nothing.

    Arguments:
        table: with entries for all that can be kept.
        scores: from `laid_scores`.
        pool: tiles of each kind that a hand may be drawn from.
        swap: whether tiles may be discarded or exchanged instead of a play.
    """
    cdef Parting parting
    cdef const int16_t[::1] score_view = memoryview(scores).cast("B").cast("h")
    cdef int64_t hands = how_many(table.kinds, size), hand
    cdef bytearray room = bytearray(8 * hands)
    cdef int64_t[::1] equities = memoryview(room).cast("q")
    cdef int32_t tiles[LARGEST]
    cdef int32_t most[29]
    cdef int32_t index
    cdef bint possible
    if table.exact_size < size - 1 or score_view.shape[0] != entry_count(table.kinds, size):
        raise ValueError("tables of another size")
    for index in range(table.kinds):
        most[index] = pool[index]
    parting.scores = &score_view[0]
    parting.values = table.entries
    parting.first = table.first
    parting.kinds = table.kinds
    parting.swap = swap
    memset(tiles, 0, sizeof(tiles))
    with nogil:
        for hand in range(hands):
            memset(parting.held, 0, sizeof(parting.held))
            possible = True
            for index in range(size):
                parting.held[tiles[index]] += 1
                possible = possible and parting.held[tiles[index]] <= most[tiles[index]]
            equities[hand] = UNKNOWN_VALUE
            if possible:
                parting.best = -0x7fffffff
                _part(&parting, 0, 0, 0, 0, 0)
                equities[hand] = 0 if parting.best == -0x7fffffff else parting.best
            next_multiset(tiles, size, parting.kinds)
    return room
