"""The move with the highest equity on a table of crossword placement (`crossword_equity.pyx`)."""

from summy.engine.kernel.crossword_position cimport CrosswordPosition
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.equity cimport ENDLESS, PASS, PLAY, POINT, SWAP, SwapRules
from summy.engine.kernel.leave_table cimport LeaveTable

ctypedef struct CrosswordMove:
    int32_t kind
    int64_t equity        # hundredths of a point: score and worth of what is kept
    int64_t score
    PackedPlay play
    int32_t kept[29]      # by kind

cdef int crossword_best(LeaveTable table, CrosswordPosition position, const SwapRules *swaps, int32_t stock,
                        CrosswordMove *found) except -1 nogil
cdef bint play_before(const PackedPlay *one, const PackedPlay *other) noexcept nogil
