from libc.stdint cimport int64_t

from summy.engine.kernel.endgame_search cimport EndSearch
from summy.engine.kernel.endgame_table cimport EndMove

# A move at the root with what is proved of it: points that the side to move gains on the other from here on.
ctypedef struct RootMove:
    EndMove move
    int64_t lower
    int64_t upper
    int64_t guess

cdef class Endgame(EndSearch):
    cdef RootMove *roots
    cdef int64_t root_count
    cdef bint whole               # all moves at the root are known
    cdef readonly bint complete   # the moves asked for are proved to be the best
    cdef bint each                # the value of each of several moves is asked for
    cdef int search_roots(self, int side, int scoreless, int64_t first, int64_t alpha, int64_t beta) except -1 nogil
    cdef int64_t root_child(self, int side, int scoreless, RootMove *root, int64_t alpha, int64_t beta) except? -9 nogil
    cdef void lead(self, int64_t first, int64_t leader) noexcept nogil
    cdef bint decided(self, int64_t first) noexcept nogil
    cdef int prove(self, int side, int scoreless, int64_t first, int64_t guess) except -1 nogil
    cdef int open_roots(self, int side) except -1
    cdef object told(self, int side, int scoreless, int64_t index)
    cdef int follow(self, int side, int scoreless, const EndMove *made, int64_t value, list line) except -1
