from libc.stdint cimport int64_t

from summy.engine.kernel.crossword_position cimport CrosswordPosition
from summy.engine.kernel.crossword_shapes cimport Hand
from summy.engine.kernel.endgame_table cimport EndTable, MoveStack

cdef class CrosswordEnd(EndTable):
    cdef CrosswordPosition position
    cdef Hand hands[2]
    cdef void take_hand(self, int side) noexcept nogil
    cdef void note_squares(self) noexcept nogil
    cdef int list_in_mode(self, int side, int mode, int64_t room, MoveStack *into) except -1 nogil
    cdef void note_table(self) noexcept nogil
