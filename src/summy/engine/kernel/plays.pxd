from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.rows cimport PlayRow

cdef class Plays:
    cdef Snapshot snapshot
    cdef PackedPlay *_plays
    cdef Py_ssize_t _count
    cdef int64_t _sum_scores
    cdef int64_t _tiles_used
    cdef int _exports
    cdef Py_ssize_t _shape[1]
    cdef Py_ssize_t _strides[1]
    cdef Py_ssize_t _index(self, Py_ssize_t index) except -1
    cdef int _sum(self) noexcept
    cdef str _text(self, Py_ssize_t index)
    cdef int _write_row(self, const PackedPlay *play, PlayRow *row) noexcept

cdef Plays plays_from(Snapshot snapshot, const PackedPlay *plays, Py_ssize_t count)
cdef Plays plays_taking(Snapshot snapshot, PlayBuffer *buffer)
cdef Plays best_of(Snapshot snapshot, const PackedPlay *plays, Py_ssize_t count, Py_ssize_t wanted)
