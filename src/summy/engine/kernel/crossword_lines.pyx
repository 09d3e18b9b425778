# cython: language_level=3
"""One line of faces read from the left: grammar and exact value.

Exactness: fractions are kept as numerator and denominator without ever cancelling. In a line of n squares whose
numbers are made of one-digit tiles, the product of all its numbers is below 10^(n - k) for k operators and equals
signs; a two-digit tile adds a factor of 2 at most (20 against 10) and is followed by an operator or by the end. A sum
of m terms has a numerator below m times that product, and m <= 10^(m - 1). Comparing two sides multiplies numerator of
one with denominator of the other, so nothing ever exceeds 10^(n + 1). Rows have at most 26 squares: 10^27 is far below
2^127, which is what these integers hold. (64 bits, which the faster searches use, are enough for 17 squares.)
"""


cdef void state_open(State *state) noexcept nogil:
    """The state before the first square."""
    state.value_top = 0
    state.value_bottom = 1
    state.sides = 0
    _open_side(state)


cdef inline void _open_side(State *state) noexcept nogil:
    state.sum_top = 0
    state.sum_bottom = 1
    state.summed = False
    state.operators = False
    state.signed = False
    state.negative = False
    _open_term(state)


cdef inline void _open_term(State *state) noexcept nogil:
    state.term_top = 1
    state.term_bottom = 1
    state.begun = False
    state.dividing = False
    state.number = 0
    state.digits = 0
    state.closed = False


cdef inline bint _fold_number(State *state, const Rules *rules) noexcept nogil:
    """The present number is complete: take it into the term."""
    if state.digits == 0:
        return False
    if state.dividing:
        if state.number == 0:
            return False
        state.term_bottom = state.term_bottom * state.number
        if rules.integer_steps:
            if state.term_top % state.term_bottom != 0:
                return False
            state.term_top = state.term_top // state.term_bottom
            state.term_bottom = 1
    else:
        state.term_top = state.term_top * state.number
    state.begun = True
    state.number = 0
    state.digits = 0
    state.closed = False
    return True


cdef inline bint _fold_term(State *state, const Rules *rules) noexcept nogil:
    """The present term is complete: take it into the sum."""
    if state.negative:
        state.sum_top = state.sum_top * state.term_bottom - state.term_top * state.sum_bottom
    else:
        state.sum_top = state.sum_top * state.term_bottom + state.term_top * state.sum_bottom
    state.sum_bottom = state.sum_bottom * state.term_bottom
    state.summed = True
    return not rules.integer_steps or state.sum_top >= 0


cdef inline bint _equal(const State *state) noexcept nogil:
    return state.sum_top * state.value_bottom == state.value_top * state.sum_bottom


cdef bint state_step(State *state, int face, const Rules *rules) noexcept nogil:
    """Take the next square into the state; False when no true line begins like this."""
    if face < ADD:
        if state.digits:
            if state.closed or face > 9:
                return False
            if rules.max_digits and state.digits == rules.max_digits:
                return False
            state.number = 10 * state.number + face
        else:
            if state.signed and face == 0:
                return False
            state.number = face
            state.closed = face == 0 or face > 9
        state.digits += 1
        state.signed = False
        return True
    if face == EQUALS:
        if state.sides and not rules.several_equals:
            return False
        if not _fold_number(state, rules) or not _fold_term(state, rules):
            return False
        if state.sides:
            if not _equal(state):
                return False
        else:
            if rules.operator_required and not state.operators:
                return False
            state.value_top = state.sum_top
            state.value_bottom = state.sum_bottom
        state.sides += 1
        _open_side(state)
        return True
    if state.sides and rules.right_side_number:
        return False
    state.operators = True
    if state.digits == 0:
        # Only a minus sign may stand where a number is due, and only at the very start of a side.
        if face != SUBTRACT or not rules.sign or state.begun or state.summed or state.signed:
            return False
        state.negative = True
        state.signed = True
        return True
    if not _fold_number(state, rules):
        return False
    if face == TIMES or face == DIVIDE:
        state.dividing = face == DIVIDE
        return True
    if not _fold_term(state, rules):
        return False
    _open_term(state)
    state.negative = face == SUBTRACT
    return True


cdef bint state_ends(const State *state, const Rules *rules) noexcept nogil:
    """Whether the line may end here: a true equation stands."""
    cdef State ended
    if state.sides == 0 or state.digits == 0:
        return False
    ended = state[0]
    return _fold_number(&ended, rules) and _fold_term(&ended, rules) and _equal(&ended)


cdef bint line_is_true(const int8_t *faces, int length, const Rules *rules, int64_t *right) noexcept nogil:
    """Whether a whole line is a true equation; then `right` gets the number it ends with."""
    cdef State state
    cdef int at
    state_open(&state)
    for at in range(length):
        if not state_step(&state, faces[at], rules):
            return False
    if not state_ends(&state, rules):
        return False
    right[0] = <int64_t> state.number
    return True
