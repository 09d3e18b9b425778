from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_best cimport JobStore
from summy.engine.kernel.crossword_cores cimport CoreSet
from summy.engine.kernel.crossword_frames cimport FrameStore
from summy.engine.kernel.crossword_mapped cimport MapView
from summy.engine.kernel.crossword_plays cimport CrosswordPlays, CrosswordRules
from summy.engine.kernel.crossword_sink cimport Sink
from summy.engine.kernel.crossword_map cimport EquationMap

# A square as it was before a play: what `unmake` brings back.
ctypedef struct Saved:
    int32_t square
    int32_t kind          # of the tile laid there, or EMPTY when only its crossings changed
    bint reserved
    Cross cross[2]

cdef class CrosswordPosition:
    cdef readonly CrosswordRules rules
    cdef Table table
    cdef Hand _hand
    cdef Sink sink
    cdef CoreSet cores
    cdef FrameStore frames
    cdef JobStore jobs
    cdef EquationMap _map
    cdef MapView view
    cdef public bint straight     # search without classes and map, for tests
    cdef bint fresh               # crossings are up to date
    cdef Saved *saved
    cdef int32_t saved_count, saved_capacity
    cdef int32_t *marks
    cdef int32_t mark_count, mark_capacity
    cdef public int64_t nodes
    cdef public int64_t limit
    cdef int _empty_square(self, int x, int y) except -1
    cdef void _refresh(self) noexcept nogil
    cdef int _search(self) except -1 nogil
    cdef void _search_classes(self) noexcept nogil
    cdef int _changed(self) noexcept
    cdef int _save(self, int square, int kind) except -1 nogil
    cdef int _mark(self) except -1 nogil
    cdef int _finish_run(self, int direction, int square) except -1 nogil
    cdef int _make(self, const PackedPlay *play) except -1 nogil
    cdef void _unmake(self) noexcept nogil
