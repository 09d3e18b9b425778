# cython: language_level=3
"""The structure search: complete and exact like the straight search, dozens of times faster, without tables.

First the *shape* of the line is settled: every free square becomes a digit, a certain operator or the equals sign,
so that the lengths of all numbers are known. Most shapes fall at once: the hand lacks the digits, or the values
that left and right side can have do not meet. Then all numbers but one are filled in digit by digit, and the one
with most empty squares is *solved for*: with S the sum of the terms without it and B its coefficient,
S + B * H = V or S + B / H = V leaves one H, found by one exact division.

Fractions are kept and bounded as in `straight.pyx`: every product is over different numbers of one line.
"""

from libc.stdlib cimport abort, realloc
from libc.string cimport memset


ctypedef fused number:
    int64_t
    int128

cdef int32_t NO_POINTS[16]
memset(NO_POINTS, 0, sizeof(NO_POINTS))

cdef enum:
    BASE = MAX_HAND       # `line[BASE]` is the core's first square


cdef inline int _cell(Structure *search, int square) noexcept nogil:
    """The table tile on a square of the line, or GAP."""
    cdef int at = square - BASE
    if at < 0 or at >= search.length:
        return GAP
    return search.cells[at]


# ---------------------------------------------------------------------------------------------- shapes

cdef inline int _free_behind(Structure *search, int square) noexcept nogil:
    """How many squares from here on may still be filled."""
    cdef int at = square - BASE
    if at < 0:
        return search.free_behind[0] - at
    if at <= search.length:
        return search.free_behind[at]
    return search.length + search.right - at


cdef void _shape(Structure *search, int square) noexcept nogil:
    """Settle what `square` and all behind it are."""
    cdef int symbol, size, free_squares, tiles, behind = square - BASE - search.length
    cdef int fixed
    search.nodes += 1
    if search.cut != NULL and search.most_points < search.cut.score:
        return
    size = search.number[search.numbers].end - search.number[search.numbers].first
    if search.right_side:
        if size > search.longest_result:
            return
        if behind >= 0 and size >= search.shortest_result:
            _complete(search, square)
    free_squares = _free_behind(search, square)
    tiles = search.hand_digits - search.digit_squares
    if not search.right_side:
        tiles += search.signs_left
    if search.laid + min(free_squares, tiles) < search.least or behind >= search.right:
        return
    fixed = _cell(search, square)
    if fixed != GAP:
        _place(search, square, fixed)
        return
    if search.laid == search.most:
        return
    search.laid += 1
    if search.digit_squares < search.hand_digits:
        search.digit_squares += 1
        _place(search, square, GAP)
        search.digit_squares -= 1
    if not search.right_side and size:
        for symbol in range(PLUS, EQUALS):
            if search.counts[symbol]:
                _lay_sign(search, square, symbol)
        if search.counts[EQUALS] and not search.core.equals:
            _lay_sign(search, square, EQUALS)
    search.laid -= 1


cdef inline void _lay_sign(Structure *search, int square, int symbol) noexcept nogil:
    search.counts[symbol] -= 1
    search.signs_left -= 1
    search.sign_points += search.points[symbol]
    _place(search, square, symbol)
    search.sign_points -= search.points[symbol]
    search.signs_left += 1
    search.counts[symbol] += 1


