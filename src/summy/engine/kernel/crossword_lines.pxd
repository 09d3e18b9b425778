from summy.engine.kernel.crossword_shapes cimport *

# What stands of a line, read from the left: finished sides, a sum of terms, then (added or subtracted) the present term,
# multiplied or divided by the present number.
ctypedef struct State:
    int128 value_top      # of the first side, once it is finished
    int128 value_bottom
    int128 sum_top
    int128 sum_bottom
    int128 term_top
    int128 term_bottom
    int128 number
    int32_t sides         # finished sides
    int32_t digits        # tiles of the present number
    bint closed           # it cannot grow: a two-digit tile or a lone 0
    bint dividing
    bint negative         # the present term is subtracted
    bint begun            # the present term has a factor already
    bint summed           # there is a finished term
    bint signed           # a minus sign stands directly before
    bint operators        # the present side has an operator

cdef void state_open(State *state) noexcept nogil
cdef bint state_step(State *state, int face, const Rules *rules) noexcept nogil
cdef bint state_ends(const State *state, const Rules *rules) noexcept nogil
cdef bint line_is_true(const int8_t *faces, int length, const Rules *rules, int64_t *right) noexcept nogil
