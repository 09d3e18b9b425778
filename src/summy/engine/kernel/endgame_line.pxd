from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.endgame_table cimport EndMove, EndTable
from summy.engine.kernel.equations cimport EquationMap
from summy.engine.kernel.position cimport LinePosition
from summy.engine.kernel.shapes cimport Grammar, Hand, PackedPlay

cdef class LineEnd(EndTable):
    cdef LinePosition position
    cdef Snapshot snapshot
    cdef EquationMap map
    cdef Grammar grammar
    cdef Hand hands[2]
    cdef int find(self, int side, int wanted) except -1 nogil
    cdef void take_hand(self, int side) noexcept nogil
    cdef void tell(self, const PackedPlay *play, EndMove *move) noexcept nogil
    cdef void note_table(self) noexcept nogil
