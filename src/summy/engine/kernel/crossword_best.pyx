# cython: language_level=3
"""The best plays only: lines in the order of what they could score at most.

A *job* is all lines of one class with a given number of squares before and behind its core. Its bound takes the best
tiles of the hand on the best premium squares of the best of its places. Jobs are done in falling order of their bounds,
until no bound reaches the worst play that is kept; equal scores are still looked at, since texts decide among them.
"""

from libc.stdlib cimport free, realloc
from libc.string cimport memset

from summy.engine.kernel.crossword_cores cimport Core, Place
from summy.engine.kernel.crossword_mapped cimport Hit, Mapped, mapped_compare, mapped_find, mapped_open
from summy.engine.kernel.crossword_solving cimport WIDEST, Structures
from summy.engine.kernel.crossword_structures cimport structure_line, structures_open

cdef enum:
    SIZES = 10            # sizes of equations in a map, from 0

# What stands on one side of a core, or in its gaps, when some squares there are filled.
ctypedef struct Extent:
    int64_t factor        # of the equation
    int64_t crossings     # points of crossing lines, without those of the laid tiles
    int64_t crossed       # most points of the laid tiles in crossing lines
    int32_t doubles       # squares that count a tile twice
    int32_t triples       # three times

ctypedef struct Best:
    Context *context
    JobStore *store
    int64_t top[14]       # points of the best tiles of the hand, together
    int64_t highest       # of a single tile
    int8_t digits[26]     # digits of the hand, highest first


cdef void jobs_close(JobStore *store) noexcept nogil:
    free(store.jobs)
    free(store.found.hits)
    free(store.stretches)
    memset(store, 0, sizeof(JobStore))


cdef void _survey_hand(Best *best) noexcept nogil:
    cdef const Hand *hand = best.context.hand
    cdef const Rules *rules = best.context.rules
    cdef int kind, times, index, count = 0
    cdef int64_t points[12]
    for kind in range(KINDS):
        for times in range(hand.counts[kind]):
            index = count
            count += 1
            while index and points[index - 1] < rules.points[kind]:
                points[index] = points[index - 1]
                index -= 1
            points[index] = rules.points[kind]
    best.top[0] = 0
    for index in range(count):
        best.top[index + 1] = best.top[index] + points[index]
    best.highest = best.top[1] if count else 0


cdef void _widen(const Best *best, Extent *extent, int direction, int square) noexcept nogil:
    """Fill one more square."""
    cdef const Rules *rules = best.context.rules
    cdef const Cross *cross = &best.context.table.cross[direction][square]
    cdef int64_t factor = rules.equation_factor[square], most = 0
    cdef int face
    extent.factor *= factor
    extent.doubles += rules.tile_factor[square] == 2
    extent.triples += rules.tile_factor[square] == 3
    if cross.length:
        extent.crossings += cross.points * factor
        extent.crossed += rules.tile_factor[square] * factor * best.highest
        if rules.result:
            for face in range(FACES):
                if cross.faces >> face & 1:
                    most = max(most, best.context.table.results[(direction * SQUARES + square) * FACES + face])
            extent.crossings += most * factor


cdef int64_t _best_result(const Best *best, const Core *core, int length) noexcept nogil:
    """The largest number that can stand on the right of a line.

    In n squares of one-digit tiles nothing reaches 10^n, so the number has at most half of the line's squares; with
    two-digit tiles nothing reaches 10^(n + 1).
    """
    cdef const Hand *hand = best.context.hand
    cdef int32_t counts[10]
    cdef bint two_digits = False
    cdef int at, digit, digits
    cdef int64_t number = 0
    for digit in range(10):
        counts[digit] = hand.counts[digit]
    for digit in range(10, ADD):
        two_digits = two_digits or hand.counts[digit] > 0
    counts[9] += hand.counts[BLANK]
    for at in range(core.length):
        if 0 <= core.faces[at] <= 9:
            counts[core.faces[at]] += 1
        elif 9 < core.faces[at] < ADD:
            two_digits = True
    two_digits = two_digits or hand.counts[BLANK] > 0
    digits = length // 2 if two_digits else (length - 1) // 2
    if best.context.rules.max_digits:
        digits = min(digits, best.context.rules.max_digits)
    digit = 9
    while digits and digit >= 0:
        if counts[digit]:
            counts[digit] -= 1
            number = 10 * number + digit
            digits -= 1
        else:
            digit -= 1
    return max(number, 20) if two_digits else number


