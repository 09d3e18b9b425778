# cython: language_level=3
"""The search by equation map: look up which lines the hand makes with each class, instead of searching for them.

A play takes some multiset of tiles from the hand; with the tiles of the core it must be the multiset of a true line.
So the distinct subsets of the hand are listed once, and for every class each subset of fitting size and composition
is looked up. A line of that multiset is a play wherever the core's tiles stand in it as they stand on the table:
no search can fail.

Cores of a single tile, the commonest by far, are looked up all together: for a subset the map knows which symbols
complete a line at which place, and one comparison with the room on the table leaves those that are plays.
"""

from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memset

from summy.engine.kernel.equations cimport (
    DIGIT_RANK, DIGIT_SETS, KEYS, LARGEST_SUBSET, LAST_AT, LONGEST_AT, OPERATOR_RANK, WHOLE_AT, entry_of, equations_of,
)

cdef enum:
    SCORES = 512          # a range of scores that is sorted by counting
    AHEAD = 6             # how many lookups ahead memory is asked for equations


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
        # Larger subsets first: those made here are larger still and must not be extended by the same digit again.
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
            # The tile on the table is a digit, an operator or the equals sign: what the hand must have at least.
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
    cdef uint64_t symbols
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
                lookup.places |= (hit.places[before >> 2] >> (16 * (before & 3) + symbol) & 1) << (4 * before + 3)
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
                points = core.points + signs.points + equals * snapshot.points[EQUALS] + _bonus(grammar, tiles)
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


# ---------------------------------------------------------------------------------------------- plays

cdef inline bint _allowed(uint64_t equation, const Grammar *grammar) noexcept nogil:
    """Whether an equation keeps to the stricter rules of the grammar."""
    if grammar.integer_steps and not (equation >> WHOLE_AT) & 1:
        return False
    return grammar.max_digits == 0 or <int> (equation >> LONGEST_AT) & 15 <= grammar.max_digits


cdef inline void _emit(Snapshot snapshot, const Core *core, uint64_t tiles, int laid, int before, int32_t score,
                       PlayBuffer *buffer, Cut *cut) noexcept nogil:
    """A play at each place with room for it; of `tiles` the lowest `laid` count."""
    cdef int32_t place
    cdef int behind = laid - before - core.gaps
    tiles = (tiles & ((<uint64_t> 1 << (4 * laid)) - 1)) | <uint64_t> laid << 48 | <uint64_t> before << 52
    for place in range(core.first_place, core.first_place + core.places):
        if snapshot.places[place].left >= before and snapshot.places[place].right >= behind:
            buffer_add(buffer, tiles, place, score)
            if cut != NULL:
                cut_note(cut, score)


cdef void _emit_single(Snapshot snapshot, const Core *core, const Lookup *lookup, const uint64_t *equations,
                       const Grammar *grammar, PlayBuffer *buffer, Cut *cut) noexcept nogil:
    """Plays of the equations of one multiset through a single tile."""
    cdef uint64_t symbol = snapshot.cells[core.first_cell]
    cdef uint64_t everywhere = symbol * <uint64_t> 0x1111111111111111ULL
    cdef uint64_t sevens = 0x7777777777777777ULL
    cdef uint64_t equation, different, same, tiles
    cdef int before
    while True:
        equation = equations[0]
        different = equation ^ everywhere
        same = ~(((different & sevens) + sevens) | different) & lookup.places
        while same:
            before = lowest_bit(same) >> 2
            same &= same - 1
            if not _allowed(equation, grammar):
                break
            tiles = equation & ((<uint64_t> 1 << (4 * before)) - 1)
            tiles |= (equation >> (4 * before + 4)) << (4 * before)
            _emit(snapshot, core, tiles, lookup.core_and_tiles & 15, before, lookup.score, buffer, cut)
        if equation >> LAST_AT:
            break
        equations += 1


cdef uint64_t _without_core(const Core *core, uint64_t equation, int before) noexcept nogil:
    """The tiles of an equation that come from the hand, when so many stand before the core."""
    cdef uint64_t tiles = equation & ((<uint64_t> 1 << (4 * before)) - 1)
    cdef uint64_t mask = core.mask
    cdef int laid = before, at
    equation >>= 4 * before
    if core.gaps:
        for at in range(core.length):
            if not mask & 15:
                tiles |= (equation & 15) << (4 * laid)
                laid += 1
            mask >>= 4
            equation >>= 4
    else:
        equation >>= 4 * core.length
    return tiles | (equation << (4 * laid))


cdef void _emit_many(Snapshot snapshot, const Core *core, const Lookup *lookup, const uint64_t *equations,
                     const Grammar *grammar, PlayBuffer *buffer, Cut *cut) noexcept nogil:
    """Plays of the equations of one multiset through a core of several tiles."""
    cdef int laid = lookup.core_and_tiles & 15
    cdef int around = laid - core.gaps, before
    cdef uint64_t pattern, mask
    cdef const uint64_t *at
    for before in range(max(0, around - core.right), min(around, core.left) + 1):
        pattern = core.pattern << (4 * before)
        mask = core.mask << (4 * before)
        at = equations
        while True:
            if (at[0] ^ pattern) & mask == 0 and _allowed(at[0], grammar):
                _emit(snapshot, core, _without_core(core, at[0], before), laid, before, lookup.score, buffer, cut)
            if at[0] >> LAST_AT:
                break
            at += 1


