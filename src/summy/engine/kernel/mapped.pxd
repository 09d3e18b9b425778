from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.equations cimport EquationMap
from summy.engine.kernel.lookups cimport Lookup, SingleHit, Subset, Subsets, Workspace

cdef Workspace *workspace_open() except NULL
cdef void workspace_close(Workspace *work) noexcept nogil
cdef int map_search(EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                    Workspace *work,
                    PlayBuffer *buffer, Cut *cut) except -1 nogil
