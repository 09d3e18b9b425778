from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.solving cimport LONGEST_CORE, EquationBuffer, Number, Structure

cdef int all_equations(int symbols, EquationBuffer *equations) except -1 nogil
cdef void structure_begin(Structure *search, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                          PlayBuffer *buffer, Cut *cut) noexcept nogil
cdef void structure_search(Structure *search, int32_t core, int least, int digits, int32_t most_points) noexcept nogil
