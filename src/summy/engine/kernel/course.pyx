# cython: language_level=3
"""A game at one moment without its table, and what turns do to it: dealing, drawing, changing tiles, the end.

All of it is the referee's (`summy.referee`, `summy.deal`), as data of the ruleset.
"""

from libc.string cimport memcpy, memset

from summy.engine.kernel.splitmix cimport scrambled


cdef inline uint32_t _below(uint64_t *state, uint32_t limit) noexcept nogil:
    """A number below `limit` by multiplication (bias below 1 in 10^7 for a stock)."""
    state[0] += <uint64_t> 0x9E3779B97F4A7C15ULL
    return <uint32_t> ((scrambled(state[0]) >> 32) * limit >> 32)


cdef void _shuffle(uint64_t *state, uint8_t *tiles, int32_t count) noexcept nogil:
    cdef int32_t index, other
    cdef uint8_t tile
    for index in range(count - 1, 0, -1):
        other = <int32_t> _below(state, index + 1)
        tile = tiles[index]
        tiles[index] = tiles[other]
        tiles[other] = tile


cdef uint64_t course_deal(Course *course, const uint8_t *pool, int32_t count, int32_t stock, uint64_t seed,
                          uint64_t iteration) noexcept nogil:
    """Deal the tiles that the side to move does not see: hands of the others first, then the stock.

    With an empty pool hands and stock stay as they are. Returns the state of the generator, for `returns`.
    """
    cdef uint8_t tiles[MOST_TILES]
    cdef uint64_t state = scrambled(seed + <uint64_t> 0x9E3779B97F4A7C15ULL * (iteration + 1))
    cdef int32_t side, index, wanted, at = 0
    if pool != NULL:
        memcpy(tiles, pool, count)
        _shuffle(&state, tiles, count)
        for side in range(course.sides):
            if side == course.to_move:
                continue
            wanted = min(course.sizes[side], count - at)
            course.sizes[side] = wanted
            for index in range(wanted):
                course.counts[side][tiles[at]] += 1
                at += 1
        course.bottom = min(stock, count - at)
        memcpy(course.stock, tiles + at, course.bottom)
    return scrambled(state)


cdef void course_draw(Course *course, const TurnRules *rules, int32_t side) noexcept nogil:
    """Refill a hand; sides 2 and 4 draw from the bottom."""
    cdef int32_t kind
    while course.sizes[side] < rules.hand_size and course.top < course.bottom:
        if side & 1:
            course.bottom -= 1
            kind = course.stock[course.bottom]
        else:
            kind = course.stock[course.top]
            course.top += 1
        course.counts[side][kind] += 1
        course.sizes[side] += 1


cdef void course_played(Course *course, const TurnRules *rules, int64_t score, const int32_t *kept) noexcept nogil:
    """The side to move has laid a play that scores so much and kept these tiles."""
    cdef int32_t side = course.to_move, kind
    course.made += 1
    course.scores[side] += score
    course.sizes[side] = 0
    for kind in range(MOST_KINDS):
        course.counts[side][kind] = kept[kind]
        course.sizes[side] += kept[kind]
    course.scoreless = 0
    course_draw(course, rules, side)


cdef void course_pass(Course *course, const TurnRules *rules) noexcept nogil:
    """The side to move passes."""
    course.scoreless += rules.scoreless_always or course.bottom == course.top


cdef void course_next(Course *course) noexcept nogil:
    """The turn is over."""
    course.turns += 1
    course.to_move = (course.to_move + 1) % course.sides


cdef void course_swap(Course *course, const TurnRules *rules, const int32_t *kept, int32_t size) noexcept nogil:
    """Keep some tiles, draw others; exchanged tiles are mixed into the stock."""
    cdef int32_t side = course.to_move, kind
    cdef int32_t before[MOST_KINDS]
    course_pass(course, rules)
    memcpy(before, course.counts[side], sizeof(before))
    memcpy(course.counts[side], kept, sizeof(before))
    course.sizes[side] = size
    course_draw(course, rules, side)
    if not rules.discards:
        _put_back(course, before, kept)


cdef void _put_back(Course *course, const int32_t *counts, const int32_t *kept) noexcept nogil:
    """Mix the tiles that were not kept into the stock, which then starts at index 0 again."""
    cdef int32_t kind, _
    cdef int32_t count = course.bottom - course.top
    cdef uint8_t tiles[MOST_TILES]
    cdef uint64_t state
    memcpy(tiles, course.stock + course.top, count)
    for kind in range(MOST_KINDS):
        for _ in range(counts[kind] - kept[kind]):
            if count < MOST_TILES:
                tiles[count] = kind
                count += 1
    course.returns = scrambled(course.returns + 1)
    state = course.returns
    _shuffle(&state, tiles, count)
    memcpy(course.stock, tiles, count)
    course.top = 0
    course.bottom = count


cdef bint course_ends(Course *course, const TurnRules *rules) noexcept nogil:
    """Whether the game ends here by a hand that is out or by turns without a play; hands are settled then."""
    cdef int32_t side, kind
    cdef int64_t left[MOST_SIDES]
    cdef int64_t total = 0
    cdef bint out = False
    if rules.out and course.bottom == course.top:
        for side in range(course.sides):
            out = out or course.sizes[side] == 0
    if not out and course.scoreless < rules.scoreless_turns:
        return False
    for side in range(course.sides):
        left[side] = 0
        for kind in range(MOST_KINDS):
            left[side] += course.counts[side][kind] * rules.points[kind]
        total += left[side]
    for side in range(course.sides):
        if out:
            if course.sizes[side] == 0:
                course.scores[side] += rules.out_bonus * total
        elif rules.scoreless_deducts:
            course.scores[side] -= left[side]
    return True