cdef void _place(Structure *search, int square, int symbol) noexcept nogil:
    """`square` holds that symbol, or some digit of the hand (GAP)."""
    cdef Number *current = &search.number[search.numbers]
    cdef int size = current.end - current.first
    cdef double least = current.least, greatest = current.greatest
    search.line[square] = <int8_t> symbol
    if symbol < PLUS or symbol == GAP:
        if size and search.line[current.first] == 0:
            return
        if search.grammar.max_digits and size == search.grammar.max_digits:
            return
        if size == 1 and search.line[current.first] == GAP:
            current.least = search.smallest_first
        if symbol == GAP:
            current.least = 10 * current.least + search.smallest
            current.greatest = 10 * greatest + search.largest
            current.unknown += 1
        else:
            current.least = 10 * current.least + symbol
            current.greatest = 10 * greatest + symbol
        current.end += 1
        _shape(search, square + 1)
        current.end -= 1
        current.unknown -= symbol == GAP
        current.least = least
        current.greatest = greatest
        return
    if size == 0 or search.right_side:
        return
    if not _bound_term(search, current):
        return
    if symbol == EQUALS:
        if search.operators == 0 and search.grammar.operator_required:
            return
        if not _bound_left_side(search, current):
            return
        # Can the right side be as long as that?
        size = square + 1 - BASE
        size = search.fixed_behind[size] if 0 <= size <= search.length else (search.tiles if size < 0 else 0)
        size += min(_free_behind(search, square + 1), search.hand_digits - search.digit_squares)
        if size < search.shortest_result:
            return
        search.right_side = True
    else:
        search.operators += 1
    search.numbers += 1
    current += 1
    current.first = current.end = square + 1
    current.unknown = 0
    current.least = current.greatest = 0
    current.operator = symbol
    _shape(search, square + 1)
    search.numbers -= 1
    if symbol == EQUALS:
        search.right_side = False
    else:
        search.operators -= 1


cdef bint _bound_term(Structure *search, Number *each) noexcept nogil:
    """A number is complete: bound the value of its term; False when it divides and can only be 0."""
    cdef Number *previous = each - 1
    if each.operator == TIMES or each.operator == DIVIDE:
        each.sum_low = previous.sum_low
        each.sum_high = previous.sum_high
        each.minus = previous.minus
        if each.operator == TIMES:
            each.term_low = previous.term_low * each.least
            each.term_high = previous.term_high * each.greatest
        else:
            if each.greatest == 0:
                return False
            each.term_low = previous.term_low / each.greatest
            each.term_high = previous.term_high / max(each.least, 1.0)
        return True
    if search.numbers == 0:
        each.sum_low = each.sum_high = 0
    elif previous.minus:
        each.sum_low = previous.sum_low - previous.term_high
        each.sum_high = previous.sum_high - previous.term_low
    else:
        each.sum_low = previous.sum_low + previous.term_low
        each.sum_high = previous.sum_high + previous.term_high
    each.minus = each.operator == MINUS
    each.term_low = each.least
    each.term_high = each.greatest
    return True


cdef bint _bound_left_side(Structure *search, Number *last) noexcept nogil:
    """Bound the left side's value; False when it can only be negative."""
    cdef double low = last.sum_low + (-last.term_high if last.minus else last.term_low)
    cdef double high = last.sum_high + (-last.term_low if last.minus else last.term_high)
    cdef double power = 10
    # Floating point is not exact: widen the bounds by more than it can be wrong.
    cdef double margin = 1e-6 + 1e-9 * (max(last.sum_high, -last.sum_low) + last.term_high)
    low -= margin
    high += margin
    if high < 0:
        return False
    search.low = low
    search.high = high
    search.shortest_result = 1
    while low >= power:
        search.shortest_result += 1
        power *= 10
    search.longest_result = search.shortest_result
    while high >= power:
        search.longest_result += 1
        power *= 10
    return True


cdef void _complete(Structure *search, int end) noexcept nogil:
    """The shape is complete: choose the number to solve for and fill in the others."""
    cdef int index, most, bound
    cdef Number *right = &search.number[search.numbers]
    if search.laid < search.least or search.laid == 0:
        return
    bound = search.core.points + search.sign_points + search.top[search.digit_squares]
    if search.laid >= search.grammar.full_hand:
        bound += search.grammar.full_hand_bonus
    if search.cut != NULL and bound < search.cut.score:
        return
    search.bound = bound
    if right.least > search.high or right.greatest < search.low:
        return
    search.end = end
    search.solved = search.numbers
    most = right.unknown
    for index in range(search.numbers):
        if search.number[index].unknown > most:
            most = search.number[index].unknown
            search.solved = index
    if search.core.digits + search.hand_digits <= 18:
        _begin(search, 0, <int64_t> 0, <int64_t> 1, <int64_t> 0, <int64_t> 1, <int64_t> 0, <int64_t> 1, False)
    else:
        _begin(search, 0, <int128> 0, <int128> 1, <int128> 0, <int128> 1, <int128> 0, <int128> 1, False)


