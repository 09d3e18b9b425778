"""Games played on inside the kernel, whatever the placement (`rollout.pyx`)."""

from summy.engine.kernel.course cimport *
from summy.engine.kernel.judging cimport *
from summy.engine.kernel.rollout_turns cimport TurnTaker
from summy.engine.kernel.win_table cimport WinTable

cdef enum:
    MOST_CANDIDATES = 64

ctypedef struct Candidate:
    int32_t kind
    int64_t score
    int32_t kept[32]          # the hand without the tiles laid or changed
    int32_t size

cdef class Playout(TurnTaker):
    cdef Course root
    cdef uint8_t pool[1024]           # tiles that the root's side does not see
    cdef int32_t pool_count
    cdef int32_t stock_count
    cdef bint known                   # all hands and the stock are known: nothing is dealt
    cdef Candidate candidates[64]
    cdef readonly int32_t candidate_count
    cdef WinTable chances             # None: the lead itself is what counts

    # What the placement does.
    cdef int lay_candidate(self, int32_t candidate) except -1 nogil

    cdef Candidate *_new(self, int32_t kind, int64_t score) except NULL
    cdef void deal(self, uint64_t seed, uint64_t iteration) noexcept nogil
    cdef int try_candidate(self, int32_t candidate) except -1 nogil
    cdef int play_on(self, int32_t plies) except -1 nogil
    cdef void go_back(self) noexcept nogil
