# cython: language_level=3
"""What an end game needs of a table with two hands, whatever the placement: list plays, make them, take them back.

`EndTable` is the common part; `endgame_line` and `endgame_crossword` put the two kinds of kernel positions behind it.
"""

from libc.stdlib cimport realloc

from summy.engine.kernel.splitmix cimport mixed


cdef EndMove *stack_next(MoveStack *stack) except NULL nogil:
    """Room for one more move at the end of a stack."""
    cdef int64_t capacity
    cdef EndMove *bigger
    if stack.count == stack.capacity:
        capacity = 2 * stack.capacity if stack.capacity else 4096
        bigger = <EndMove *> realloc(stack.moves, capacity * sizeof(EndMove))
        if bigger == NULL:
            with gil:
                raise MemoryError
        stack.moves = bigger
        stack.capacity = capacity
    stack.count += 1
    return &stack.moves[stack.count - 1]


cdef class EndTable:
    """A table and the hands of two sides, 0 and 1. Plays are made and taken back in place."""

    cdef int prepare(self) except -1:
        """Make ready for a search."""
        raise NotImplementedError

    cdef int list_plays(self, int side, MoveStack *into) except -1 nogil:
        """Append all legal plays of a side to a stack, in no particular order; 1 when there were too many for some."""
        with gil:
            raise NotImplementedError

    cdef int list_first(self, int side, MoveStack *into) except -1 nogil:
        """Append one play of the highest score, always the same of equal ones; nothing when the side has no play."""
        with gil:
            raise NotImplementedError

    cdef int list_best(self, int side, int wanted, MoveStack *into) except -1 nogil:
        """Append the `wanted` plays of the highest scores, where a hand is `wild`."""
        with gil:
            raise NotImplementedError

    cdef bint wild(self, int side) noexcept nogil:
        """Whether a hand may have so many plays that the best are better listed by themselves first."""
        return False

    cdef int any_play(self, int side) except -1 nogil:
        """Whether a side has a legal play."""
        with gil:
            raise NotImplementedError

    cdef int make(self, int side, const EndMove *move) except -1 nogil:
        """Make a play of a side; `signature`, `sizes` and `worth` follow."""
        with gil:
            raise NotImplementedError

    cdef int unmake(self, int side) except -1 nogil:
        """Take back the last play, which was this side's."""
        with gil:
            raise NotImplementedError

    cdef object described(self, const EndMove *move):
        """A play as `(down, ((x, y, tile name, face name), ...), whether the direction is part of the move)`."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------ for those below

    cdef void count_hand(self, int side, const int32_t *counts, const int32_t *points, int kinds) noexcept nogil:
        """Take a hand that was set up into sizes, worth and signature."""
        cdef int kind
        self.sizes[side] = 0
        self.worth[side] = 0
        for kind in range(kinds):
            self.sizes[side] += counts[kind]
            self.worth[side] += <int64_t> counts[kind] * points[kind]
            self.note_hand(side, kind, counts[kind])

    cdef void note_square(self, int32_t x, int32_t y, int32_t what) noexcept nogil:
        """Something came to lie on a square, or was taken away from it."""
        cdef uint64_t key = mixed(<uint64_t> <uint32_t> x << 32 | <uint32_t> y) + <uint64_t> what
        self.signature.low ^= mixed(key)
        self.signature.high ^= mixed(key ^ <uint64_t> 0xA5A5A5A5A5A5A5A5ULL)

    cdef void note_hand(self, int side, int kind, int count) noexcept nogil:
        """A side has so many tiles of a kind now, or had them before."""
        cdef uint64_t key
        if count:
            key = mixed(<uint64_t> 0xC3C3C3C3 << 32 | <uint64_t> (side * 64 + kind) * 64 + <uint64_t> count)
            self.signature.low ^= key
            self.signature.high ^= mixed(key)
