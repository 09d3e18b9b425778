# cython: language_level=3
"""The search by structures: no table of equations needed, and no limit to the length of a line but that of the board.

1. *Structures.* For one class and one number of squares before and behind its core, each free square becomes part of a
   number, an operator or an equals sign. A structure is kept if the hand has so many of each and if the ranges of the
   sides' values meet.
2. *Solving.* All numbers of one side are tried digit by digit, which gives the value; of every other side all numbers but
   one. That one follows by an exact division, and its digits are compared with table and hand. Before a number is tried,
   the ranges of all that is still open bound it.

Exactness: fractions are never cancelled. See `crossword_lines`: nothing exceeds 10^(n + 1) for a line of n squares, and
the equation for the unknown number multiplies the same numbers once each, without the unknown, times the number of terms.
With n <= 17 all of it fits into 64 bits. Longer lines, on boards of more than 17 squares a side, are left to the
straight search.
"""

from summy.engine.kernel.crossword_cores cimport Core
from summy.engine.kernel.crossword_frames cimport Context
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_solving cimport SIGNED, WIDEST, Number, Side, Structures, least_quotient, margin, solve_structure

# ---------------------------------------------------------------------------------------------- ranges

cdef void _measure_first(Structures *search, Number *number) noexcept nogil:
    """Range of a number of one square, and of one that begins there."""
    cdef bint positive = number.signed or number.divides
    number.length = 1
    number.free = search.free[number.at]
    if number.free:
        number.low = search.low_positive_number if positive else search.low_number
        number.high = search.high_number
        number.lead_low = search.low_positive
        number.lead_high = search.high_digit
    else:
        number.low = search.line[number.at]
        number.high = number.low
        number.lead_low = number.low
        number.lead_high = number.low


cdef void _measure_next(Structures *search, Number *number) noexcept nogil:
    """Range of a number that grows by a square."""
    cdef int square = number.at + number.length
    if number.length == 1:
        number.low = number.lead_low
        number.high = number.lead_high
    number.length += 1
    if search.free[square]:
        number.free += 1
        number.low = 10 * number.low + search.low_digit
        number.high = 10 * number.high + search.high_digit
    else:
        number.low = 10 * number.low + search.line[square]
        number.high = 10 * number.high + search.line[square]


cdef void _measure_side(Structures *search, Side *side) noexcept nogil:
    """Ranges of a side, of what follows each of its numbers, and its number with most free squares."""
    cdef Number *number
    cdef int index
    cdef double low, high, after_low = 1, after_high = 1, rest_low = 0, rest_high = 0
    side.free = 0
    side.size = 0
    side.unknown = side.first
    index = side.last
    while index >= side.first:
        number = &search.numbers[index]
        side.free += number.free
        if number.free > search.numbers[side.unknown].free:
            side.unknown = index
        number.closes = index == side.last or search.numbers[index + 1].begins
        if number.closes:
            after_low = 1
            after_high = 1
        number.after_low = after_low
        number.after_high = after_high
        number.rest_low = rest_low
        number.rest_high = rest_high
        if number.divides:
            low = least_quotient(after_low, number.high)
            # A divisor is 1 at least.
            high = after_high / max(number.low, 1)
        else:
            low = after_low * number.low
            high = after_high * number.high
        after_low = low
        after_high = high
        if number.begins:
            side.size += high
            if number.subtracted:
                rest_low -= high
                rest_high -= low
            else:
                rest_low += low
                rest_high += high
        index -= 1
    side.low = rest_low
    side.high = rest_high


# ---------------------------------------------------------------------------------------------- structures

cdef inline bint _end_number(const Structures *search) noexcept nogil:
    """Whether the present number may be complete: it must not divide when it can only be 0."""
    cdef const Number *number = &search.numbers[search.number_count - 1]
    return not number.divides or number.high > 0


cdef void _end_side(Structures *search, int at, bint ends, bint operators, double low, double high) noexcept nogil:
    """The present side ends before square `at`, with an equals sign there or with the line; the rest as in `_shape`."""
    cdef Side *side = &search.sides[search.side_count]
    cdef double size = search.size
    if search.side_count == 0 and search.rules.operator_required and not operators:
        return
    if not _end_number(search):
        return
    side.last = search.number_count - 1
    _measure_side(search, side)
    low = max(low, side.low)
    high = min(high, side.high)
    search.size += side.size
    if low <= high + margin(search):
        search.side_count += 1
        if ends:
            search.length = at
            if not search.bounded or _promising(search):
                solve_structure(search, low, high)
        else:
            search.sides[search.side_count].first = search.number_count
            _shape(search, at + 1, EQUALS, 0, False, False, low, high)
        search.side_count -= 1
    search.size = size


