from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot

ctypedef struct Ranked:
    const char *text
    int64_t index
    int32_t score

cdef int64_t text_room(Snapshot snapshot, const PackedPlay *play) noexcept nogil
cdef int64_t write_text(Snapshot snapshot, const PackedPlay *play, char *text) noexcept nogil
cdef Ranked *rank_plays(Snapshot snapshot, const PackedPlay *plays, Py_ssize_t count) except NULL
cdef int64_t first_by_text(Snapshot snapshot, const PackedPlay *plays, int64_t count) except -1
