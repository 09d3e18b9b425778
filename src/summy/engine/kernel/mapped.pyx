# cython: language_level=3
"""The search by equation map: look up which lines the hand makes with each class, instead of searching for
them.

A play takes some multiset of tiles from the hand; with the tiles of the core it must be the multiset of a
true line. So the distinct subsets of the hand are listed once, and for every class each subset of fitting
size and composition is looked up. A line of that multiset is a play wherever the core's tiles stand in it
as they stand on the table: no search can fail.

Cores of a single tile, the commonest by far, are looked up all together: for a subset the map knows which
symbols complete a line at which place, and one comparison with the room on the table leaves those that are
plays.
"""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from summy.engine.kernel.equations cimport DIGIT_RANK, DIGIT_SETS, KEYS, LARGEST_SUBSET, OPERATOR_RANK
from summy.engine.kernel.lookups cimport emit_all, emit_best


cdef Workspace *workspace_open() except NULL:
    """Room for the subsets of a hand and what is found for them."""
    cdef Workspace *work = <Workspace *> calloc(1, sizeof(Workspace))
    if work == NULL:
        raise MemoryError
    return work


cdef void workspace_close(Workspace *work) noexcept nogil:
    if work != NULL:
        free(work.singles)
        free(work.lookups)
        free(work.order)
    free(work)


# ---------------------------------------------------------------------------------------------- subsets

cdef void _list_subsets(Subsets *subsets, const Hand *hand, const int32_t *points) noexcept nogil:
    """The distinct multisets of the hand's digits, and those of up to three of its operators."""
    cdef int symbol, size, more
    cdef int32_t index, rank
    cdef Subset *base
    cdef Subset *made
    memset(subsets.digit_sets, 0, sizeof(subsets.digit_sets))
    memset(subsets.operator_sets, 0, sizeof(subsets.operator_sets))
    subsets.digit_sets[0] = 1
    subsets.digits[0][0].key = 0
    subsets.digits[0][0].rank = 0
    subsets.digits[0][0].points = 0
    subsets.operator_sets[0] = 1
    subsets.operators[0][0] = subsets.digits[0][0]
    cdef int most = 0
    for symbol in range(PLUS):
        if hand.counts[symbol] == 0:
            continue
        # Larger subsets first: those made here are larger still and must not be extended by the same digit
        # again.
        for size in range(most, -1, -1):
            for index in range(subsets.digit_sets[size]):
                base = &subsets.digits[size][index]
                rank = base.rank
                for more in range(hand.counts[symbol]):
                    rank += DIGIT_RANK[symbol][size + more]
                    made = &subsets.digits[size + more + 1][subsets.digit_sets[size + more + 1]]
                    made.key = base.key + (more + 1) * KEYS[symbol]
                    made.rank = rank
                    made.points = base.points + (more + 1) * points[symbol]
                    subsets.digit_sets[size + more + 1] += 1
        most += hand.counts[symbol]
    for symbol in range(PLUS, EQUALS):
        if hand.counts[symbol] == 0:
            continue
        for size in range(2, -1, -1):
            for index in range(subsets.operator_sets[size]):
                base = &subsets.operators[size][index]
                rank = base.rank
                for more in range(min(hand.counts[symbol], 3 - size)):
                    rank += OPERATOR_RANK[symbol - PLUS][size + more]
                    made = &subsets.operators[size + more + 1][subsets.operator_sets[size + more + 1]]
                    made.key = base.key + (more + 1) * KEYS[symbol]
                    made.rank = rank
                    made.points = base.points + (more + 1) * points[symbol]
                    subsets.operator_sets[size + more + 1] += 1


# ---------------------------------------------------------------------------------------------- single tiles

cdef int _reserve_singles(Workspace *work, int64_t more) except -1 nogil:
    cdef SingleHit *bigger
    if work.single_count + more > work.single_capacity:
        work.single_capacity = 2 * work.single_capacity + more
        bigger = <SingleHit *> realloc(work.singles, work.single_capacity * sizeof(SingleHit))
        if bigger == NULL:
            with gil:
                raise MemoryError
        work.singles = bigger
    return 0