cdef inline bint _promising(const Structures *search) noexcept nogil:
    """Whether the structure can score enough."""
    return search.context.sink.lowest <= search.constant + search.factor * (
        search.sign_points + search.top_points[search.number_squares])


cdef void _begin_number(Structures *search, int at, int last, bint closed, bint operators, double low, double high) noexcept nogil:
    """A number begins on square `at`."""
    cdef Number *number = &search.numbers[search.number_count]
    number.at = at
    number.begins = last != TIMES and last != DIVIDE
    number.divides = last == DIVIDE
    number.signed = last == SIGNED
    number.subtracted = last == SIGNED or last == SUBTRACT
    if not number.begins:
        number.subtracted = search.numbers[search.number_count - 1].subtracted
    _measure_first(search, number)
    search.number_count += 1
    _shape(search, at + 1, last, 1, closed, operators, low, high)
    search.number_count -= 1


cdef void _grow_number(Structures *search, int at, int last, int digits, bint operators, double low, double high) noexcept nogil:
    """The present number goes on with square `at`."""
    cdef Number *number = &search.numbers[search.number_count - 1]
    cdef double old_low = number.low, old_high = number.high
    cdef int free = number.free
    _measure_next(search, number)
    _shape(search, at + 1, last, digits + 1, False, operators, low, high)
    number.length -= 1
    number.free = free
    number.low = old_low
    number.high = old_high


cdef void _operator(Structures *search, int at, int face, int last, int digits, double low, double high) noexcept nogil:
    """Square `at` is an operator."""
    if search.side_count and search.rules.right_side_number:
        return
    if digits == 0:
        if face == SUBTRACT and last == EQUALS and search.rules.sign:
            _shape(search, at + 1, SIGNED, 0, False, True, low, high)
    elif _end_number(search):
        _shape(search, at + 1, face, 0, False, True, low, high)


cdef void _shape(Structures *search, int at, int last, int digits, bint closed, bint operators,
                 double low, double high) noexcept nogil:
    """Decide what square `at` and all behind it are.

    Arguments:
        last: the operator before the present number: EQUALS at the start of a side, SIGNED behind a sign.
        digits: squares of the present number; 0: it is still to begin.
        closed: it cannot grow.
        operators: the present side has an operator.
        low, high: common range of the finished sides.
    """
    cdef int face, points
    cdef bint grows
    search.context.nodes += 1
    if digits and search.ends[at] and search.side_count:
        _end_side(search, at, True, operators, low, high)
    if at == search.longest:
        return
    face = search.line[at]
    grows = digits and not closed and (not search.rules.max_digits or digits < search.rules.max_digits)
    if search.free[at]:
        if (digits == 0 or grows) and search.number_squares < (
            search.number_tiles + search.supply.blanks - supply_blanks(&search.supply)
        ):
            search.number_squares += 1
            if digits == 0:
                _begin_number(search, at, last, False, operators, low, high)
            else:
                _grow_number(search, at, last, digits, operators, low, high)
            search.number_squares -= 1
        if at + 1 == search.longest or search.context.sink.stop:
            return
        for face in range(ADD, FACES):
            if face == EQUALS:
                if digits == 0 or (search.side_count and not search.rules.several_equals):
                    break
            elif digits == 0 and (face != SUBTRACT or last != EQUALS):
                continue
            points = search.context.own_points[face] if search.supply.left[face] > 0 else search.context.other_points[face]
            if not take(&search.supply, face):
                continue
            search.sign_points += points
            if search.number_squares <= search.number_tiles + search.supply.blanks - supply_blanks(&search.supply):
                search.line[at] = face
                if face == EQUALS:
                    _end_side(search, at, False, operators, low, high)
                else:
                    _operator(search, at, face, last, digits, low, high)
            search.sign_points -= points
            give(&search.supply, face)
        return
    if face < ADD:
        if digits == 0:
            if face or last != SIGNED:
                _begin_number(search, at, last, face == 0 or face > 9, operators, low, high)
        elif grows and face <= 9:
            _grow_number(search, at, last, digits, operators, low, high)
    elif at + 1 == search.longest:
        return
    elif face == EQUALS:
        if digits and (search.side_count == 0 or search.rules.several_equals):
            _end_side(search, at, False, operators, low, high)
    else:
        _operator(search, at, face, last, digits, low, high)


# ---------------------------------------------------------------------------------------------- classes

