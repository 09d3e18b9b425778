# cython: language_level=3
"""Filling in the numbers of a shape: the second half of the structure search.

All numbers but one are filled in digit by digit, from the left; the one left out, H, is solved for. What stands
before each number is kept in a *frame*: a sum of complete terms, a present term with its sign and, once the term of
H is complete, its coefficient; all of them fractions that are never cancelled.
"""

from libc.math cimport INFINITY, fabs
from libc.stdlib cimport abort, realloc

ctypedef fused number:
    int64_t
    int128

cdef enum:
    # What a frame holds.
    SUM_TOP = 0
    SUM_BOTTOM = 1
    TERM_TOP = 2
    TERM_BOTTOM = 3
    TOP = 4               # the coefficient of H
    BOTTOM = 5
    INSIDE = 6            # whether the present term is the one with H
    WORDS = 8             # size of a frame

cdef double POWERS[LONGEST_LINE]
cdef int _power
POWERS[0] = 1
for _power in range(1, LONGEST_LINE):
    POWERS[_power] = 10 * POWERS[_power - 1]


cdef void solve_shape(Structure *search) noexcept nogil:
    """Find all lines of a complete shape."""
    if search.core.digits + search.hand_digits <= 18:
        _prepare(search, search.narrow[0])
    else:
        _prepare(search, search.wide[0])


cdef void _prepare(Structure *search, number *frame) noexcept nogil:
    """Find the last free square of each number and begin with the first."""
    cdef int index, square
    cdef Number *each
    for index in range(search.numbers + 1):
        each = &search.number[index]
        square = each.end - 1
        if each.unknown:
            while search.line[square] != GAP:
                square -= 1
            each.last_free = square
        else:
            each.last_free = each.first - 1
    frame[SUM_TOP] = 0
    frame[SUM_BOTTOM] = 1
    frame[TOP] = 0
    frame[BOTTOM] = 1
    _enter(search, frame, 0, <number> 0, <number> 1, False)


