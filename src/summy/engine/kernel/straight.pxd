from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot

ctypedef struct Straight:
    # what is searched
    const int8_t *cells
    int length
    int right             # most squares behind the core
    int before            # squares before the core in this search
    int hand_size
    int32_t counts[16]
    Grammar grammar
    const int32_t *points
    # where it stands
    uint64_t tiles
    int laid
    int score
    # what becomes of the plays
    const Core *core
    const Place *places
    PlayBuffer *buffer
    int64_t nodes

cdef int straight_search(Snapshot snapshot, int32_t core, const Hand *hand, const Grammar *grammar,
                         PlayBuffer *buffer, int64_t *nodes) except -1 nogil
