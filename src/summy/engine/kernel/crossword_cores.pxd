from summy.engine.kernel.crossword_shapes cimport *

# Where a core lies on the board.
ctypedef struct Place:
    int32_t first         # square of the core's first square
    int32_t core          # index of the class
    int16_t direction
    int16_t left          # free squares that may be filled before the core, at most those of a hand
    int16_t right         # the same behind it
    int16_t padding

# The part of a line between its first and its last table tile: one class for all places where the same faces lie.
ctypedef struct Core:
    int32_t length
    int32_t fixed         # faces of table tiles
    int32_t gaps          # free squares among them
    int32_t equals        # equals signs among the faces
    int32_t left          # most free squares before it over all its places
    int32_t right         # the same behind it
    int32_t reach         # most free squares on both sides together
    int32_t first_place   # its places are consecutive
    int32_t places
    bint laid             # there is no table tile: the core is one square, whose face must come from the hand
    uint64_t hash
    int8_t faces[26]      # EMPTY for a gap

ctypedef struct CoreSet:
    Core *cores
    int32_t count
    int32_t capacity
    Place *places
    int32_t place_count
    int32_t place_capacity
    int32_t *slots
    int32_t mask
    bint failed           # out of memory

cdef int cores_open(CoreSet *cores) except -1
cdef void cores_close(CoreSet *cores) noexcept nogil
cdef void cores_find(CoreSet *cores, const Table *table, const Hand *hand) noexcept nogil
