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

from libc.stdlib cimport abort, calloc, free, realloc
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


cdef inline int32_t _bonus(const Grammar *grammar, int laid) noexcept nogil:
    return grammar.full_hand_bonus if laid >= grammar.full_hand else 0


cdef int _find_singles(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                       int fewest, int most, Workspace *work, const Cut *cut) except -1 nogil:
    """Note each subset of the hand that makes a line with some single tile where there is room for it.

    Only subsets of `fewest` to `most` digits, and with a cut only those that may score enough.
    """
    cdef int equals, operators, digits, tiles, least
    cdef int32_t index, operator_index, count, points
    cdef int64_t wanted
    cdef uint64_t room[3]
    cdef uint64_t key
    cdef const uint16_t *base
    cdef const uint16_t *record
    cdef Subset *subset
    cdef Subset *signs
    cdef SingleHit *hit
    work.single_count = 0
    for equals in range(2 if hand.equals else 1):
        for operators in range(min(hand.operators, 3) + 1):
            # The tile on the table is a digit, an operator or the equals sign: what the hand must have at
            # least.
            if equals:
                least = operators + 1 if operators else 3
            else:
                if operators == 0:
                    continue
                least = operators + 2
            for digits in range(max(least, fewest), min(most, LARGEST_SUBSET - equals - operators) + 1):
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
                    points = signs.points + equals * snapshot.points[EQUALS]
                    # A play scores at most what its subset does, the best of the single tiles and a bonus.
                    wanted = NOTHING_YET
                    if cut != NULL:
                        wanted = <int64_t> cut.score - snapshot.most_single - _bonus(grammar, tiles)
                    _reserve_singles(work, count + 1)
                    hit = &work.singles[work.single_count]
                    for index in range(count):
                        subset = &work.subsets.digits[digits][index]
                        hit.points = points + subset.points
                        if hit.points < wanted:
                            continue
                        work.probes += 1
                        record = base + <int64_t> subset.rank * (tiles + 1)
                        hit.places[0] = load_word(record) & room[0]
                        hit.places[1] = load_word(record + 4) & room[1]
                        hit.places[2] = load_word(record + 8) & room[2]
                        hit.key = key + subset.key
                        hit.tiles = tiles
                        hit += hit.places[0] | hit.places[1] | hit.places[2] != 0
                    work.single_count = hit - work.singles
    return 0


cdef inline bint _are_certain(const Grammar *grammar, const Cut *cut) noexcept nogil:
    """Whether a search for the one best play may raise its cut for a single tile before an equation is read.

    Unless the grammar is stricter than the map, a subset and a symbol that completes it are a play. Its lookup is not
    below the cut that it sets, so the play itself is found when the lookups are turned into plays.
    """
    return cut != NULL and cut.wanted == 1 and not grammar.integer_steps and grammar.max_digits == 0


cdef int _look_up_singles(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar, int fewest,
                          int most, Workspace *work, Cut *cut) except -1 nogil:
    """Note the subsets of `fewest` to `most` digits that make a line with a single tile, for each such tile."""
    cdef int symbol
    cdef int32_t index
    _find_singles(map, snapshot, hand, grammar, fewest, most, work, cut)
    _reserve_lookups(work, SYMBOLS * work.single_count)
    _complete_singles(snapshot, grammar, work, cut)
    # Subsets too large for `completions` are looked up for each single tile by itself.
    if min(hand.size, map.symbols - 1) > LARGEST_SUBSET:
        for symbol in range(SYMBOLS):
            index = snapshot.single[symbol]
            if index >= 0:
                _find_many(map, snapshot, index, LARGEST_SUBSET + 1, hand, grammar, fewest, most, work, cut)
    return 0


cdef void _complete_singles(Snapshot snapshot, const Grammar *grammar, Workspace *work, Cut *cut) noexcept nogil:
    """From the subsets to pairs of subset and symbol; the caller has made room for them."""
    cdef int64_t index
    cdef SingleHit *hit
    cdef Lookup *lookup = work.lookups + work.lookup_count
    cdef uint64_t symbols, fits
    cdef int symbol, before
    cdef bint certain = _are_certain(grammar, cut)
    for index in range(work.single_count):
        hit = &work.singles[index]
        symbols = hit.places[0] | hit.places[1] | hit.places[2]
        symbols |= symbols >> 32
        symbols = (symbols | symbols >> 16) & 0xffff
        while symbols:
            symbol = lowest_bit(symbols)
            symbols &= symbols - 1
            lookup.score = hit.points + snapshot.points[symbol] + _bonus(grammar, hit.tiles)
            if cut != NULL and lookup.score < cut.score:
                continue
            if certain:
                cut_note(cut, lookup.score)
            lookup.key = hit.key + KEYS[symbol]
            lookup.places = 0
            for before in range(hit.tiles + 1):
                fits = hit.places[before >> 2] >> (16 * (before & 3) + symbol) & 1
                lookup.places |= fits << (4 * before + 3)
            lookup.core_and_tiles = <uint32_t> snapshot.single[symbol] << 4 | hit.tiles
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