cdef void _enter(Structure *search, number *frame, int index, number term_top, number term_bottom,
                 bint inside) noexcept nogil:
    """Go on with number `index`.

    Before it stand the sum of a frame and this present term; with `inside` that is the term of H.
    """
    cdef Number *each = &search.number[index]
    cdef number sum_top = frame[SUM_TOP], sum_bottom = frame[SUM_BOTTOM], top = frame[TOP], bottom = frame[BOTTOM]
    if each.operator != TIMES and each.operator != DIVIDE:
        # A new term begins: the present one is complete.
        if inside:
            top = term_top
            bottom = term_bottom
            inside = False
        else:
            sum_top = sum_top * term_bottom + term_top * sum_bottom
            sum_bottom = sum_bottom * term_bottom
        term_top = -1 if each.operator == MINUS else 1
        term_bottom = 1
    if index == search.solved and index == search.numbers:
        if sum_top >= 0:
            if sum_bottom == 1:
                _match(search, sum_top)
            elif sum_top % sum_bottom == 0:
                _match(search, sum_top // sum_bottom)
        return
    frame += WORDS
    frame[SUM_TOP] = sum_top
    frame[SUM_BOTTOM] = sum_bottom
    frame[TOP] = top
    frame[BOTTOM] = bottom
    if index == search.solved:
        _enter(search, frame, index + 1, term_top, term_bottom, True)
        return
    frame[TERM_TOP] = term_top
    frame[TERM_BOTTOM] = term_bottom
    frame[INSIDE] = inside
    if index == search.last:
        _bound_last(search, each, _ratio(sum_top, sum_bottom), _ratio(term_top, term_bottom), _ratio(top, bottom))
    if each.unknown:
        _fill(search, frame, index, each.first, <number> 0)
    else:
        _take(search, frame, index, _with_tail(search, each, <number> 0))


cdef inline double _ratio(number top, number bottom) noexcept nogil:
    if bottom == 1:
        return <double> top
    return <double> top / <double> bottom


cdef inline number _with_tail(Structure *search, Number *each, number value) noexcept nogil:
    """A number's value from that of its squares up to the last free one."""
    cdef int square
    for square in range(each.last_free + 1, each.end):
        value = 10 * value + search.line[square]
    return value


cdef void _bound_last(Structure *search, Number *each, double total, double term,
                      double coefficient) noexcept nogil:
    """Bound the number that is filled in last by what the solved number can be."""
    cdef Number *solved = &search.number[search.solved]
    cdef double low, high, margin
    if search.last == search.numbers:
        # right = total + coefficient * solved, or / solved
        if solved.operator == DIVIDE:
            low = total + coefficient / max(solved.greatest, 1.0)
            high = total + coefficient / max(solved.least, 1.0)
        else:
            low = total + coefficient * solved.least
            high = total + coefficient * solved.greatest
    else:
        # solved = total + term * last, or / last; a term that begins here is 1 or -1
        low = solved.least - total
        high = solved.greatest - total
        if term < 0:
            low, high = -high, -low
            term = -term
        if term == 0:
            low = 0
            high = INFINITY
        elif each.operator != DIVIDE:
            low /= term
            high /= term
        elif high <= 0:
            # Nothing positive divided by a number is 0 or less.
            low = 1
            high = 0
        else:
            low, high = term / high, (term / low if low > 0 else INFINITY)
    if low > high and search.last == search.numbers:
        low, high = high, low
    # Floating point is not exact: widen the bounds by more than it can be wrong.
    margin = 1e-6 + 1e-9 * (fabs(total) + fabs(low))
    search.range_low = low - margin
    search.range_high = high + 1e-6 + 1e-9 * (fabs(total) + fabs(high))


cdef void _fill(Structure *search, number *frame, int index, int square, number value) noexcept nogil:
    """Fill number `index` from `square` on; so far it is `value`."""
    cdef Number *each = &search.number[index]
    cdef int digit
    cdef bint last_free
    cdef double unit = 0, smallest = 0
    search.nodes += 1
    while search.line[square] != GAP:
        value = 10 * value + search.line[square]
        square += 1
    last_free = square == each.last_free
    if index == search.last:
        # What comes behind this digit adds less than one more of it would.
        unit = POWERS[each.end - square - 1]
        smallest = 10 * <double> value * unit
    for digit in range(square == each.first and each.end > square + 1, PLUS):
        if search.counts[digit]:
            if index == search.last:
                if smallest + digit * unit > search.range_high:
                    break
                if smallest + (digit + 1) * unit <= search.range_low:
                    continue
            search.counts[digit] -= 1
            search.line[square] = <int8_t> digit
            if last_free:
                _take(search, frame, index, _with_tail(search, each, 10 * value + digit))
            else:
                _fill(search, frame, index, square + 1, 10 * value + digit)
            search.counts[digit] += 1
    search.line[square] = GAP


cdef inline void _take(Structure *search, number *frame, int index, number value) noexcept nogil:
    """Number `index` has this value: on to the next, or solve."""
    if index == search.numbers:
        _solve(search, frame, value)
    elif search.number[index].operator != DIVIDE:
        _enter(search, frame, index + 1, frame[TERM_TOP] * value, frame[TERM_BOTTOM], <bint> frame[INSIDE])
    elif value != 0:
        _enter(search, frame, index + 1, frame[TERM_TOP], frame[TERM_BOTTOM] * value, <bint> frame[INSIDE])


cdef inline void _solve(Structure *search, number *frame, number right) noexcept nogil:
    """All numbers but H are filled in: sum + coefficient * H = right (or / H)."""
    cdef bint divides = search.number[search.solved].operator == DIVIDE
    cdef number rest = right * frame[SUM_BOTTOM] - frame[SUM_TOP]
    cdef number above, below
    if frame[TOP] == 0:
        if rest == 0:
            _fill_solved(search, search.number[search.solved].first, divides)
        return
    if divides:
        if rest == 0:
            return
        above = frame[TOP] * frame[SUM_BOTTOM]
        below = frame[BOTTOM] * rest
    else:
        above = rest * frame[BOTTOM]
        below = frame[SUM_BOTTOM] * frame[TOP]
    if below == 1 or above % below == 0:
        above = above // below if below != 1 else above
        if above > 0 or (above == 0 and not divides):
            _match(search, above)


cdef void _fill_solved(Structure *search, int square, bint divides) noexcept nogil:
    """The solved number may be anything (its coefficient is 0), only not 0 if it divides."""
    cdef Number *each = &search.number[search.solved]
    cdef int digit
    search.nodes += 1
    while square < each.end and search.line[square] != GAP:
        square += 1
    if square == each.end:
        if divides and each.end == each.first + 1 and search.line[each.first] == 0:
            return
        _emit(search)
        return
    for digit in range(square == each.first and each.end > square + 1, PLUS):
        if search.counts[digit]:
            search.counts[digit] -= 1
            search.line[square] = <int8_t> digit
            _fill_solved(search, square + 1, divides)
            search.counts[digit] += 1
    search.line[square] = GAP


cdef void _match(Structure *search, number value) noexcept nogil:
    """The solved number has this value: compare its digits with table and hand."""
    cdef Number *each = &search.number[search.solved]
    cdef int square = each.end - 1
    cdef int lowest, digit
    cdef int8_t kept[LONGEST_LINE]
    search.nodes += 1
    while square >= each.first:
        digit = <int> (value % 10)
        value = value // 10
        kept[square] = search.line[square]
        if kept[square] == GAP:
            if search.counts[digit] == 0:
                break
            search.counts[digit] -= 1
            search.line[square] = <int8_t> digit
        elif kept[square] != digit:
            break
        square -= 1
    lowest = square + 1
    if square < each.first and value == 0 and (each.end == each.first + 1 or search.line[each.first] != 0):
        _emit(search)
    for square in range(lowest, each.end):
        if kept[square] == GAP:
            search.counts[search.line[square]] += 1
            search.line[square] = GAP


# ---------------------------------------------------------------------------------------------- plays

cdef bint _steps_whole(Structure *search) noexcept nogil:
    """Whether every step of the left side gives a whole number not below zero."""
    cdef int128 total = 0, term = 0, value
    cdef int index, square
    cdef bint minus = False
    cdef Number *each
    for index in range(search.numbers):
        each = &search.number[index]
        value = 0
        for square in range(each.first, each.end):
            value = 10 * value + search.line[square]
        if each.operator == TIMES:
            term = term * value
        elif each.operator == DIVIDE:
            if term % value != 0:
                return False
            term = term // value
        else:
            total += -term if minus else term
            if total < 0:
                return False
            minus = each.operator == MINUS
            term = value
    total += -term if minus else term
    return total >= 0


cdef void _emit(Structure *search) noexcept nogil:
    """The line stands: a play at each place with room for it."""
    cdef uint64_t tiles = 0
    cdef int laid = 0, square, symbol, behind = search.end - BASE - search.length
    cdef int32_t score = search.core.points
    cdef int32_t index
    if search.equations != NULL:
        _write_equation(search)
        return
    if search.grammar.integer_steps and not _steps_whole(search):
        return
    for square in range(BASE - search.before, search.end):
        if cell_at(search, square) == GAP:
            symbol = search.line[square]
            tiles |= <uint64_t> symbol << (4 * laid)
            score += search.points[symbol]
            laid += 1
    if laid >= search.grammar.full_hand:
        score += search.grammar.full_hand_bonus
    if CHECK_BOUNDS and (score > search.bound or score > search.most_points):
        abort()
    if search.cut != NULL and score < search.cut.score:
        return
    tiles |= <uint64_t> laid << 48 | <uint64_t> search.before << 52
    for index in range(search.core.places):
        if search.places[index].left >= search.before and search.places[index].right >= behind:
            buffer_add(search.buffer, tiles, search.core.first_place + index, score)
            if search.cut != NULL:
                cut_note(search.cut, score)


cdef void _write_equation(Structure *search) noexcept nogil:
    """Append the whole line to the equations."""
    cdef EquationBuffer *into = search.equations
    cdef uint64_t equation = 0
    cdef uint64_t *bigger
    cdef int square, index, size, longest = 0
    if into.count == into.capacity:
        bigger = <uint64_t *> realloc(into.equations, 2 * into.capacity * sizeof(uint64_t))
        if bigger == NULL:
            into.failed = True
            return
        into.equations = bigger
        into.capacity = 2 * into.capacity
    for index in range(search.numbers + 1):
        size = search.number[index].end - search.number[index].first
        longest = max(longest, size)
    for square in range(BASE, search.end):
        equation |= <uint64_t> search.line[square] << (4 * (square - BASE))
    equation |= <uint64_t> (search.end - BASE) << 48
    equation |= <uint64_t> (search.number[search.numbers].first - 1 - BASE) << 52
    equation |= <uint64_t> longest << 56
    equation |= <uint64_t> _steps_whole(search) << 60
    into.equations[into.count] = equation
    into.count += 1
