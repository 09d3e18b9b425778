"""How sides take turns inside the kernel, whatever the placement (`rollout_turns.pyx`)."""

from summy.engine.kernel.course cimport *
from summy.engine.kernel.leave_table cimport LeaveTable

cdef enum:
    MOST_FOUND = 64       # plays that a policy compares
    CHOSEN_PLAY = -1      # in place of a candidate: the play of this turn

# What a turn can be.
cdef enum:
    PLAY = 0
    SWAP = 1              # discard or exchange, whichever the rules have
    PASS = 2

ctypedef struct Policy:
    int32_t wanted            # plays compared, those of the highest scores
    bint leaves               # whether the tiles kept count

# What a side may do in its turn.
ctypedef struct Option:
    int64_t value             # score and worth of the tiles kept, hundredths of a point
    int64_t score
    int64_t worth
    int32_t kept[32]          # the hand without the tiles laid or changed

cdef class TurnTaker:
    cdef TurnRules rules
    cdef Policy policies[4]
    cdef LeaveTable leaves
    cdef int32_t most_worth           # no tiles kept are worth more
    cdef bint treasure[32]            # kinds of tiles that plays are also looked for without
    cdef int32_t kinds
    cdef Course now
    cdef list notes                   # of each turn, while a course is traced

    # What the placement does. A play is named by its index among those that `find` found last.
    cdef int32_t find(self, int32_t wanted) except -1 nogil
    cdef int64_t option(self, int32_t index, int32_t *kept) noexcept nogil
    cdef bint before(self, int32_t index) noexcept nogil
    cdef void choose(self, int32_t index) noexcept nogil
    cdef int lay(self) except -1 nogil
    cdef void take_back(self) noexcept nogil
    cdef str text(self, int32_t candidate)

    cdef int turn(self) except -1 nogil
    cdef bint best_play(self, Option *best) except -1 nogil
    cdef bint compare(self, int32_t found, const int32_t *spared, bint any, Option *best) noexcept nogil
    cdef int32_t spare(self, int32_t *spared) noexcept nogil
    cdef void restore(self, const int32_t *spared) noexcept nogil
    cdef bint best_swap(self, Option *best, bint any) noexcept nogil
    cdef void keep_first(self, int32_t *kept, int32_t size) noexcept nogil
    cdef bint is_over(self) except -1 nogil
    cdef int no_side_can_play(self) except -1 nogil
    cdef int note(self, int32_t kind, int32_t candidate, int64_t points) except -1
    cdef int note_swap(self, const int32_t *before, const int32_t *kept) except -1
