from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_tree cimport Multiset, Tree

# A stretch without `=`.
ctypedef struct Side:
    uint64_t text         # five bits a face, the first face lowest
    uint64_t low          # counts of the faces 0 to 15, four bits each
    uint64_t high         # and of the others
    int32_t length
    int32_t group         # sides of equal value

ctypedef struct Value:
    int64_t top
    int64_t bottom
    int32_t group         # -1: this slot is free
    int32_t shortest      # length of its shortest side

# An equation on its way to its multiset.
ctypedef struct Pending:
    uint64_t text
    uint64_t low
    uint64_t high

ctypedef struct Values:
    Value *slots
    int64_t mask
    int32_t count

cdef enum:
    AHEAD = 16            # equations on their way at a time, while the memory of their multisets is fetched

ctypedef struct Builder:
    const Rules *rules
    uint32_t faces        # those that may occur
    int size
    # sides
    Side *sides
    int64_t side_count
    int64_t side_capacity
    Side *grouped         # the same by group, shortest first
    int64_t *starts       # where each group begins there
    # values of short sides; in table n those of sides of at most n faces
    Values values[5]
    int32_t groups
    int longest           # of the sides to be listed now
    bint known_only       # the values of short sides are known: list the sides themselves
    # multisets
    Multiset *multisets
    int64_t multiset_mask
    int64_t multiset_count
    int64_t equations
    uint64_t *texts       # NULL while counting
    Pending pending[16]
    int64_t arrived
    Tree tree
    bint failed
    # the side being written
    uint64_t text
    uint64_t low
    uint64_t high

cdef bint sides_list(Builder *builder) noexcept nogil

cdef inline uint64_t mixed(uint64_t low, uint64_t high) noexcept nogil:
    cdef uint64_t hash = (low ^ (high * <uint64_t> 0x9E3779B97F4A7C15ULL)) * <uint64_t> 0xD6E8FEB86659FD93ULL
    hash ^= hash >> 32
    return hash * <uint64_t> 0x9E3779B97F4A7C15ULL
