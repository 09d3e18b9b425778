from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot

cdef enum:
    BASE = MAX_HAND       # `line[BASE]` is the core's first square
    LONGEST_LINE = 96     # squares of a line that fits in a search
    LONGEST_CORE = 72
    MOST_NUMBERS = 56

ctypedef struct EquationBuffer:
    uint64_t *equations   # packed as `equations.pxd` says
    int64_t count
    int64_t capacity
    bint failed

ctypedef struct Number:
    int first             # its first square in `line`
    int end               # the square behind it
    int unknown           # squares to be filled from the hand
    int operator          # the operator before it, PLUS for the first
    int last_free         # its last square that is filled from the hand, the one before the first if there is none
    double least          # bounds of its value
    double greatest
    # Bounds of the terms complete before its own, and of its term up to and with it.
    double sum_low
    double sum_high
    double term_low
    double term_high
    bint minus            # whether its term is subtracted
    int digits            # of all numbers up to it

ctypedef struct Structure:
    # what is searched
    const Core *snapshot_cores
    const Place *snapshot_places
    const int8_t *snapshot_cells
    const Hand *hand
    const Core *core
    const Place *places
    const int8_t *cells
    const int32_t *points
    const Grammar *grammar
    PlayBuffer *buffer
    EquationBuffer *equations   # where to write whole lines instead, for the equation map
    int length            # of the core
    int right             # most squares behind the core
    int least             # fewest and most tiles to lay
    int most
    int hand_digits
    int fewest_digits     # fewest and most digits of the hand to lay
    int most_digits
    Ceiling ceiling       # most points that the hand can add
    Cut *cut              # NULL when all plays are wanted
    int32_t most_points   # bound for this class and number of digits
    int32_t bound         # bound for the present shape
    int32_t counts[16]    # tiles left in the hand
    double smallest       # digits in the hand: smallest, smallest but 0, largest
    double smallest_first
    double largest
    int free_squares      # in the core and behind it
    int tiles             # digits of the core
    int last_sign         # the core's last square with a sign, with a minus, with a division; negative for none
    int last_minus
    int last_division
    bint vanishing        # whether a term can be multiplied by 0
    # where it stands: the shape
    int before
    int longest_result    # digits of the largest value that the left side can have
    int shortest_result   # and of the smallest
    double low            # bounds of the left side's value
    double high
    int numbers           # numbers on the left
    Number number[MOST_NUMBERS]
    int8_t line[LONGEST_LINE]
    # where it stands: the numbers
    int solved            # which number is solved for
    int last              # which number is filled in last
    int64_t narrow[MOST_NUMBERS + 2][8]     # what stands before each number, see `solving.pyx`
    int128 wide[MOST_NUMBERS + 2][8]
    double range_low      # bounds of its value, from those of the solved number
    double range_high
    int end               # square behind the line
    int64_t nodes

cdef double POWERS[LONGEST_LINE]

cdef void solve_shape(Structure *search) noexcept nogil


cdef inline int cell_at(Structure *search, int square) noexcept nogil:
    """The table tile on a square of the line, or GAP."""
    cdef int at = square - BASE
    if at < 0 or at >= search.length:
        return GAP
    return search.cells[at]