cdef void _survey_hand(Structures *search) noexcept nogil:
    """What the hand has for numbers."""
    cdef const Hand *hand = search.context.hand
    cdef bint blank = hand.counts[BLANK] > 0
    cdef int face, kind, times, index
    cdef int32_t points[12]
    search.number_tiles = 0
    search.digit_count = 0
    search.low_digit = 9
    search.low_positive = 9
    search.high_digit = 0
    search.low_number = 20
    search.low_positive_number = 20
    search.high_number = 0
    for face in range(ADD):
        search.number_tiles += hand.counts[face]
        if hand.counts[face]:
            search.digits[search.digit_count] = face
            search.digit_count += 1
        elif not blank:
            continue
        search.low_number = min(search.low_number, face)
        search.high_number = max(search.high_number, face)
        if face:
            search.low_positive_number = min(search.low_positive_number, face)
        if face <= 9:
            search.low_digit = min(search.low_digit, face)
            search.high_digit = max(search.high_digit, face)
            if face:
                search.low_positive = min(search.low_positive, face)
    # Points of the tiles that can be in a number, highest first.
    index = 0
    for kind in range(KINDS):
        if ADD <= kind < BLANK:
            continue
        for times in range(hand.counts[kind]):
            face = index
            index += 1
            while face and points[face - 1] < search.rules.points[kind]:
                points[face] = points[face - 1]
                face -= 1
            points[face] = search.rules.points[kind]
    search.top_points[0] = 0
    for face in range(12):
        search.top_points[face + 1] = search.top_points[face] + (points[face] if face < index else 0)


cdef bint _has_place(const Context *context, const Core *core, int before, int behind) noexcept nogil:
    cdef int32_t number
    for number in range(core.first_place, core.first_place + core.places):
        if context.cores.places[number].left >= before and context.cores.places[number].right >= behind:
            return True
    return False


cdef void _set_lines(Structures *search, const Core *core, int before, int longest) noexcept nogil:
    """Make ready for lines with so many squares before the core and at most `longest` squares; `ends` is set."""
    cdef int at
    search.core = core
    search.before = before
    search.longest = longest
    for at in range(longest):
        search.free[at] = True
        if before <= at < before + core.length and core.faces[at - before] != EMPTY:
            search.line[at] = core.faces[at - before]
            search.free[at] = False
    search.number_squares = 0
    search.number_count = 0
    search.side_count = 0
    search.sides[0].first = 0
    search.size = 0
    search.sign_points = search.context.own_points[core.faces[0]] if core.laid else 0


cdef void _search_core(Structures *search, const Core *core, int least) noexcept nogil:
    """All lines of one class with at least so many squares."""
    cdef Context *context = search.context
    cdef int before, behind, at, longest
    # Squares on both sides of the core that may be filled in all.
    cdef int room = min(core.reach, context.hand.size - core.gaps - core.laid)
    room = min(room, WIDEST - core.length)
    if core.length + room < max(least, 3) or room < 0:
        return
    if core.laid and not take(&search.supply, core.faces[0]):
        return
    for before in range(min(core.left, room) + 1):
        longest = 0
        for at in range(before + core.length):
            search.ends[at] = False
        for behind in range(min(core.right, room - before) + 1):
            at = before + core.length + behind
            search.ends[at] = (
                at >= least and before + behind + core.gaps + core.laid > 0
                and (core.places == 1 or _has_place(context, core, before, behind))
            )
            if search.ends[at]:
                longest = at
        if not longest:
            continue
        _set_lines(search, core, before, longest)
        _shape(search, 0, EQUALS, 0, False, False, -1e300, 1e300)
        if context.sink.stop:
            break
    if core.laid:
        give(&search.supply, core.faces[0])


cdef void structure_line(Structures *search, const Core *core, int before, int behind, int64_t constant, int64_t factor) noexcept nogil:
    """All lines of one class with so many squares before and behind its core, of at most WIDEST squares.

    What cannot score as much as the sink asks for is left out: a line scores at most `constant` and `factor` for each
    point of the laid tiles.
    """
    cdef int at, length = before + core.length + behind
    if core.laid and not take(&search.supply, core.faces[0]):
        return
    for at in range(length):
        search.ends[at] = False
    search.ends[length] = True
    search.bounded = True
    search.constant = constant
    search.factor = factor
    _set_lines(search, core, before, length)
    _shape(search, 0, EQUALS, 0, False, False, -1e300, 1e300)
    search.bounded = False
    if core.laid:
        give(&search.supply, core.faces[0])


cdef void structures_open(Structures *search, Context *context) noexcept nogil:
    """Make ready to search."""
    search.context = context
    search.rules = context.rules
    search.bounded = False
    supply_open(&search.supply, context.hand, context.rules)
    _survey_hand(search)


cdef void structure_search(Structures *search, int least) noexcept nogil:
    """All plays whose line has at least `least` squares and at most WIDEST."""
    cdef int index
    for index in range(search.context.cores.count):
        _search_core(search, &search.context.cores.cores[index], least)
        if search.context.sink.stop:
            break
