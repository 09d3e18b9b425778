from summy.engine.kernel.crossword_cores cimport Core
from summy.engine.kernel.crossword_frames cimport Context
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_tree cimport Group, Node

# A multiset that was found on the way down the tree.
ctypedef struct Hit:
    uint32_t node
    uint32_t crossings    # faces that the single table tile may have
    int32_t length
    int32_t points        # most points of the tiles laid for it

ctypedef struct FoundHits:
    Hit *hits
    int64_t count
    int64_t capacity
    bint failed           # out of memory

cdef enum:
    HITS = 256            # multisets found before their equations are looked at

# A map of equations as a search needs it.
ctypedef struct MapView:
    const Node *nodes
    const Group *groups
    const uint64_t *texts
    int32_t size

ctypedef struct Mapped:
    const MapView *map
    Context *context
    const int8_t *descent
    Supply supply
    int32_t suffix[27]    # tiles of the hand that show just one face, of the faces from a place in the descent on
    uint32_t own          # places in the descent of the faces that the hand has without blanks
    # the present class
    const Core *core
    uint64_t bits         # the core's faces, five bits each
    uint64_t mask         # ones where it has a face
    int8_t required[10]   # places in the descent of its faces, in order
    int32_t required_count
    int32_t smallest      # sizes of equations
    int32_t largest
    uint32_t sizes        # the same as bits
    # classes of a single table tile, which are searched together
    uint32_t singles      # their faces
    const Core *single[26]
    bint strict           # one of them is a face that no blank may show
    # what was found and is still to be compared
    Hit hits[256]
    int32_t hit_count
    bint crossing         # it was found for single table tiles
    FoundHits *collect    # keep what is found there instead of comparing it

cdef void mapped_open(Mapped *search, const MapView *map, Context *context) noexcept nogil
cdef void mapped_search(const MapView *map, Context *context) noexcept nogil
cdef void mapped_find(Mapped *search, const Core *core, int size, FoundHits *found) noexcept nogil
cdef void mapped_compare(Mapped *search, const Core *core, const Hit *hit, int before) noexcept nogil
