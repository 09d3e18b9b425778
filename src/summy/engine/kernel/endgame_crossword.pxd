from summy.engine.kernel.crossword_position cimport CrosswordPosition
from summy.engine.kernel.crossword_shapes cimport Hand
from summy.engine.kernel.endgame_table cimport EndTable

cdef class CrosswordEnd(EndTable):
    cdef CrosswordPosition position
    cdef Hand hands[2]
    cdef void take_hand(self, int side) noexcept nogil
    cdef void note_squares(self) noexcept nogil
