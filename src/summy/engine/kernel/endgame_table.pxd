from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t

cdef extern from *:
    """
    /* More points than any game has: a bound that is not known. */
    #define SUMMY_UNBOUNDED ((int64_t) 1 << 60)
    """
    const int64_t UNBOUNDED "SUMMY_UNBOUNDED"

# A play as the end game keeps it: it names squares, not places of a search, so it can be compared between positions.
ctypedef struct EndMove:
    uint64_t tiles        # what is laid, in line order: four bits a symbol or five bits a face
    int64_t score
    int64_t rank          # by which moves are ordered
    int32_t worth         # points of the tiles laid
    uint32_t kinds        # crossword placement: which tiles show the faces, two bits each
    uint32_t mark         # a hash by which a move is known again
    int32_t x             # square of the first tile laid
    int32_t y
    int8_t down           # direction: 0 across, 1 down
    int8_t count          # tiles laid; 0: a pass

ctypedef struct MoveStack:
    EndMove *moves
    int64_t count
    int64_t capacity

# Two hashes of 64 bits by which positions are known again.
ctypedef struct Signature:
    uint64_t low
    uint64_t high

cdef class EndTable:
    cdef Signature signature      # of the table and both hands
    cdef int32_t sizes[2]         # tiles in the hands
    cdef int64_t worth[2]         # and their points
    cdef int prepare(self) except -1
    cdef int list_plays(self, int side, MoveStack *into) except -1 nogil
    cdef int list_first(self, int side, MoveStack *into) except -1 nogil
    cdef int list_best(self, int side, int wanted, MoveStack *into) except -1 nogil
    cdef bint wild(self, int side) noexcept nogil
    cdef int any_play(self, int side) except -1 nogil
    cdef int make(self, int side, const EndMove *move) except -1 nogil
    cdef int unmake(self, int side) except -1 nogil
    cdef object described(self, const EndMove *move)
    cdef void count_hand(self, int side, const int32_t *counts, const int32_t *points, int kinds) noexcept nogil
    cdef void note_square(self, int32_t x, int32_t y, int32_t what) noexcept nogil
    cdef void note_hand(self, int side, int kind, int count) noexcept nogil

cdef EndMove *stack_next(MoveStack *stack) except NULL nogil
