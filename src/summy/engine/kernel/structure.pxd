from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.solving cimport LONGEST_CORE, EquationBuffer, Number, Structure

cdef int all_equations(int symbols, EquationBuffer *equations) except -1 nogil
cdef int structure_search(Snapshot snapshot, int32_t core, const Hand *hand, const Grammar *grammar,
                          int least,
                          int digits, int32_t most_points, Cut *cut, PlayBuffer *buffer,
                          int64_t *nodes) except -1 nogil
