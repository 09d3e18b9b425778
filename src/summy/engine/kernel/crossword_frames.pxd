from summy.engine.kernel.crossword_cores cimport Core, CoreSet, Place
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sink cimport Frame, Sink

ctypedef struct FrameSlot:
    uint32_t stamp
    int32_t index         # -1: nothing can be laid there

ctypedef struct FrameStore:
    FrameSlot *slots      # by place, squares filled before and behind the core
    int64_t slot_capacity
    Frame *frames
    int32_t count
    int32_t capacity
    uint32_t stamp
    bint failed           # out of memory

# What every search by classes works on.
ctypedef struct Context:
    const Table *table
    const Rules *rules
    const Hand *hand
    const CoreSet *cores
    FrameStore *frames
    Sink *sink
    bint wild             # the hand has choice tiles or blanks
    int32_t own_points[26]    # most points of a tile that shows a face, while there is one of its own
    int32_t other_points[26]  # and when there is none
    int64_t nodes         # steps taken

cdef void context_open(Context *context, const Table *table, const Hand *hand, const CoreSet *cores, FrameStore *frames, Sink *sink) noexcept nogil
cdef void lay_line(const Context *context, const Core *core, const int8_t *line, int before, int behind) noexcept nogil
cdef void frames_close(FrameStore *store) noexcept nogil
cdef bint frames_start(FrameStore *store, int32_t places) noexcept nogil
cdef const Frame *frame_of(FrameStore *store, const Table *table, const Core *core, const Place *place, int32_t number, int before, int behind) noexcept nogil
