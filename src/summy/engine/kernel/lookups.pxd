from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.equations cimport EquationMap

cdef enum:
    MOST_SUBSETS = 924    # multisets of one size in a hand of MAX_HAND tiles
    MOST_OPERATOR_SETS = 20

ctypedef struct Subset:
    uint64_t key
    int32_t rank
    int32_t points

ctypedef struct Subsets:
    # the distinct multisets of digits and of operators in a hand, by size
    int32_t digit_sets[MAX_HAND + 1]
    int32_t operator_sets[4]
    Subset digits[MAX_HAND + 1][MOST_SUBSETS]
    Subset operators[4][MOST_OPERATOR_SETS]

ctypedef struct SingleHit:
    # a subset of the hand that makes lines with some single tiles
    uint64_t key
    uint64_t places[3]    # symbols that fit before the first, second, ... tile, 16 bits each
    int32_t points
    int32_t tiles

ctypedef struct Lookup:
    # a subset of the hand and a core whose tiles together may make lines
    uint64_t key
    uint64_t places       # for a single tile: of four bits the highest for each place in the line it may have
    uint32_t core_and_tiles   # the class, and in the lowest four bits how many tiles of the hand
    int32_t score         # of the plays that it gives, if it gives any
    uint32_t entry        # where the equations probably are

ctypedef struct Workspace:
    Subsets subsets
    SingleHit *singles
    int64_t single_count, single_capacity
    Lookup *lookups
    int64_t lookup_count, lookup_capacity
    int32_t *order
    int64_t order_capacity
    int64_t probes        # subsets tried, for tests by counted work

cdef void emit_all(EquationMap map, Snapshot snapshot, const Grammar *grammar, Workspace *work,
                   PlayBuffer *buffer) noexcept nogil
cdef int emit_best(EquationMap map, Snapshot snapshot, const Grammar *grammar, Workspace *work,
                   PlayBuffer *buffer,
                   Cut *cut) except -1 nogil
