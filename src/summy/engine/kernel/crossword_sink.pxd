from summy.engine.kernel.crossword_shapes cimport *

# What becomes of the plays that a search finds.
cdef enum:
    KEEP = 0              # keep those in the window [first, first + room)
    BEST = 1              # keep the `room` best: highest score, ties by code points of the text
    FIRST = 2             # stop at the first
    WITHIN = 3            # keep all from the score `lowest` on, in no order; searched like the best

ctypedef struct Sink:
    int mode
    bint stop             # the search may end
    bint failed           # out of memory
    PackedPlay *plays
    int64_t count         # plays kept
    int64_t capacity
    int64_t first
    int64_t room
    int64_t lowest        # KEEP and WITHIN: only scores in [lowest, highest] count; BEST: what a play must reach to be looked at
    int64_t highest
    int64_t found         # plays found that count
    int64_t sum_scores
    int64_t tiles_used
    const Table *table
    uint32_t *assignments # of one line of faces: which tile shows each
    int32_t assignment_count
    int32_t assignment_capacity

# Where one line lies on the table, and what each tile laid there is worth.
ctypedef struct Frame:
    int32_t direction
    int32_t first         # square of the line's first tile
    int32_t step
    int32_t length
    int32_t count         # free squares
    int32_t squares[12]   # where they are
    int64_t weight[12]    # points of a tile laid there count so often
    int64_t base          # points of all other tiles, and the bonus
    int64_t factor        # of the line
    bint touches          # it is tied to the table, or opens the game
    bint narrow           # a crossing line allows only some faces somewhere
    uint32_t faces[12]    # what each free square takes

cdef void sink_open(Sink *sink, const Table *table) noexcept nogil
cdef void sink_close(Sink *sink) noexcept nogil
cdef void sink_start(Sink *sink, int mode, int64_t first, int64_t room) noexcept nogil
cdef void sink_sort(Sink *sink) noexcept nogil
cdef bint frame_open(Frame *frame, const Table *table, int direction, int first, int length) noexcept nogil
cdef bint assign(Sink *sink, const Rules *rules, const Hand *hand, const int8_t *faces, int count) noexcept nogil
cdef void assign_own(Sink *sink) noexcept nogil
cdef void emit(Sink *sink, const Frame *frame, const int8_t *faces, int64_t right) noexcept nogil
cdef int play_text(const Rules *rules, const int8_t *table, const PackedPlay *play, char *text) noexcept nogil
cdef bint ranks_before(const Table *table, const PackedPlay *one, const PackedPlay *other) noexcept nogil
