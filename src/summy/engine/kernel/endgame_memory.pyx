# cython: language_level=3
"""The positions of an end game that were searched already (a transposition table).

An entry is known again by a signature of 128 bits: 64 say where it lies and 64 are compared. Values are points still to
be won, whatever the score, so one memory serves a whole game.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from summy.engine.kernel.endgame_table cimport UNBOUNDED

cdef enum:
    NEIGHBOURS = 4        # entries among which a position may lie

cdef class Memory:
    """Room for the given number of positions, rounded up to a power of two (about 100 bytes each)."""

    def __cinit__(self, int64_t positions):
        self.mask = NEIGHBOURS - 1
        while self.mask + 1 < <uint64_t> positions:
            self.mask = 2 * self.mask + 1
        self.known = <Known *> calloc(self.mask + 1, sizeof(Known))
        if self.known == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.known)

    def clear(self):
        """Forget everything."""
        memset(self.known, 0, (self.mask + 1) * sizeof(Known))

    cdef Known *find(self, const Signature *signature) noexcept nogil:
        """What is known of a position, NULL for nothing."""
        cdef Known *near = &self.known[signature.low & self.mask & ~<uint64_t> (NEIGHBOURS - 1)]
        cdef int index
        for index in range(NEIGHBOURS):
            if near[index].used and near[index].check == signature.high:
                return &near[index]
        return NULL

    cdef Known *claim(self, const Signature *signature) noexcept nogil:
        """The entry of a position; where there is none yet, the neighbour that saves the least work makes room."""
        cdef Known *near = &self.known[signature.low & self.mask & ~<uint64_t> (NEIGHBOURS - 1)]
        cdef Known *chosen = self.find(signature)
        cdef int index
        if chosen != NULL:
            return chosen
        chosen = near
        for index in range(NEIGHBOURS):
            if not near[index].used:
                chosen = &near[index]
                break
            if near[index].effort < chosen.effort:
                chosen = &near[index]
        memset(chosen, 0, sizeof(Known))
        chosen.used = True
        chosen.check = signature.high
        chosen.lower = -UNBOUNDED
        chosen.upper = UNBOUNDED
        return chosen