cdef int _find_singles(EquationMap map, Snapshot snapshot, const Hand *hand, Workspace *work) except -1 nogil:
    """Note each subset of the hand that makes a line with some single tile where there is room for it."""
    cdef int equals, operators, digits, tiles, least
    cdef int32_t index, operator_index, count
    cdef uint64_t room[3]
    cdef uint64_t key
    cdef const uint16_t *base
    cdef const uint16_t *record
    cdef Subset *subset
    cdef Subset *signs
    cdef SingleHit *hit
    work.single_count = 0
    for equals in range(2 if hand.equals else 1):
        for operators in range(4):
            # The tile on the table is a digit, an operator or the equals sign: what the hand must have at
            # least.
            if equals:
                least = operators + 1 if operators else 3
            else:
                if operators == 0:
                    continue
                least = operators + 2
            for digits in range(least, min(hand.digits, LARGEST_SUBSET - equals - operators) + 1):
                tiles = equals + operators + digits
                room[0] = load_word(&snapshot.room[tiles][0])
                room[1] = load_word(&snapshot.room[tiles][4])
                room[2] = load_word(&snapshot.room[tiles][8])
                if room[0] | room[1] | room[2] == 0:
                    continue
                count = work.subsets.digit_sets[digits]
                for operator_index in range(work.subsets.operator_sets[operators]):
                    signs = &work.subsets.operators[operators][operator_index]
                    base = (map.completions + map.subset_base[equals][operators][digits]
                            + <int64_t> signs.rank * DIGIT_SETS[digits] * (tiles + 1))
                    key = signs.key + equals * KEYS[EQUALS]
                    _reserve_singles(work, count + 1)
                    hit = &work.singles[work.single_count]
                    work.probes += count
                    for index in range(count):
                        subset = &work.subsets.digits[digits][index]
                        record = base + <int64_t> subset.rank * (tiles + 1)
                        hit.places[0] = load_word(record) & room[0]
                        hit.places[1] = load_word(record + 4) & room[1]
                        hit.places[2] = load_word(record + 8) & room[2]
                        hit.key = key + subset.key
                        hit.points = signs.points + subset.points + equals * snapshot.points[EQUALS]
                        hit.tiles = tiles
                        hit += hit.places[0] | hit.places[1] | hit.places[2] != 0
                    work.single_count = hit - work.singles
    return 0


cdef inline int32_t _bonus(const Grammar *grammar, int laid) noexcept nogil:
    return grammar.full_hand_bonus if laid >= grammar.full_hand else 0


cdef void _look_up_singles(Snapshot snapshot, const Grammar *grammar, Workspace *work) noexcept nogil:
    """From the subsets to pairs of subset and symbol; the caller has made room for them."""
    cdef int64_t index
    cdef SingleHit *hit
    cdef Lookup *lookup = work.lookups
    cdef uint64_t symbols, fits
    cdef int symbol, before
    for index in range(work.single_count):
        hit = &work.singles[index]
        symbols = hit.places[0] | hit.places[1] | hit.places[2]
        symbols |= symbols >> 32
        symbols = (symbols | symbols >> 16) & 0xffff
        while symbols:
            symbol = lowest_bit(symbols)
            symbols &= symbols - 1
            lookup.key = hit.key + KEYS[symbol]
            lookup.places = 0
            for before in range(hit.tiles + 1):
                fits = hit.places[before >> 2] >> (16 * (before & 3) + symbol) & 1
                lookup.places |= fits << (4 * before + 3)
            lookup.core_and_tiles = <uint32_t> snapshot.single[symbol] << 4 | hit.tiles
            lookup.score = hit.points + snapshot.points[symbol] + _bonus(grammar, hit.tiles)
            lookup += 1
    work.lookup_count = lookup - work.lookups


# ---------------------------------------------------------------------------------------------- larger cores

cdef int _reserve_lookups(Workspace *work, int64_t more) except -1 nogil:
    cdef Lookup *bigger
    if work.lookup_count + more > work.lookup_capacity:
        work.lookup_capacity = 2 * work.lookup_capacity + more
        bigger = <Lookup *> realloc(work.lookups, work.lookup_capacity * sizeof(Lookup))
        if bigger == NULL:
            with gil:
                raise MemoryError
        work.lookups = bigger
    return 0


