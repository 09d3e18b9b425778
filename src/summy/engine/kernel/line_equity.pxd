"""The move with the highest equity on a table of line placement (`line_equity.pyx`)."""

from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.equations cimport EquationMap
from summy.engine.kernel.equity cimport ENDLESS, PASS, PLAY, POINT, SWAP, SwapRules
from summy.engine.kernel.leave_table cimport LeaveTable
from summy.engine.kernel.search cimport Searcher
from summy.engine.kernel.shapes cimport *

ctypedef struct LineMove:
    int32_t kind
    int64_t equity        # hundredths of a point: score and worth of what is kept
    int32_t score
    PackedPlay play
    int32_t kept[29]      # by symbol

cdef int line_best(LeaveTable table, Searcher searcher, EquationMap map, Snapshot snapshot, const Hand *hand,
                   const Grammar *grammar, const SwapRules *swaps, int32_t stock, LineMove *found) except -1 nogil