cdef bint _add_job(Best *best, const Job *job) noexcept nogil:
    cdef JobStore *store = best.store
    cdef int64_t capacity
    cdef Job *bigger
    if store.count == store.capacity:
        capacity = 2 * store.capacity if store.capacity else 1024
        bigger = <Job *> realloc(store.jobs, capacity * sizeof(Job))
        if bigger == NULL:
            store.failed = True
            return False
        store.jobs = bigger
        store.capacity = capacity
    store.jobs[store.count] = job[0]
    store.count += 1
    return True


cdef void _measure(const Best *best, const Core *core, const Extent *gaps, const Extent *left, const Extent *right,
                   int64_t fixed, int count, int64_t result, Job *job) noexcept nogil:
    """The bound of a line at one place: `count` tiles are laid, `fixed` points lie there already."""
    cdef const Rules *rules = best.context.rules
    cdef int64_t factor = gaps.factor * left.factor * right.factor
    cdef int triples = min(gaps.triples + left.triples + right.triples, count)
    cdef int doubles = min(triples + gaps.doubles + left.doubles + right.doubles, count)
    cdef int64_t constant = (fixed + result + best.top[triples] + best.top[doubles]) * factor
    constant += gaps.crossings + left.crossings + right.crossings + gaps.crossed + left.crossed + right.crossed
    if count >= rules.full_hand:
        constant += rules.full_hand_bonus
    job.constant = constant
    job.factor = factor
    job.bound = constant + factor * best.top[count]


cdef void _place_extents(const Best *best, const Core *core, const Place *place, Extent *gaps, Extent *left, Extent *right, int64_t *fixed) noexcept nogil:
    """Measure a place: its gaps, and so many squares before and behind the core."""
    cdef const Rules *rules = best.context.rules
    cdef const Table *table = best.context.table
    cdef int step = rules.width if place.direction else 1
    cdef int at, square
    gaps.factor = 1
    gaps.crossings = 0
    gaps.crossed = 0
    gaps.doubles = 0
    gaps.triples = 0
    left[0] = gaps[0]
    right[0] = gaps[0]
    fixed[0] = 0
    for at in range(core.length):
        square = place.first + at * step
        if table.faces[square] == EMPTY:
            _widen(best, gaps, place.direction, square)
        else:
            fixed[0] += rules.points[table.kinds[square]]
    for at in range(place.left):
        left[at + 1] = left[at]
        _widen(best, &left[at + 1], place.direction, place.first - (at + 1) * step)
    for at in range(place.right):
        right[at + 1] = right[at]
        _widen(best, &right[at + 1], place.direction, place.first + (core.length + at) * step)


cdef void _list_jobs(Best *best, int32_t index) noexcept nogil:
    """All jobs of one class; the bound of a job is that of its best place."""
    cdef Context *context = best.context
    cdef const Core *core = &context.cores.cores[index]
    cdef const Place *place
    cdef Extent gaps
    cdef Extent left[13]
    cdef Extent right[13]
    cdef Job jobs[13][13]
    cdef Job job
    cdef int64_t fixed, result = 0
    cdef int before, behind, number, count
    cdef int inner = core.gaps + core.laid
    for before in range(core.left + 1):
        for behind in range(core.right + 1):
            jobs[before][behind].bound = -1
    for number in range(core.first_place, core.first_place + core.places):
        place = &context.cores.places[number]
        _place_extents(best, core, place, &gaps, left, right, &fixed)
        for before in range(min(place.left, context.hand.size - inner) + 1):
            for behind in range(min(place.right, context.hand.size - inner - before) + 1):
                count = before + behind + inner
                if count == 0 or before + core.length + behind < 3:
                    continue
                if context.rules.result:
                    result = _best_result(best, core, before + core.length + behind)
                _measure(best, core, &gaps, &left[before], &right[behind], fixed, count, result, &job)
                if job.bound > jobs[before][behind].bound:
                    # Constant and factor of one place with those of another: the larger of each holds for both.
                    if jobs[before][behind].bound >= 0:
                        job.constant = max(job.constant, jobs[before][behind].constant)
                        job.factor = max(job.factor, jobs[before][behind].factor)
                    jobs[before][behind] = job
                else:
                    jobs[before][behind].constant = max(job.constant, jobs[before][behind].constant)
                    jobs[before][behind].factor = max(job.factor, jobs[before][behind].factor)
    for before in range(core.left + 1):
        for behind in range(core.right + 1):
            if jobs[before][behind].bound >= 0:
                jobs[before][behind].core = index
                jobs[before][behind].before = before
                jobs[before][behind].behind = behind
                if not _add_job(best, &jobs[before][behind]):
                    return