cdef int _find_many(EquationMap map, Snapshot snapshot, int32_t index, int least, int most, const Hand *hand,
                    const Grammar *grammar, Workspace *work, const Cut *cut) except -1 nogil:
    """Note each subset of `least` to `most` tiles that may make a line with this core."""
    cdef Core *core = &snapshot.cores[index]
    cdef int equals = 1 - core.equals
    cdef int operators, digits, first, tiles
    cdef int32_t operator_index, digit_index, count
    cdef int32_t points, wanted = cut.score if cut != NULL else NOTHING_YET
    cdef uint64_t key, bit
    cdef Subset *signs
    cdef Subset *subset
    cdef Lookup *lookup
    if equals and not hand.equals:
        return 0
    for operators in range(4):
        if operators + core.operators == 0:
            continue
        first = max(least - equals - operators, operators + core.operators + 2 - core.digits, 0)
        for digits in range(first, min(most - equals - operators, hand.digits) + 1):
            tiles = equals + operators + digits
            count = work.subsets.digit_sets[digits]
            for operator_index in range(work.subsets.operator_sets[operators]):
                signs = &work.subsets.operators[operators][operator_index]
                key = core.key + signs.key + equals * KEYS[EQUALS]
                points = core.points + signs.points + _bonus(grammar, tiles)
                points += equals * snapshot.points[EQUALS]
                _reserve_lookups(work, count + 1)
                lookup = &work.lookups[work.lookup_count]
                work.probes += count
                for digit_index in range(count):
                    subset = &work.subsets.digits[digits][digit_index]
                    lookup.key = key + subset.key
                    lookup.places = 0
                    lookup.core_and_tiles = <uint32_t> index << 4 | tiles
                    lookup.score = points + subset.points
                    bit = lookup.key >> map.present_shift
                    lookup += (map.present[bit >> 6] >> (bit & 63)) & (lookup.score >= wanted)
                work.lookup_count = lookup - work.lookups
    return 0


# ---------------------------------------------------------------------------------------------- all

cdef int map_search(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                    Workspace *work,
                    PlayBuffer *buffer, Cut *cut) except -1 nogil:
    """All plays whose line has at most `map.symbols` symbols; with a cut, those that it wants."""
    cdef int32_t index
    cdef Core *core
    cdef int symbol, tiles, most
    cdef int32_t bound
    cdef Ceiling ceiling
    work.lookup_count = 0
    ceiling_of(&ceiling, hand, grammar, snapshot.points)
    _list_subsets(&work.subsets, hand, snapshot.points)
    _find_singles(map, snapshot, hand, work)
    _reserve_lookups(work, SYMBOLS * work.single_count)
    _look_up_singles(snapshot, grammar, work)
    if cut != NULL:
        emit_best(map, snapshot, grammar, work, buffer, cut)
    for index in range(snapshot.many_count):
        core = &snapshot.cores[snapshot.many[index]]
        tiles = core.digits + core.operators + core.equals
        most = min(map.symbols - tiles, hand.size, core.gaps + core.left + core.right)
        if cut != NULL:
            bound = core.points + ceiling.digits[max(0, min(most, hand.digits))]
            bound += ceiling.signs + ceiling.bonus
            if bound < cut.score:
                continue
        _find_many(map, snapshot, snapshot.many[index], max(core.gaps, 1), most, hand, grammar, work, cut)
    # Subsets too large for `completions` are looked up for each single tile by itself.
    if min(hand.size, map.symbols - 1) > LARGEST_SUBSET:
        for symbol in range(SYMBOLS):
            index = snapshot.single[symbol]
            if index >= 0:
                core = &snapshot.cores[index]
                most = min(map.symbols - 1, hand.size, core.left + core.right)
                _find_many(map, snapshot, index, LARGEST_SUBSET + 1, most, hand, grammar, work, cut)
    if cut != NULL:
        emit_best(map, snapshot, grammar, work, buffer, cut)
    else:
        emit_all(map, snapshot, grammar, work, buffer)
    if buffer.failed:
        with gil:
            raise MemoryError
    return 0
