from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t, uint64_t

from summy.engine.kernel.endgame_memory cimport Known, Memory
from summy.engine.kernel.endgame_table cimport EndMove, EndTable, MoveStack, Signature

# How a game ends and what is settled then.
ctypedef struct Ending:
    int32_t scoreless     # turns in a row without a play that end it
    bint deduct           # each side then loses its hand
    bint out              # it ends when a hand is empty
    int64_t out_bonus     # times the points of the other hand
    bint no_play          # it ends when no side has a play

# What is found at a position while its moves are tried.
ctypedef struct Node:
    int64_t alpha
    int64_t beta
    int64_t best          # the highest value so far
    EndMove found         # the best move, a pass for none
    int64_t listed        # where the plays begin that were listed last

cdef class EndSearch:
    cdef EndTable table
    cdef Memory memory
    cdef Ending ending
    cdef MoveStack stack
    cdef readonly int64_t nodes   # positions looked at
    cdef readonly int64_t plays   # plays listed
    cdef int64_t node_limit
    cdef int64_t next_look
    cdef double until
    cdef readonly bint stopped
    cdef int32_t *history
    cdef bint gone_out(self, int side, int64_t *value) noexcept nogil
    cdef int64_t rest(self, int side) noexcept nogil
    cdef int list_plays(self, int side) except -1 nogil
    cdef int begin(self, int64_t nodes, double seconds) except -1
    cdef int look_at_clock(self) except -1 nogil
    cdef int order(self, int side, int64_t first) except -1 nogil
    cdef void pick(self, int64_t first, int64_t at) noexcept nogil
    cdef void credit(self, int side, const EndMove *move) noexcept nogil
    cdef Signature signature_of(self, int side, bint must_play) noexcept nogil
    cdef int64_t playout(self, int side, bint passed) except? -9 nogil
    cdef int64_t after_play(self, int side, const EndMove *made, int64_t alpha, int64_t beta) except? -9 nogil
    cdef int64_t after_pass(self, int side, int64_t alpha, int64_t beta) except? -9 nogil
    cdef int try_stages(self, int side, int64_t first, const Known *known, Node *node) except -1 nogil
    cdef int list_more(self, int side, int64_t first, int wanted, Node *node) except -1 nogil
    cdef int try_plays(self, int side, int64_t first, Node *node) except -1 nogil
    cdef int64_t search(self, int side, bint must_play, int64_t alpha, int64_t beta) except? -9 nogil

cdef int better(const void *one, const void *other) noexcept nogil
cdef int stack_pass(MoveStack *stack) except -1 nogil
