from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.rows cimport PlayRow

cdef class CrosswordRules:
    cdef Rules rules

cdef class CrosswordPlays:
    cdef CrosswordRules owner
    cdef object source            # a position that finds the plays again which are not kept, or None
    cdef int8_t faces[676]        # of the table before the play
    cdef PackedPlay *_plays       # those from `_first` on
    cdef int64_t _first
    cdef int64_t _kept
    cdef int64_t _count
    cdef int64_t _sum_scores
    cdef int64_t _tiles_used
    cdef Py_ssize_t _shape[1]
    cdef Py_ssize_t _strides[1]
    cdef const PackedPlay *_play(self, Py_ssize_t index) except NULL
    cdef str _text(self, const PackedPlay *play)
    cdef int _write_row(self, const PackedPlay *play, PlayRow *row) noexcept
    cdef bint _has_neighbour_across(self, int x, int y) noexcept
    cdef int _ranking(self, uint32_t *order) except -1
    cdef int _keep(self, const PackedPlay *plays, int64_t count) except -1

cdef CrosswordPlays plays_from(CrosswordRules owner, const int8_t *faces, const PackedPlay *plays, int64_t count)
