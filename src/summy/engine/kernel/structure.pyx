# cython: language_level=3
"""The structure search: complete and exact like the straight search, dozens of times faster, without tables.

First the *shape* of the line is settled: every free square becomes a digit, a certain operator or the
equals sign, so that the lengths of all numbers are known. Most shapes fall at once: the hand lacks the
digits, or the values that left and right side can have do not meet. Then all numbers but one are filled in
digit by digit, and the one with most empty squares is *solved for*: with S the sum of the terms without it
and B its coefficient, S + B * H = V or S + B / H = V leaves one H, found by one exact division
(`solving.pyx`).

Fractions are kept and bounded as in `straight.pyx`: every product is over different numbers of one line.
"""

from libc.math cimport fabs
from libc.string cimport memset

from summy.engine.kernel.solving cimport BASE, LONGEST_LINE, POWERS, cell_at, solve_shape


cdef enum:
    NOWHERE = -LONGEST_LINE   # before every square of a line

cdef int32_t NO_POINTS[16]
memset(NO_POINTS, 0, sizeof(NO_POINTS))

cdef void _walk(Structure *search, int square, int index, int laid, int digits, int signs_left,
                int32_t sign_points, bint right_side, int squares, int tiles) noexcept nogil:
    """Settle what `square` and all behind it are.

    Here begins number `index`. Laid so far are so many tiles of the hand, `digits` of them digits; left are
    `signs_left` operators and equals signs. From here on there are `squares` free squares and `tiles` digits of the
    table. Digits are gone through in the loop, signs by recursion.
    """
    cdef int fixed, symbol, usable
    cdef int size = 0, unknown = 0
    cdef int at = square - BASE
    cdef double least = 0, greatest = 0
    while True:
        search.nodes += 1
        if search.cut != NULL and search.most_points < search.cut.score:
            return
        if right_side:
            if size > search.longest_result:
                return
            if (at >= search.length and size >= search.shortest_result and laid >= search.least and laid > 0
                    and least <= search.high and greatest >= search.low):
                _close_number(search, square, index, size, unknown, least, greatest)
                _complete(search, square, index, laid, digits, sign_points)
        usable = search.most_digits - digits
        if digits + min(squares, usable) < search.fewest_digits:
            return
        if not right_side:
            # Something has to stand on the right.
            if usable + tiles == 0:
                return
            # Each sign has a digit behind it.
            usable += min(signs_left, usable + tiles)
        if laid + min(squares, usable) < search.least or squares + tiles == 0:
            return
        fixed = search.cells[at] if 0 <= at < search.length else GAP
        if fixed == GAP:
            if laid == search.most:
                return
            if digits == search.most_digits and (right_side or size == 0 or not _digit_at(search, at + 1)):
                return  # without digits in the hand this is a sign, and the table has the digit behind it
            laid += 1
            squares -= 1
            if size and not right_side:
                _close_number(search, square, index, size, unknown, least, greatest)
                if signs_left and _bound_term(search, index):
                    for symbol in range(PLUS, SYMBOLS):
                        if search.counts[symbol] and not (symbol == EQUALS and search.core.equals):
                            search.line[square] = <int8_t> symbol
                            search.counts[symbol] -= 1
                            if _may_follow(search, symbol, index, laid, digits, at, squares, tiles):
                                _walk(search, square + 1, index + 1, laid, digits, signs_left - 1,
                                      sign_points + search.points[symbol], symbol == EQUALS, squares, tiles)
                            search.counts[symbol] += 1
            if digits == search.most_digits:
                return
            digits += 1
        else:
            if fixed >= PLUS:
                if size == 0 or right_side:
                    return
                search.line[square] = <int8_t> fixed
                _close_number(search, square, index, size, unknown, least, greatest)
                if not (_bound_term(search, index)
                        and _may_follow(search, fixed, index, laid, digits, at, squares, tiles)):
                    return
                right_side = fixed == EQUALS
                index += 1
                size = unknown = 0
                least = greatest = 0
                square += 1
                at += 1
                continue
            tiles -= 1
        # A digit, from the table or the hand.
        if size:
            if search.line[square - size] == 0 or size == search.grammar.max_digits:
                return
            if size == 1 and search.line[square - 1] == GAP:
                # The first digit of a longer number is not 0.
                least = search.smallest_first
        search.line[square] = <int8_t> fixed
        if fixed == GAP:
            least = 10 * least + search.smallest
            greatest = 10 * greatest + search.largest
            unknown += 1
        else:
            least = 10 * least + fixed
            greatest = 10 * greatest + fixed
        size += 1
        square += 1
        at += 1


