# cython: language_level=3
"""Solving one structure: which digits fill its free squares so that all its sides have one value.

All numbers of one side are tried digit by digit, which gives the value; of every other side all numbers but one. That one
follows by an exact division, and its digits are compared with table and hand. Before a number is tried, the ranges of all
that is still open bound it. For exactness see `crossword_structures`.
"""

from libc.math cimport ceil, floor

from summy.engine.kernel.crossword_frames cimport lay_line
from summy.engine.kernel.crossword_lines cimport line_is_true
from summy.engine.kernel.crossword_shapes cimport *


cdef void solve_structure(Structures *search, double low, double high) noexcept nogil:
    """A structure is complete, the values of its sides lie between low and high: find all ways to fill it."""
    cdef int index, place, at, first = 0
    cdef Side *side
    cdef Side *best
    cdef int open_squares
    # The side whose largest number is smallest is tried completely; the others leave their largest number open.
    for index in range(1, search.side_count):
        side = &search.sides[index]
        best = &search.sides[first]
        if search.numbers[side.unknown].free < search.numbers[best.unknown].free or (
            search.numbers[side.unknown].free == search.numbers[best.unknown].free and side.free < best.free
        ):
            first = index
    search.order[0] = first
    search.unknown[0] = -1
    place = 1
    for index in range(search.side_count):
        if index == first:
            continue
        # Sides with little to try come first.
        side = &search.sides[index]
        open_squares = side.free - search.numbers[side.unknown].free
        search.order[place] = index
        at = place
        while at > 1 and _to_try(search, search.order[at - 1]) > open_squares:
            search.order[at] = search.order[at - 1]
            at -= 1
        search.order[at] = index
        place += 1
    _begin_side(search, 0, low, high)


cdef inline int _to_try(const Structures *search, int index) noexcept nogil:
    """Free squares of a side without those of its unknown number."""
    return search.sides[index].free - search.numbers[search.sides[index].unknown].free


cdef void _begin_side(Structures *search, int order, double low, double high) noexcept nogil:
    """Try the numbers of the side that is next in order; its value lies between low and high."""
    cdef int index
    cdef const Side *side
    cdef Level *level
    if order == search.side_count:
        _found(search)
        return
    side = &search.sides[search.order[order]]
    if order:
        search.unknown[order] = side.unknown
    search.any_value[order] = False
    level = &search.levels[side.first]
    level.sum_top = 0
    level.sum_bottom = 1
    level.sum_low = 0
    level.sum_high = 0
    _open_term(level)
    _try_number(search, order, side.first, low, high)


cdef inline void _open_term(Level *level) noexcept nogil:
    level.term_top = 1
    level.term_bottom = 1
    level.term_low = 1
    level.term_high = 1


cdef void _try_number(Structures *search, int order, int index, double low, double high) noexcept nogil:
    """Try all values of a number that the side's value, between low and high, allows."""
    cdef Number *number = &search.numbers[index]
    cdef Level *level = &search.levels[index]
    cdef double least, most, factor_low, factor_high
    search.context.nodes += 1
    if index == search.unknown[order]:
        _fold(search, order, index, 0, low, high)
        return
    # The present term lies between least and most.
    if number.subtracted:
        least = level.sum_low + number.rest_low - high
        most = level.sum_high + number.rest_high - low
    else:
        least = low - level.sum_high - number.rest_high
        most = high - level.sum_low - number.rest_low
    least -= margin(search)
    most += margin(search)
    if most < 0:
        return
    factor_low = level.term_low * number.after_low
    factor_high = level.term_high * number.after_high
    search.least[index] = <int64_t> number.low
    search.most[index] = <int64_t> number.high
    if number.divides:
        # factor / number
        if most * number.high < factor_low:
            search.least[index] = <int64_t> number.high + 1
        elif most > 0 and factor_low / most > number.low:
            search.least[index] = <int64_t> ceil(factor_low / most * (1 - 1e-9))
        if least > 0 and factor_high < least * number.high:
            search.most[index] = <int64_t> floor(factor_high / least * (1 + 1e-9))
    else:
        if factor_low * number.high > most:
            search.most[index] = <int64_t> floor(most / factor_low * (1 + 1e-9))
        if least > factor_high * number.low:
            if factor_high * number.high < least:
                return
            search.least[index] = <int64_t> ceil(least / factor_high * (1 - 1e-9))
    if search.least[index] <= search.most[index]:
        _try_digits(search, order, index, 0, 0, low, high)


cdef inline int64_t _power(int exponent) noexcept nogil:
    cdef int64_t power = 1
    while exponent:
        power *= 10
        exponent -= 1
    return power


cdef void _try_digits(Structures *search, int order, int index, int at, int64_t value, double low, double high) noexcept nogil:
    """Fill square `at` of a number and all behind it."""
    cdef Number *number = &search.numbers[index]
    cdef int square, tried, face, count
    cdef int64_t unit
    if at == number.length:
        # 0 alone neither divides nor follows a sign.
        if value or not (number.divides or number.signed):
            _fold(search, order, index, value, low, high)
        return
    square = number.at + at
    unit = _power(number.length - 1 - at)
    if not search.free[square]:
        value = 10 * value + search.line[square]
        if value * unit <= search.most[index] and (value + 1) * unit > search.least[index]:
            _try_digits(search, order, index, at + 1, value, low, high)
        return
    # With a blank left any face will do, else those of the hand.
    if supply_blanks(&search.supply) < search.supply.blanks:
        count = ADD if number.length == 1 else 10
        for face in range(1 if at == 0 and number.length > 1 else 0, count):
            if (10 * value + face) * unit > search.most[index]:
                break
            if (10 * value + face + 1) * unit > search.least[index] and take(&search.supply, face):
                search.line[square] = face
                _try_digits(search, order, index, at + 1, 10 * value + face, low, high)
                give(&search.supply, face)
        return
    for tried in range(search.digit_count):
        face = search.digits[tried]
        if number.length > 1 and (face > 9 or (at == 0 and face == 0)):
            continue
        if (10 * value + face) * unit > search.most[index]:
            break
        if (10 * value + face + 1) * unit > search.least[index] and take(&search.supply, face):
            search.line[square] = face
            _try_digits(search, order, index, at + 1, 10 * value + face, low, high)
            give(&search.supply, face)


