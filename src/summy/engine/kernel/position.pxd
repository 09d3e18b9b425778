from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.table cimport Table

from summy.engine.kernel.search cimport Searcher

ctypedef struct Laid:
    int32_t x
    int32_t y
    int32_t symbol        # of a tile that came from the hand, or RESERVED

cdef class LineRules:
    cdef int32_t width
    cdef int32_t height
    cdef int32_t limit
    cdef int32_t points[16]
    cdef Grammar grammar
    cdef bint reserves_ends

cdef class LinePosition:
    cdef readonly LineRules rules
    cdef Table table
    cdef Snapshot snapshot
    cdef bint snapshot_fresh
    cdef Hand _hand
    cdef readonly Searcher searcher
    # everything laid by `make`, and where each play begins
    cdef Laid *laid
    cdef int32_t laid_count, laid_capacity
    cdef int32_t *marks
    cdef int32_t mark_count, mark_capacity

    cdef int _close_square(self, int32_t x, int32_t y) except -1
    cdef int _free_square(self, int32_t x, int32_t y) except -1
    cdef Snapshot _classes(self)
    cdef int _begin_play(self) except -1 nogil
    cdef int _make(self, Snapshot snapshot, const PackedPlay *play) except -1 nogil
    cdef int _make_at(self, int32_t x, int32_t y, bint down, uint64_t tiles, int count) except -1 nogil
    cdef void _unmake(self) noexcept nogil
    cdef int _note(self, int32_t x, int32_t y, int symbol) except -1 nogil
    cdef int _close(self, int32_t x, int32_t y) except -1 nogil
    cdef void _hand_add(self, int symbol, int count) noexcept nogil
