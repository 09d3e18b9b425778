# cython: language_level=3
"""The straight search: complete, exact and simple. Everything faster is tested against it.

For one class and each number of hand tiles before its core, the squares are filled from the left. Only the
left side of the equation is searched: its value, kept as an exact fraction, leaves one number for the right
side, whose digits are compared with table and hand.

Exactness: a fraction is kept as numerator and denominator without ever cancelling. With D digits in the
line no numerator, denominator or product of both with the right side's number exceeds 10^D: in a sum of m
terms each product leaves out the numerators of the m - 1 other terms, of one digit at least, so that all
together stay below m * 10^(D - m + 1) <= 10^D. 64 bits therefore hold all lines of up to 18 digits,
        128 bits those of up to 38. Longer
lines are searched with Python's integers (`long_lines.py`).
"""

ctypedef fused number:
    int64_t
    int128


cdef inline int _cell(Straight *search, int at) noexcept nogil:
    """The table tile on a square counted from the core's first, or GAP."""
    if at < 0 or at >= search.length:
        return GAP
    return search.cells[at]


cdef inline void _lay(Straight *search, int symbol) noexcept nogil:
    search.counts[symbol] -= 1
    search.tiles |= <uint64_t> symbol << (4 * search.laid)
    search.laid += 1
    search.score += search.points[symbol]


cdef inline void _lift(Straight *search, int symbol) noexcept nogil:
    search.laid -= 1
    search.tiles &= ~(<uint64_t> 15 << (4 * search.laid))
    search.counts[symbol] += 1
    search.score -= search.points[symbol]


cdef void _emit(Straight *search, int behind) noexcept nogil:
    """The line is complete with so many squares behind the core: a play at each place with room for it."""
    cdef uint64_t tiles = search.tiles | <uint64_t> search.laid << 48 | <uint64_t> search.before << 52
    cdef int32_t score = search.core.points + search.score
    cdef int32_t index
    if search.laid >= search.grammar.full_hand:
        score += search.grammar.full_hand_bonus
    for index in range(search.core.places):
        if search.places[index].left >= search.before and search.places[index].right >= behind:
            buffer_add(search.buffer, tiles, search.core.first_place + index, score)


cdef void _right_side(Straight *search, int at, number value) noexcept nogil:
    """Write a number from square `at` to the end of the line, if table and hand have its digits."""
    cdef int end = at, index, symbol, fixed
    cdef int taken = 0
    cdef number rest = value
    cdef int8_t digits[48]
    while True:
        digits[end - at] = <int8_t> (rest % 10)
        rest = rest // 10
        end += 1
        if rest == 0:
            break
    if end < search.length or end > search.length + search.right:
        return
    if search.grammar.max_digits and end - at > search.grammar.max_digits:
        return
    # The digits stand lowest first.
    for index in range(at, end):
        symbol = digits[end - 1 - index]
        fixed = _cell(search, index)
        if fixed == GAP:
            if search.counts[symbol] == 0:
                break
            _lay(search, symbol)
            taken += 1
        elif fixed != symbol:
            break
    else:
        if search.laid:
            _emit(search, end - search.length if end > search.length else 0)
    while taken:
        _lift(search, <int> (search.tiles >> (4 * (search.laid - 1))) & 15)
        taken -= 1


cdef void _left_side(Straight *search, int at, number sum_top, number sum_bottom, number term_top,
                     number term_bottom,
                     int sign, bint dividing, number value, int digits, int operators) noexcept nogil:
    """Fill square `at` and all behind it.

    Done so far: a sum of terms, then (added or subtracted by `sign`) the present term,
                                       multiplied or divided by the
    present number, of which `digits` digits with that value stand.
    """
    cdef int fixed = _cell(search, at)
    cdef int symbol
    search.nodes += 1
    if fixed != GAP:
        _step(search, at, fixed, sum_top, sum_bottom, term_top, term_bottom, sign, dividing, value, digits,
              operators)
        return
    if at >= search.length + search.right or search.laid == search.hand_size:
        return
    for symbol in range(SYMBOLS):
        if search.counts[symbol]:
            _lay(search, symbol)
            _step(search, at, symbol, sum_top, sum_bottom, term_top, term_bottom, sign, dividing, value,
                  digits, operators)
            _lift(search, symbol)


cdef void _step(Straight *search, int at, int symbol, number sum_top, number sum_bottom, number term_top,
                number term_bottom, int sign, bint dividing, number value, int digits,
                int operators) noexcept nogil:
    """Square `at` has got a symbol: take it into the state, or give up."""
    if symbol < PLUS:
        if digits and value == 0:
            return
        if search.grammar.max_digits and digits == search.grammar.max_digits:
            return
        _left_side(search, at + 1, sum_top, sum_bottom, term_top, term_bottom, sign, dividing,
                   10 * value + symbol, digits + 1, operators)
        return
    if digits == 0:
        return
    # The number is complete: take it into the term.
    if dividing:
        if value == 0:
            return
        term_bottom = term_bottom * value
        if search.grammar.integer_steps:
            if term_top % term_bottom != 0:
                return
            term_top = term_top // term_bottom
            term_bottom = 1
    else:
        term_top = term_top * value
    if symbol == TIMES or symbol == DIVIDE:
        _left_side(search, at + 1, sum_top, sum_bottom, term_top, term_bottom, sign, symbol == DIVIDE,
                   <number> 0, 0,
                   operators + 1)
        return
    # The term is complete: take it into the sum.
    sum_top = sum_top * term_bottom + sign * term_top * sum_bottom
    sum_bottom = sum_bottom * term_bottom
    if search.grammar.integer_steps and sum_top < 0:
        return
    if symbol != EQUALS:
        _left_side(search, at + 1, sum_top, sum_bottom, <number> 1, <number> 1, 1 if symbol == PLUS else -1,
                   False,
                   <number> 0, 0, operators + 1)
        return
    if operators == 0 and search.grammar.operator_required:
        return
    if sum_top < 0 or sum_top % sum_bottom != 0:
        return
    _right_side(search, at + 1, sum_top // sum_bottom)


cdef int straight_search(Snapshot snapshot, int32_t core, const Hand *hand, const Grammar *grammar,
                         PlayBuffer *buffer, int64_t *nodes) except -1 nogil:
    """All plays of one class; the caller has seen to it that its lines have at most 38 digits."""
    cdef Straight search
    cdef int symbol, before
    search.core = &snapshot.cores[core]
    search.places = &snapshot.places[search.core.first_place]
    search.cells = snapshot.cells + search.core.first_cell
    search.length = search.core.length
    search.right = search.core.right
    search.hand_size = hand.size
    for symbol in range(16):
        search.counts[symbol] = hand.counts[symbol]
    search.grammar = grammar[0]
    search.points = snapshot.points
    search.tiles = 0
    search.laid = 0
    search.score = 0
    search.buffer = buffer
    search.nodes = 0
    for before in range(min(search.core.left, hand.size) + 1):
        search.before = before
        if search.core.digits + hand.digits <= 18:
            _left_side(&search, -before, <int64_t> 0, <int64_t> 1, <int64_t> 1, <int64_t> 1, 1, False,
                       <int64_t> 0, 0, 0)
        else:
            _left_side(&search, -before, <int128> 0, <int128> 1, <int128> 1, <int128> 1, 1, False,
                       <int128> 0, 0, 0)
    nodes[0] += search.nodes
    if buffer.failed:
        with gil:
            raise MemoryError
    return 0
