from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.equations cimport EquationMap
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.mapped cimport Workspace
from summy.engine.kernel.plays cimport Plays
from summy.engine.kernel.solving cimport Structure

ctypedef struct Job:
    int32_t core
    int32_t bound
    int32_t least         # fewest tiles of the hand
    int32_t digits        # how many of them are digits, -1 for any number

cdef class Searcher:
    cdef public EquationMap map
    cdef public int method
    cdef Workspace *work
    cdef Structure *structure
    cdef PlayBuffer buffer
    cdef Job *jobs
    cdef int32_t job_capacity
    cdef int32_t *heap
    cdef int32_t heap_capacity
    cdef readonly int64_t nodes
    cdef readonly int64_t fallbacks
    cdef bint busy
    cdef EquationMap map_for(self, const Grammar *grammar)
    cdef int search_in(self, EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                       Cut *cut) except -1 nogil
    cdef int find(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar, Cut *cut) except -1
    cdef int best_in(self, EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                     int32_t wanted) except -1 nogil
    cdef int _list_jobs(self, EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                        const Cut *cut) except -1 nogil
    cdef int _do_job(self, Snapshot snapshot, const Job *job, const Hand *hand, const Grammar *grammar,
                     Cut *cut) except -1 nogil
    cdef int _long_lines(self, Snapshot snapshot, int32_t index, const Hand *hand, const Grammar *grammar,
                         Cut *cut) except -1
    cdef Plays all_plays(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar)
    cdef Plays best_plays(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                          Py_ssize_t wanted)
    cdef int _find_best(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                        int32_t wanted) except -1
    cdef bint best_play(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                        PackedPlay *best) except -1
    cdef bint any_play(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar) except -1
