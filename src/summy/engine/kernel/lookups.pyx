# cython: language_level=3
"""From lookups in the equation map to plays: all of them, or the best first."""

from libc.stdlib cimport qsort, realloc
from libc.string cimport memset

from summy.engine.kernel.equations cimport LAST_AT, entry_of, equations_of, is_allowed

cdef enum:
    SCORES = 512          # a range of scores that is sorted by counting
    FEW = 24              # so many lookups are sorted by putting each in its place
    AHEAD = 6             # how many lookups ahead memory is asked for equations


cdef inline void _emit(Snapshot snapshot, const Core *core, uint64_t tiles, int laid, int before,
                       int32_t score,
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
            if not is_allowed(equation, grammar):
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
            if (at[0] ^ pattern) & mask == 0 and is_allowed(at[0], grammar):
                _emit(snapshot, core, _without_core(core, at[0], before), laid, before, lookup.score,
                      buffer, cut)
            if at[0] >> LAST_AT:
                break
            at += 1


cdef inline void _emit_lookup(EquationMap map, Snapshot snapshot, const Lookup *lookup,
                              const Grammar *grammar,
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


cdef void emit_all(EquationMap map, Snapshot snapshot, const Grammar *grammar, Workspace *work,
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


cdef int64_t _in_order(Workspace *work, int32_t least) except -1 nogil:
    """List the lookups that score `least` or more, highest first (`work.order`); returns how many."""
    cdef int64_t index, at, count = 0
    cdef int32_t low = NOTHING_MORE, high = NOTHING_YET, score
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
        if score >= least:
            low = min(low, score)
            high = max(high, score)
            count += 1
    if count <= FEW:
        # Put each in its place.
        count = 0
        for index in range(work.lookup_count):
            score = work.lookups[index].score
            if score >= least:
                at = count
                while at and work.lookups[work.order[at - 1]].score < score:
                    work.order[at] = work.order[at - 1]
                    at -= 1
                work.order[at] = <int32_t> index
                count += 1
        return count
    if <int64_t> high - low >= SCORES:
        qsort(work.lookups, work.lookup_count, sizeof(Lookup), _higher)
        for index in range(count):
            work.order[index] = <int32_t> index
        return count
    # Scores lie close together: count how many there are of each.
    memset(starts, 0, (high - low + 2) * sizeof(int32_t))
    for index in range(work.lookup_count):
        if work.lookups[index].score >= least:
            starts[high - work.lookups[index].score + 1] += 1
    for at in range(high - low + 1):
        starts[at + 1] += starts[at]
    for index in range(work.lookup_count):
        if work.lookups[index].score >= least:
            at = high - work.lookups[index].score
            work.order[starts[at]] = <int32_t> index
            starts[at] += 1
    return count


cdef int _higher(const void *first, const void *second) noexcept nogil:
    """Order of lookups: highest score first."""
    cdef int32_t one = (<const Lookup *> first).score, other = (<const Lookup *> second).score
    return (one < other) - (one > other)


cdef int emit_best(EquationMap map, Snapshot snapshot, const Grammar *grammar, Workspace *work,
                   PlayBuffer *buffer,
                    Cut *cut) except -1 nogil:
    """From lookups to plays, highest score first, until no lookup is wanted any more."""
    cdef int64_t index, count
    cdef Lookup *lookup
    if work.lookup_count == 0:
        return 0
    count = _in_order(work, cut.score)
    for index in range(count):
        fetch(&map.slots[work.lookups[work.order[index]].key >> map.slot_shift])
    # The equations are asked for some lookups ahead.
    for index in range(count + AHEAD):
        if index < count:
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