# ---------------------------------------------------------------------------------------------- numbers
# What stands is a sum of complete terms, sum_top / sum_bottom, a present term with its sign, term_top / term_bottom,
# and once the term of the solved number is complete, its coefficient top / bottom. `inside`: the present term is
# that term.

cdef void _begin(Structure *search, int index, number sum_top, number sum_bottom, number term_top, number term_bottom,
                 number top, number bottom, bint inside) noexcept nogil:
    """Go on with number `index`."""
    cdef Number *each = &search.number[index]
    if each.operator != TIMES and each.operator != DIVIDE:
        # A new term begins: the present one is complete.
        if inside:
            top = term_top
            bottom = term_bottom
            inside = False
        elif index:
            sum_top = sum_top * term_bottom + term_top * sum_bottom
            sum_bottom = sum_bottom * term_bottom
        term_top = -1 if each.operator == MINUS else 1
        term_bottom = 1
    if index == search.solved:
        if index == search.numbers:
            if sum_top >= 0 and sum_top % sum_bottom == 0:
                _match(search, sum_top // sum_bottom)
            return
        _begin(search, index + 1, sum_top, sum_bottom, term_top, term_bottom, top, bottom, True)
        return
    _fill(search, index, each.first, <number> 0, sum_top, sum_bottom, term_top, term_bottom, top, bottom, inside)


cdef void _fill(Structure *search, int index, int square, number value, number sum_top, number sum_bottom,
                number term_top, number term_bottom, number top, number bottom, bint inside) noexcept nogil:
    """Fill number `index` from `square` on; so far it is `value`."""
    cdef Number *each = &search.number[index]
    cdef int digit
    search.nodes += 1
    while square < each.end and search.line[square] != GAP:
        value = 10 * value + search.line[square]
        square += 1
    if square < each.end:
        for digit in range(square == each.first and each.end > square + 1, PLUS):
            if search.counts[digit]:
                search.counts[digit] -= 1
                search.line[square] = <int8_t> digit
                _fill(search, index, square + 1, 10 * value + digit, sum_top, sum_bottom, term_top, term_bottom,
                      top, bottom, inside)
                search.counts[digit] += 1
        search.line[square] = GAP
        return
    if index == search.numbers:
        _solve(search, value, sum_top, sum_bottom, top, bottom)
    elif each.operator == DIVIDE:
        if value != 0:
            _begin(search, index + 1, sum_top, sum_bottom, term_top, term_bottom * value, top, bottom, inside)
    else:
        _begin(search, index + 1, sum_top, sum_bottom, term_top * value, term_bottom, top, bottom, inside)


cdef void _solve(Structure *search, number right, number sum_top, number sum_bottom, number top, number bottom) noexcept nogil:
    """All numbers but one are filled in: find that one, H, from sum + coefficient * H = right (or / H)."""
    cdef bint divides = search.number[search.solved].operator == DIVIDE
    cdef number rest = right * sum_bottom - sum_top
    cdef number above, below
    if top == 0:
        if rest == 0:
            _fill_solved(search, search.number[search.solved].first, divides)
        return
    if divides:
        if rest == 0:
            return
        above = top * sum_bottom
        below = bottom * rest
    else:
        above = rest * bottom
        below = sum_bottom * top
    if above % below == 0:
        above = above // below
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
        if _cell(search, square) == GAP:
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


cdef int all_equations(int symbols, EquationBuffer *equations) except -1 nogil:
    """Every true line of at most so many symbols."""
    cdef Structure search
    cdef Core core
    cdef Grammar grammar
    cdef int symbol
    memset(&search, 0, sizeof(Structure))
    memset(&core, 0, sizeof(Core))
    memset(&grammar, 0, sizeof(Grammar))
    grammar.operator_required = True
    search.core = &core
    search.grammar = &grammar
    search.equations = equations
    search.right = search.most = search.hand_digits = symbols
    search.most = symbols
    search.smallest = 0
    search.smallest_first = 1
    search.largest = 9
    for symbol in range(EQUALS):
        search.counts[symbol] = symbols
    search.counts[EQUALS] = 1
    search.points = NO_POINTS
    search.signs_left = symbols
    search.free_behind[0] = symbols
    search.number[0].operator = PLUS
    search.number[0].first = search.number[0].end = BASE
    _shape(&search, BASE)
    return 0


cdef int structure_search(Snapshot snapshot, int32_t core, const Hand *hand, const Grammar *grammar, int least,
                          Cut *cut, PlayBuffer *buffer, int64_t *nodes) except -1 nogil:
    """All plays of one class with at least `least` tiles; with a cut, those that it still wants.

    The caller has seen to it that its lines have at most 38 digits and LONGEST_LINE squares.
    """
    cdef Structure search
    cdef int symbol, count, digits
    search.core = &snapshot.cores[core]
    search.places = &snapshot.places[search.core.first_place]
    search.cells = snapshot.cells + search.core.first_cell
    search.points = snapshot.points
    search.grammar = grammar
    search.buffer = buffer
    search.equations = NULL
    search.length = search.core.length
    search.right = search.core.right
    search.least = least
    search.most = hand.size
    search.hand_digits = hand.digits
    search.cut = cut
    for symbol in range(16):
        search.counts[symbol] = hand.counts[symbol]
    _bound_digits(&search)
    _count_squares(&search)
    search.most_points = class_bound(snapshot, core, hand, grammar)
    search.signs_left = hand.operators + (hand.equals > 0 and search.core.equals == 0)
    search.laid = 0
    search.digit_squares = 0
    search.operators = 0
    search.sign_points = 0
    search.right_side = False
    search.numbers = 0
    search.number[0].operator = PLUS
    search.number[0].unknown = 0
    search.number[0].least = search.number[0].greatest = 0
    search.nodes = 0
    for search.before in range(max(0, least - search.free_behind[0]), min(search.core.left, hand.size) + 1):
        search.number[0].first = search.number[0].end = BASE - search.before
        _shape(&search, BASE - search.before)
    nodes[0] += search.nodes
    if buffer.failed:
        with gil:
            raise MemoryError
    return 0


cdef int32_t class_bound(Snapshot snapshot, int32_t core, const Hand *hand, const Grammar *grammar) noexcept nogil:
    """No play of this class with this hand scores more."""
    cdef Core *each = &snapshot.cores[core]
    cdef int room = min(hand.size, each.gaps + each.left + each.right)
    cdef int32_t bound = each.points, best, symbol
    cdef int32_t counts[16]
    cdef int taken
    for symbol in range(SYMBOLS):
        counts[symbol] = hand.counts[symbol]
    for taken in range(room):
        best = -1
        for symbol in range(SYMBOLS):
            if counts[symbol] and (best < 0 or snapshot.points[symbol] > snapshot.points[best]):
                best = symbol
        if snapshot.points[best] <= 0:
            break
        counts[best] -= 1
        bound += snapshot.points[best]
    return bound + (grammar.full_hand_bonus if room >= grammar.full_hand else 0)


cdef void _count_squares(Structure *search) noexcept nogil:
    cdef int at
    search.free_behind[search.length] = search.right
    search.fixed_behind[search.length] = 0
    for at in range(search.length - 1, -1, -1):
        search.free_behind[at] = search.free_behind[at + 1] + (search.cells[at] == GAP)
        search.fixed_behind[at] = search.fixed_behind[at + 1] + (search.cells[at] != GAP)
    search.tiles = search.fixed_behind[0]


cdef void _bound_digits(Structure *search) noexcept nogil:
    """Smallest and largest digits of the hand, and the most points that so many of them make."""
    cdef int digit, each, best, taken
    cdef int32_t left[10]
    search.smallest = search.smallest_first = 10
    search.largest = 0
    for digit in range(PLUS):
        left[digit] = search.counts[digit]
        if left[digit]:
            search.smallest = min(search.smallest, <double> digit)
            if digit:
                search.smallest_first = min(search.smallest_first, <double> digit)
            search.largest = digit
    search.top[0] = 0
    for taken in range(1, search.hand_digits + 1):
        best = -1
        for digit in range(PLUS):
            if left[digit] and (best < 0 or search.points[digit] > search.points[best]):
                best = digit
        left[best] -= 1
        search.top[taken] = search.top[taken - 1] + search.points[best]