cdef inline bint _digit_at(Structure *search, int at) noexcept nogil:
    """Whether the table has a digit on a square of the core."""
    return 0 <= at < search.length and search.cells[at] < PLUS


cdef inline void _close_number(Structure *search, int end, int index, int size, int unknown, double least,
                               double greatest) noexcept nogil:
    """Number `index` is complete."""
    cdef Number *each = &search.number[index]
    each.first = end - size
    each.end = end
    each.unknown = unknown
    each.least = least
    each.greatest = greatest


cdef bint _may_follow(Structure *search, int symbol, int index, int laid, int digits, int at, int squares,
                      int tiles) noexcept nogil:
    """An operator or the equals sign stands behind number `index`, whose term is bounded, on square `at` of the core.

    Behind that there are `squares` free squares and `tiles` digits of the table.
    """
    cdef Number *each = &search.number[index]
    cdef int longest = tiles + min(squares, search.most_digits - digits)    # digits that can still come
    cdef int shortest
    search.number[index + 1].operator = symbol
    if symbol != EQUALS:
        return _may_go_on(search, symbol, each, at, longest)
    if (index == 0 and search.grammar.operator_required) or at < search.last_sign:
        return False
    # All digits that have to be laid make the right side; it is no longer than the left side with all its numbers,
    # neither as a sum nor as a product.
    shortest = tiles + max(search.least - laid, search.fewest_digits - digits)
    if longest == 0 or shortest > each.digits:
        return False
    if not _bound_left_side(search, each):
        return False
    return longest >= search.shortest_result and shortest <= search.longest_result


cdef bint _may_go_on(Structure *search, int symbol, Number *each, int at, int digits) noexcept nogil:
    """Whether an operator may stand behind a number, when at most so many digits can still come.

    All that the left side is worth has to go somewhere: into the right side, or into what is still subtracted. Numbers
    of t digits together are worth less than 10^t, whether they are added, multiplied or divided (by 1 or more). The right
    side has at least one digit, and so has the number behind the operator.
    """
    cdef double worth = each.sum_low, room
    if digits < 2:
        return False
    # What is subtracted has t digits, the right side r, t + r <= digits: 10^t + 10^r <= 10^(digits - 1) + 10.
    room = POWERS[digits - 1]
    if symbol == MINUS or search.counts[MINUS] or at < search.last_minus:
        room += 10
    if symbol == PLUS or symbol == MINUS:
        # The term is complete.
        worth += -each.term_high if each.minus else each.term_low
    elif each.minus:
        return True
    elif search.vanishing:
        # The term may be multiplied by 0.
        pass
    elif symbol == DIVIDE or search.counts[DIVIDE] or at < search.last_division:
        # Divided by numbers of d digits: term / 10^d < 10^t + 10^r, and d + t + r <= digits.
        if worth < 0:
            return True
        worth = each.term_low
        room = POWERS[digits]
    else:
        worth += each.term_low
    # Floating point is not exact.
    return worth <= room + 1e-6 + 1e-9 * (fabs(each.sum_low) + each.term_high)


cdef bint _bound_term(Structure *search, int index) noexcept nogil:
    """A number is complete: bound the value of its term; False when it divides and can only be 0."""
    cdef Number *each = &search.number[index]
    cdef Number *previous = &search.number[index - 1 if index else 0]
    each.digits = each.end - each.first + (previous.digits if index else 0)
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
    if index == 0:
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