# ---------------------------------------------------------------------------------------------- order

cdef void _sift(Job *jobs, int64_t at, int64_t count) noexcept nogil:
    cdef Job moved = jobs[at]
    cdef int64_t child
    while True:
        child = 2 * at + 1
        if child >= count:
            break
        if child + 1 < count and jobs[child + 1].bound > jobs[child].bound:
            child += 1
        if jobs[child].bound <= moved.bound:
            break
        jobs[at] = jobs[child]
        at = child
    jobs[at] = moved


cdef bint _stretches_start(JobStore *store, int32_t cores) noexcept nogil:
    cdef int64_t wanted = <int64_t> cores * SIZES
    cdef Stretch *bigger
    cdef int64_t index
    if wanted > store.stretch_capacity:
        bigger = <Stretch *> realloc(store.stretches, 2 * wanted * sizeof(Stretch))
        if bigger == NULL:
            store.failed = True
            return False
        store.stretches = bigger
        store.stretch_capacity = 2 * wanted
    for index in range(wanted):
        store.stretches[index].first = -1
    return True


cdef void _do_mapped(Best *best, Mapped *mapped, const Job *job, int length) noexcept nogil:
    """All plays of a job whose equations are in the map."""
    cdef JobStore *store = best.store
    cdef Context *context = best.context
    cdef const Core *core = &context.cores.cores[job.core]
    cdef Stretch *stretch = &store.stretches[job.core * SIZES + length]
    cdef const Hit *hit
    cdef int64_t index
    if stretch.first < 0:
        stretch.first = store.found.count
        mapped_find(mapped, core, length, &store.found)
        stretch.count = store.found.count - stretch.first
    for index in range(stretch.first, stretch.first + stretch.count):
        hit = &store.found.hits[index]
        if job.constant + job.factor * hit.points >= context.sink.lowest:
            mapped_compare(mapped, core, hit, job.before)


cdef void best_search(Context *context, const MapView *map, JobStore *store) noexcept nogil:
    """Send plays to the sink until it has the best ones: lines of at most WIDEST squares."""
    cdef Best best
    cdef Mapped mapped
    cdef Structures structures
    cdef Job job
    cdef int64_t index
    cdef int length
    best.context = context
    best.store = store
    store.count = 0
    store.found.count = 0
    store.failed = False
    store.found.failed = False
    _survey_hand(&best)
    for index in range(context.cores.count):
        _list_jobs(&best, index)
    if store.failed or not _stretches_start(store, context.cores.count):
        return
    for index in range(store.count // 2 - 1, -1, -1):
        _sift(store.jobs, index, store.count)
    structures_open(&structures, context)
    mapped_open(&mapped, map, context)
    while store.count and not context.sink.stop:
        job = store.jobs[0]
        if job.bound < context.sink.lowest:
            return
        store.count -= 1
        store.jobs[0] = store.jobs[store.count]
        _sift(store.jobs, 0, store.count)
        context.nodes += 1
        length = job.before + context.cores.cores[job.core].length + job.behind
        if length <= map.size:
            _do_mapped(&best, &mapped, &job, length)
        elif length <= WIDEST:
            structure_line(&structures, &context.cores.cores[job.core], job.before, job.behind, job.constant, job.factor)
