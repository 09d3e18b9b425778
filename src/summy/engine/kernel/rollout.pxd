"""Turns played on inside the kernel, whatever the placement (`rollout.pyx`)."""

from summy.engine.kernel.leave_table cimport LeaveTable
from summy.engine.kernel.win_table cimport WinTable

from summy.engine.kernel.course cimport *

cdef enum:
    MOST_CANDIDATES = 64
    MOST_FOUND = 64       # plays that a policy compares

# What a turn can be.
cdef enum:
    PLAY = 0
    SWAP = 1              # discard or exchange, whichever the rules have
    PASS = 2

ctypedef struct Policy:
    int32_t wanted            # plays compared, those of the highest scores
    bint leaves               # whether the tiles kept count

ctypedef struct Candidate:
    int32_t kind
    int64_t score
    int32_t kept[32]          # the hand without the tiles laid or changed
    int32_t size

ctypedef struct Outcome:
    int32_t points            # lead of the root's side, hundredths of a point
    int32_t win               # its chances, millionths
    int32_t utility           # what is maximised

cdef class Playout:
    cdef TurnRules rules
    cdef Policy policies[4]
    cdef LeaveTable leaves
    cdef int32_t most_worth           # no tiles kept are worth more
    cdef int32_t kinds
    cdef Course root
    cdef Course now
    cdef uint8_t pool[1024]           # tiles that the root's side does not see
    cdef int32_t pool_count
    cdef int32_t stock_count
    cdef bint known                   # all hands and the stock are known: nothing is dealt
    cdef Candidate candidates[64]
    cdef readonly int32_t candidate_count
    cdef WinTable chances             # None: the lead itself is what counts
    cdef list notes                   # of each turn, while a course is traced

    # What the placement does. A play is named by its index among those that `find` found last.
    cdef int32_t find(self, int32_t wanted) except -1 nogil
    cdef int64_t option(self, int32_t index, int32_t *kept) noexcept nogil
    cdef bint before(self, int32_t one, int32_t other) noexcept nogil
    cdef int lay(self, int32_t index) except -1 nogil
    cdef int lay_candidate(self, int32_t candidate) except -1 nogil
    cdef void take_back(self) noexcept nogil
    cdef str text(self, int32_t index)

    cdef Candidate *_new(self, int32_t kind, int64_t score) except NULL
    cdef void _first_kept(self, int32_t *kept, int32_t size) noexcept nogil
    cdef int note_swap(self, const int32_t *before, const int32_t *kept) except -1
    cdef void deal(self, uint64_t seed, uint64_t iteration) noexcept nogil
    cdef int try_candidate(self, int32_t candidate) except -1 nogil
    cdef int play_on(self, int32_t plies) except -1 nogil
    cdef int turn(self) except -1 nogil
    cdef int64_t best_swap(self, int32_t *kept, int32_t *size) noexcept nogil
    cdef bint is_over(self) except -1 nogil
    cdef int no_side_can_play(self) except -1 nogil
    cdef void judge(self, Outcome *outcome) noexcept nogil
    cdef void go_back(self) noexcept nogil
    cdef int note(self, int32_t kind, int32_t index) except -1
