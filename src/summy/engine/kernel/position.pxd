from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.lanes cimport Snapshot, Table

from summy.engine.kernel.search cimport Searcher

ctypedef struct Laid:
    int32_t x
    int32_t y
    int32_t symbol        # of a tile that came from the hand, or RESERVED

cdef class KernelPosition:
    cdef Table table
    cdef Snapshot snapshot
    cdef bint snapshot_fresh
    cdef bint bounded
    cdef bint reserves_ends
    cdef int32_t points[16]
    cdef Grammar grammar
    cdef Hand _hand
    cdef readonly Searcher searcher
    # everything laid by `make`, and where each play begins
    cdef Laid *laid
    cdef int32_t laid_count, laid_capacity
    cdef int32_t *marks
    cdef int32_t mark_count, mark_capacity

    cdef Snapshot _classes(self)
    cdef int _make(self, Snapshot snapshot, const PackedPlay *play) except -1
    cdef int _note(self, int32_t x, int32_t y, int symbol) except -1
    cdef int _close(self, int32_t x, int32_t y) except -1
    cdef int _hand_add(self, int symbol, int count) noexcept