cdef void _fold(Structures *search, int order, int index, int64_t value, double low, double high) noexcept nogil:
    """Take a number into its side (the unknown one as a range), and go on."""
    cdef const Number *number = &search.numbers[index]
    cdef const Level *level = &search.levels[index]
    cdef Level next = level[0]
    cdef bint open_number = index == search.unknown[order]
    if search.context.sink.stop:
        return
    if search.any_value[order]:
        # The side is solved already, whatever the unknown is; this was one of its values.
        _begin_side(search, order + 1, low, high)
        return
    if open_number:
        if number.divides:
            next.term_low = least_quotient(level.term_low, number.high)
            next.term_high = level.term_high / max(number.low, 1)
        else:
            next.term_low = level.term_low * number.low
            next.term_high = level.term_high * number.high
    elif number.divides:
        next.term_bottom = level.term_bottom * value
        next.term_low = level.term_low / value
        next.term_high = level.term_high / value
    else:
        next.term_top = level.term_top * value
        next.term_low = level.term_low * value
        next.term_high = level.term_high * value
    if number.closes:
        if number.subtracted:
            next.sum_low -= next.term_high
            next.sum_high -= next.term_low
        else:
            next.sum_low += next.term_low
            next.sum_high += next.term_high
        if search.unknown[order] >= 0 and _same_term(search, search.unknown[order], index):
            search.factor_top[order] = next.term_top
            search.factor_bottom[order] = next.term_bottom
        else:
            next.sum_top = level.sum_top * next.term_bottom + (
                -next.term_top if number.subtracted else next.term_top) * level.sum_bottom
            next.sum_bottom = level.sum_bottom * next.term_bottom
        _open_term(&next)
    if index == search.sides[search.order[order]].last:
        _end_solving(search, order, &next, low, high)
        return
    search.levels[index + 1] = next
    _try_number(search, order, index + 1, low, high)


cdef inline bint _same_term(const Structures *search, int unknown, int last) noexcept nogil:
    """Whether the unknown is a factor of the term that number `last` closes."""
    if unknown > last:
        return False
    while last > unknown:
        if search.numbers[last].begins:
            return False
        last -= 1
    return True


cdef void _end_solving(Structures *search, int order, const Level *end, double low, double high) noexcept nogil:
    """All numbers of a side but the unknown one are tried: find that one, or note the value of the first side."""
    cdef const Number *number
    cdef int64_t top, bottom, factor_top, factor_bottom
    cdef int unknown = search.unknown[order]
    cdef double value
    if unknown < 0:
        search.value_top = end.sum_top
        search.value_bottom = end.sum_bottom
        value = <double> end.sum_top / <double> end.sum_bottom
        if value < low - margin(search) or value > high + margin(search):
            return
        _begin_side(search, 1, value, value)
        return
    number = &search.numbers[unknown]
    factor_top = search.factor_top[order]
    factor_bottom = search.factor_bottom[order]
    # factor * unknown (or factor / unknown) = top / bottom
    top = search.value_top * end.sum_bottom - end.sum_top * search.value_bottom
    bottom = search.value_bottom * end.sum_bottom
    if number.subtracted:
        top = -top
    if factor_top == 0:
        if top == 0:
            search.any_value[order] = True
            search.least[unknown] = <int64_t> number.low
            search.most[unknown] = <int64_t> number.high
            _try_digits(search, order, unknown, 0, 0, low, high)
            search.any_value[order] = False
        return
    if number.divides:
        if top <= 0:
            return
        bottom = factor_top * bottom
        top = factor_bottom * top
        if bottom % top == 0:
            _match_digits(search, order, number, bottom // top, low, high)
    else:
        if top < 0:
            return
        top = top * factor_bottom
        bottom = bottom * factor_top
        if top % bottom == 0:
            _match_digits(search, order, number, top // bottom, low, high)


cdef void _match_digits(Structures *search, int order, const Number *number, int64_t value, double low, double high) noexcept nogil:
    """The unknown number has this value: lay its digits, if they fit squares and hand."""
    cdef int at = number.length - 1, square, face
    cdef int taken = number.length
    if value == 0 and (number.divides or number.signed):
        return
    while at >= 0:
        square = number.at + at
        if number.length == 1:
            if value > 20:
                break
            face = <int> value
            value = 0
        else:
            face = <int> (value % 10)
            value = value // 10
        if at == 0 and (value or (face == 0 and number.length > 1)):
            break
        if search.free[square]:
            if not take(&search.supply, face):
                break
            search.line[square] = face
        elif search.line[square] != face:
            break
        taken = at
        at -= 1
    else:
        _begin_side(search, order + 1, low, high)
    for at in range(taken, number.length):
        if search.free[number.at + at]:
            give(&search.supply, search.line[number.at + at])


cdef void _found(Structures *search) noexcept nogil:
    """A line is complete and true."""
    cdef int64_t right
    # Whole steps are not looked after on the way.
    if search.rules.integer_steps and not line_is_true(search.line, search.length, search.rules, &right):
        return
    lay_line(search.context, search.core, search.line, search.before, search.length - search.before - search.core.length)
