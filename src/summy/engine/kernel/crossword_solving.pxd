from summy.engine.kernel.crossword_cores cimport Core
from summy.engine.kernel.crossword_frames cimport Context
from summy.engine.kernel.crossword_shapes cimport *

cdef enum:
    WIDEST = 17           # longest line whose values are safe in 64 bits
    SIGNED = 31           # stands for the operator before a number that has a minus sign

# A number of a structure.
ctypedef struct Number:
    int32_t at            # its first square in the line
    int32_t length
    int32_t free          # free squares
    bint begins           # it is the first factor of its term
    bint divides          # the sign before it is `:`
    bint subtracted       # its term is subtracted
    bint signed           # a minus sign stands directly before it at the start of a side
    bint closes           # it is the last factor of its term
    double low            # range of its value
    double high
    double lead_low       # while it has one square: range of the first digit of a longer number
    double lead_high
    double after_low      # of the product of the later factors of its term
    double after_high
    double rest_low       # of the sum of the later terms of its side
    double rest_high

ctypedef struct Side:
    int32_t first         # its numbers
    int32_t last
    int32_t free
    int32_t unknown       # the number with most free squares
    double low
    double high
    double size           # sum of the largest sizes of its terms: ranges are that exact

# What stands of a side before a number: the same state as in `crossword_lines`, exactly and as a range.
ctypedef struct Level:
    int64_t sum_top
    int64_t sum_bottom
    int64_t term_top
    int64_t term_bottom
    double sum_low
    double sum_high
    double term_low
    double term_high

ctypedef struct Structures:
    Context *context
    const Rules *rules
    Supply supply
    const Core *core
    int32_t before
    int32_t longest       # squares of the longest line
    bint ends[27]         # whether the line may end before a square
    bint free[26]
    int32_t length        # of the line that is being solved
    int8_t line[26]       # its faces
    # what the hand has for numbers
    int32_t number_tiles
    int32_t number_squares
    int8_t digits[21]     # its number faces, each once
    int32_t digit_count
    int32_t low_digit
    int32_t low_number    # two-digit tiles included
    int32_t low_positive
    int32_t low_positive_number
    int32_t high_digit
    int32_t high_number
    # the best that a line can score: constant + factor * points of the laid tiles; used where `bounded`
    bint bounded
    int64_t constant
    int64_t factor
    int64_t sign_points   # of the operators and equals signs decided on so far
    int64_t top_points[13]    # most points of so many number tiles
    # the structure
    Number numbers[13]
    int32_t number_count
    Side sides[13]
    int32_t side_count
    double size           # of all finished sides together
    # its solution
    int32_t order[13]     # sides in the order of solving
    int32_t unknown[13]   # number left open in each, by order; -1 in the first
    int64_t value_top
    int64_t value_bottom
    int64_t factor_top[13]    # what the unknown is multiplied with, by order
    int64_t factor_bottom[13]
    bint any_value[13]    # the unknown may have any value, by order
    Level levels[13]      # by number
    int64_t least[13]     # range within which a number is tried
    int64_t most[13]

cdef void solve_structure(Structures *search, double low, double high) noexcept nogil

cdef inline double least_quotient(double one, double other) noexcept nogil:
    return one / other if other > 0 else 0


cdef inline double margin(const Structures *search) noexcept nogil:
    """How far ends of ranges may be off by rounding: at most some dozen steps, each off by 2^-53 of the largest term."""
    return 1e-6 + 1e-12 * search.size