cdef int _find_many(EquationMap map, Snapshot snapshot, int32_t index, int least, const Hand *hand,
                    const Grammar *grammar, int fewest_digits, int most_digits, Workspace *work,
                    const Cut *cut) except -1 nogil:
    """Note each subset that may make a line with this core.

    Only subsets of at least `least` tiles, `fewest_digits` to `most_digits` of them digits, and with a cut only those
    that score enough.
    """
    cdef Core *core = &snapshot.cores[index]
    cdef int equals = 1 - core.equals
    cdef int needed = 0 if core.operators else 1    # a line has an operator
    cdef int operators, digits, more, tiles
    cdef int most = min(map.symbols - core.digits - core.operators - core.equals, hand.size,
                        core.gaps + core.left + core.right)
    cdef int32_t operator_index, digit_index, count
    cdef int32_t points, wanted = cut.score if cut != NULL else NOTHING_YET
    cdef uint64_t key, bit
    cdef Subset *signs
    cdef Subset *subset
    cdef Lookup *lookup
    if equals and not hand.equals:
        return 0
    for digits in range(fewest_digits, most_digits + 1):
        # Each number has a digit.
        more = min(hand.operators, 3, most - equals - digits, digits + core.digits - core.operators - 2)
        for operators in range(max(least - equals - digits, needed), more + 1):
            tiles = equals + operators + digits
            count = work.subsets.digit_sets[digits]
            for operator_index in range(work.subsets.operator_sets[operators]):
                signs = &work.subsets.operators[operators][operator_index]
                key = core.key + signs.key + equals * KEYS[EQUALS]
                points = core.points + signs.points + _bonus(grammar, tiles)
                points += equals * snapshot.points[EQUALS]
                _reserve_lookups(work, count + 1)
                lookup = &work.lookups[work.lookup_count]
                for digit_index in range(count):
                    subset = &work.subsets.digits[digits][digit_index]
                    lookup.score = points + subset.points
                    if lookup.score < wanted:
                        continue
                    work.probes += 1
                    lookup.key = key + subset.key
                    lookup.places = 0
                    lookup.core_and_tiles = <uint32_t> index << 4 | tiles
                    bit = lookup.key >> map.present_shift
                    lookup += (map.present[bit >> 6] >> (bit & 63)) & 1
                work.lookup_count = lookup - work.lookups
    return 0


cdef int _look_up_many(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar, int fewest,
                       int most, Workspace *work, int32_t beside, const Cut *cut) except -1 nogil:
    """Note the subsets of `fewest` to `most` digits that may make a line with any larger core.

    With a cut, no play with so many digits scores more than `beside` plus the tiles of its core.
    """
    cdef int32_t index
    cdef Core *core
    for index in range(snapshot.many_count):
        core = &snapshot.cores[snapshot.many[index]]
        if cut == NULL or <int64_t> beside + core.points >= cut.score:
            _find_many(map, snapshot, snapshot.many[index], max(core.gaps, 1), hand, grammar, fewest, most, work,
                       cut)
    return 0


# ---------------------------------------------------------------------------------------------- all

cdef int map_search(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar, Workspace *work,
                    PlayBuffer *buffer, Cut *cut) except -1 nogil:
    """All plays whose line has at most `map.symbols` symbols; with a cut, those that it wants."""
    work.lookup_count = 0
    _list_subsets(&work.subsets, hand, snapshot.points)
    if cut == NULL:
        _look_up_singles(map, snapshot, hand, grammar, 0, hand.digits, work, NULL)
        _look_up_many(map, snapshot, hand, grammar, 0, hand.digits, work, 0, NULL)
        emit_all(map, snapshot, grammar, work, buffer)
    else:
        _search_best(map, snapshot, hand, grammar, work, buffer, cut)
    if buffer.failed:
        with gil:
            raise MemoryError
    return 0


cdef int _search_best(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar, Workspace *work,
                      PlayBuffer *buffer, Cut *cut) except -1 nogil:
    """The plays that a cut wants.

    Plays of many digits come first: they tend to score most, and what they score spares the others. Single tiles come
    before larger cores, since they cost least.
    """
    cdef int digits
    cdef int64_t first
    cdef Ceiling ceiling
    cdef int32_t beside
    cdef bint certain = _are_certain(grammar, cut)
    ceiling_of(&ceiling, hand, grammar, snapshot.points)
    # What a play with so many digits of the hand scores beside the tiles of its core: at most as many of the largest
    # digits, all signs and the bonus.
    beside = ceiling.signs + ceiling.bonus
    for digits in range(hand.digits, -1, -1):
        if <int64_t> beside + ceiling.digits[digits] + snapshot.most_single >= cut.score:
            first = work.lookup_count
            _look_up_singles(map, snapshot, hand, grammar, digits, digits, work, cut)
            _check_bound(work, first, beside + ceiling.digits[digits] + snapshot.most_single)
            if not certain:
                emit_best(map, snapshot, grammar, work, buffer, cut)
    for digits in range(hand.digits, -1, -1):
        if <int64_t> beside + ceiling.digits[digits] + snapshot.most_many >= cut.score:
            first = work.lookup_count
            _look_up_many(map, snapshot, hand, grammar, digits, digits, work, beside + ceiling.digits[digits], cut)
            _check_bound(work, first, beside + ceiling.digits[digits] + snapshot.most_many)
            emit_best(map, snapshot, grammar, work, buffer, cut)
    emit_best(map, snapshot, grammar, work, buffer, cut)
    return 0


cdef inline void _check_bound(const Workspace *work, int64_t first, int64_t bound) noexcept nogil:
    """In builds that check bounds: stop when a lookup from `first` on scores more than was thought possible."""
    cdef int64_t index
    if CHECK_BOUNDS:
        for index in range(first, work.lookup_count):
            if work.lookups[index].score > bound:
                abort()