cdef void _complete(Structure *search, int end, int numbers, int laid, int digits,
                    int32_t sign_points) noexcept nogil:
    """The shape is complete: choose the number to solve for and fill in the others."""
    cdef int index, most
    cdef int32_t bound = search.core.points + sign_points + search.ceiling.digits[digits]
    if digits < search.fewest_digits:
        return
    if laid >= search.grammar.full_hand:
        bound += search.grammar.full_hand_bonus
    if search.cut != NULL and bound < search.cut.score:
        return
    search.bound = bound
    search.numbers = numbers
    search.end = end
    search.solved = numbers
    most = search.number[numbers].unknown
    for index in range(numbers):
        if search.number[index].unknown > most:
            most = search.number[index].unknown
            search.solved = index
    # The number filled in last: the right one, or the last on the left when the right one is solved for.
    search.last = search.numbers - (search.solved == search.numbers)
    solve_shape(search)


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
    search.right = search.most = search.hand_digits = search.most_digits = symbols
    search.last_sign = search.last_minus = search.last_division = NOWHERE
    search.vanishing = True
    search.smallest = 0
    search.smallest_first = 1
    search.largest = 9
    for symbol in range(EQUALS):
        search.counts[symbol] = symbols
    search.counts[EQUALS] = 1
    search.points = NO_POINTS
    search.free_squares = symbols
    _start(&search, 0, symbols)
    return 0


cdef void _start(Structure *search, int before, int signs) noexcept nogil:
    """Search the lines with so many tiles before the core."""
    search.before = before
    search.number[0].operator = PLUS
    _walk(search, BASE - before, 0, 0, 0, signs, 0, False, before + search.free_squares, search.tiles)


cdef void structure_begin(Structure *search, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                          PlayBuffer *buffer, Cut *cut) noexcept nogil:
    """Settle what all classes of a position have in common; with a cut, only plays that it wants are found."""
    cdef int symbol
    search.snapshot_cores = snapshot.cores
    search.snapshot_places = snapshot.places
    search.snapshot_cells = snapshot.cells
    search.points = snapshot.points
    search.hand = hand
    search.grammar = grammar
    search.buffer = buffer
    search.equations = NULL
    search.cut = cut
    search.most = hand.size
    search.hand_digits = hand.digits
    for symbol in range(16):
        search.counts[symbol] = hand.counts[symbol]
    _bound_digits(search)
    ceiling_of(&search.ceiling, hand, grammar, snapshot.points)
    search.nodes = 0


cdef void structure_search(Structure *search, int32_t core, int least, int digits, int32_t most_points) noexcept nogil:
    """All plays of one class with at least `least` tiles, `digits` of them digits (-1: any number).

    None of them scores more than `most_points`. The caller has seen to it that the lines have at most 38 digits
    and LONGEST_LINE squares, and looks after a buffer that has failed.
    """
    cdef int before, signs
    search.core = &search.snapshot_cores[core]
    search.places = &search.snapshot_places[search.core.first_place]
    search.cells = search.snapshot_cells + search.core.first_cell
    search.length = search.core.length
    search.right = search.core.right
    search.least = least
    search.fewest_digits = max(digits, 0)
    search.most_digits = search.hand_digits if digits < 0 else digits
    search.most_points = most_points
    _look_at_core(search)
    signs = search.hand.operators + (search.hand.equals > 0 and search.core.equals == 0)
    for before in range(max(0, least - search.free_squares), min(search.core.left, search.most) + 1):
        _start(search, before, signs)


cdef void _look_at_core(Structure *search) noexcept nogil:
    """Free squares and digits of the core, those behind it included, and where its signs stand."""
    cdef int at, symbol
    cdef bint zero = search.counts[0] > 0, times = search.counts[TIMES] > 0
    search.free_squares = search.core.gaps + search.right
    search.tiles = search.core.digits
    search.last_sign = search.last_minus = search.last_division = NOWHERE
    for at in range(search.length):
        symbol = search.cells[at]
        zero = zero or symbol == 0
        if PLUS <= symbol < SYMBOLS:
            search.last_sign = at
            if symbol == MINUS:
                search.last_minus = at
            elif symbol == DIVIDE:
                search.last_division = at
            elif symbol == TIMES:
                times = True
    search.vanishing = zero and times


cdef void _bound_digits(Structure *search) noexcept nogil:
    """Smallest and largest digits of the hand."""
    cdef int digit
    search.smallest = search.smallest_first = 10
    search.largest = 0
    for digit in range(PLUS):
        if search.counts[digit]:
            search.smallest = min(search.smallest, <double> digit)
            if digit:
                search.smallest_first = min(search.smallest_first, <double> digit)
            search.largest = digit