cdef inline void _emit_lookup(EquationMap map, Snapshot snapshot, const Lookup *lookup, const Grammar *grammar,
                              PlayBuffer *buffer, Cut *cut) noexcept nogil:
    """All plays of one lookup whose entry is known."""
    cdef const uint64_t *equations = map.data + lookup.entry + 1
    cdef Core *core = &snapshot.cores[lookup.core_and_tiles >> 4]
    if lookup.entry == 0:
        return
    if map.data[lookup.entry] != lookup.key:
        equations = equations_of(map, lookup.key)
        if equations == NULL:
            return
    if lookup.places:
        _emit_single(snapshot, core, lookup, equations, grammar, buffer, cut)
    else:
        _emit_many(snapshot, core, lookup, equations, grammar, buffer, cut)


cdef void _emit_all(EquationMap map, Snapshot snapshot, const Grammar *grammar, Workspace *work,
                    PlayBuffer *buffer) noexcept nogil:
    """From lookups to plays. Memory is slow: ask for everything first, then look at it."""
    cdef int64_t index
    for index in range(work.lookup_count):
        fetch(&map.slots[work.lookups[index].key >> map.slot_shift])
    for index in range(work.lookup_count):
        work.lookups[index].entry = entry_of(map, work.lookups[index].key)
        fetch(&map.data[work.lookups[index].entry])
    for index in range(work.lookup_count):
        _emit_lookup(map, snapshot, &work.lookups[index], grammar, buffer, NULL)


cdef int _in_order(Workspace *work) except -1 nogil:
    """List the lookups by score, highest first (`work.order`)."""
    cdef int64_t index
    cdef int32_t low = NOTHING_MORE, high = NOTHING_YET, score, at
    cdef int32_t *bigger
    cdef int32_t starts[SCORES + 1]
    if work.order_capacity < work.lookup_count:
        bigger = <int32_t *> realloc(work.order, 2 * work.lookup_count * sizeof(int32_t))
        if bigger == NULL:
            with gil:
                raise MemoryError
        work.order = bigger
        work.order_capacity = 2 * work.lookup_count
    for index in range(work.lookup_count):
        score = work.lookups[index].score
        low = min(low, score)
        high = max(high, score)
    if <int64_t> high - low >= SCORES:
        qsort(work.lookups, work.lookup_count, sizeof(Lookup), _higher)
        for index in range(work.lookup_count):
            work.order[index] = <int32_t> index
        return 0
    # Scores lie close together: count how many there are of each.
    memset(starts, 0, (high - low + 2) * sizeof(int32_t))
    for index in range(work.lookup_count):
        starts[high - work.lookups[index].score + 1] += 1
    for at in range(high - low + 1):
        starts[at + 1] += starts[at]
    for index in range(work.lookup_count):
        at = high - work.lookups[index].score
        work.order[starts[at]] = <int32_t> index
        starts[at] += 1
    return 0


cdef int _higher(const void *first, const void *second) noexcept nogil:
    """Order of lookups: highest score first."""
    cdef int32_t one = (<const Lookup *> first).score, other = (<const Lookup *> second).score
    return (one < other) - (one > other)


cdef int _emit_best(EquationMap map, Snapshot snapshot, const Grammar *grammar, Workspace *work, PlayBuffer *buffer,
                    Cut *cut) except -1 nogil:
    """From lookups to plays, highest score first, until no lookup is wanted any more."""
    cdef int64_t index
    cdef Lookup *lookup
    if work.lookup_count == 0:
        return 0
    _in_order(work)
    for index in range(work.lookup_count):
        fetch(&map.slots[work.lookups[work.order[index]].key >> map.slot_shift])
    # The equations are asked for some lookups ahead.
    for index in range(work.lookup_count + AHEAD):
        if index < work.lookup_count:
            lookup = &work.lookups[work.order[index]]
            lookup.entry = entry_of(map, lookup.key)
            fetch(&map.data[lookup.entry])
        if index >= AHEAD:
            lookup = &work.lookups[work.order[index - AHEAD]]
            if lookup.score < cut.score:
                break
            _emit_lookup(map, snapshot, lookup, grammar, buffer, cut)
    work.lookup_count = 0
    return 0


# ---------------------------------------------------------------------------------------------- all

cdef int map_search(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar, Workspace *work,
                    PlayBuffer *buffer, Cut *cut) except -1 nogil:
    """All plays whose line has at most `map.symbols` symbols; with a cut, those that it wants."""
    cdef int32_t index
    cdef Core *core
    cdef int symbol, tiles, most
    cdef Ceiling ceiling
    work.lookup_count = 0
    ceiling_of(&ceiling, hand, grammar, snapshot.points)
    _list_subsets(&work.subsets, hand, snapshot.points)
    _find_singles(map, snapshot, hand, work)
    _reserve_lookups(work, SYMBOLS * work.single_count)
    _look_up_singles(snapshot, grammar, work)
    if cut != NULL:
        _emit_best(map, snapshot, grammar, work, buffer, cut)
    for index in range(snapshot.many_count):
        core = &snapshot.cores[snapshot.many[index]]
        tiles = core.digits + core.operators + core.equals
        most = min(map.symbols - tiles, hand.size, core.gaps + core.left + core.right)
        if cut != NULL and core.points + ceiling.digits[max(0, min(most, hand.digits))] + ceiling.signs + ceiling.bonus < cut.score:
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
        _emit_best(map, snapshot, grammar, work, buffer, cut)
    else:
        _emit_all(map, snapshot, grammar, work, buffer)
    if buffer.failed:
        with gil:
            raise MemoryError
    return 0
