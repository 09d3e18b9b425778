from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.lanes cimport Snapshot, Table

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
    cdef PlayBuffer buffer
    # everything laid by `make`, and where each play begins
    cdef Laid *laid
    cdef int32_t laid_count, laid_capacity
    cdef int32_t *marks
    cdef int32_t mark_count, mark_capacity
    cdef readonly int64_t nodes

    cdef Snapshot _classes(self)
    cdef int _search(self, Snapshot snapshot, bint first_only) except -1
    cdef int _search_long(self, Snapshot snapshot, int32_t index) except -1
    cdef bint _worthwhile(self, const Core *core) noexcept nogil
    cdef int _make(self, Snapshot snapshot, const PackedPlay *play) except -1
    cdef int _note(self, int32_t x, int32_t y, int symbol) except -1
    cdef int _close(self, int32_t x, int32_t y) except -1
    cdef int _hand_add(self, int symbol, int count) noexcept
