# cython: language_level=3
"""From a line that was found for a class to the plays at all its places.

Frames are measured when they are first needed: most lines that could be never are.
"""

from libc.stdlib cimport free, realloc
from libc.string cimport memset

from summy.engine.kernel.crossword_sink cimport assign, assign_own, emit, frame_open

cdef enum:
    EXTENTS = MOST_TILES + 1


cdef void frames_close(FrameStore *store) noexcept nogil:
    free(store.slots)
    free(store.frames)
    memset(store, 0, sizeof(FrameStore))


cdef bint frames_start(FrameStore *store, int32_t places) noexcept nogil:
    """Forget all frames and make room for so many places; False when memory is out."""
    cdef int64_t wanted = <int64_t> places * EXTENTS * EXTENTS
    cdef FrameSlot *bigger
    store.count = 0
    store.failed = False
    store.stamp += 1
    if wanted > store.slot_capacity:
        bigger = <FrameSlot *> realloc(store.slots, 2 * wanted * sizeof(FrameSlot))
        if bigger == NULL:
            store.failed = True
            return False
        store.slots = bigger
        store.slot_capacity = 2 * wanted
        store.stamp = 0
    if store.stamp == 0:
        memset(store.slots, 0, store.slot_capacity * sizeof(FrameSlot))
        store.stamp = 1
    return True


cdef const Frame *frame_of(FrameStore *store, const Table *table, const Core *core, const Place *place, int32_t number,
                           int before, int behind) noexcept nogil:
    """The frame of a line at place `number` that fills so many squares before and behind its core; NULL when nothing can
    be laid there (or memory is out)."""
    cdef FrameSlot *slot = &store.slots[(number * EXTENTS + before) * EXTENTS + behind]
    cdef Frame *bigger
    cdef int32_t wanted
    if slot.stamp == store.stamp:
        return &store.frames[slot.index] if slot.index >= 0 else NULL
    if store.count == store.capacity:
        wanted = 2 * store.capacity if store.capacity else 64
        bigger = <Frame *> realloc(store.frames, wanted * sizeof(Frame))
        if bigger == NULL:
            store.failed = True
            return NULL
        store.frames = bigger
        store.capacity = wanted
    slot.stamp = store.stamp
    slot.index = -1
    if not frame_open(&store.frames[store.count], table, place.direction,
                      place.first - before * (table.rules.width if place.direction else 1), before + core.length + behind):
        return NULL
    slot.index = store.count
    store.count += 1
    return &store.frames[slot.index]


cdef inline int64_t _right_number(const int8_t *line, int length) noexcept nogil:
    """The number at the end of a line."""
    cdef int64_t number = 0, digit = 1
    while length and line[length - 1] < ADD:
        length -= 1
        number += digit * line[length]
        digit *= 10
    return number


cdef void lay_line(const Context *context, const Core *core, const int8_t *line, int before, int behind) noexcept nogil:
    """A true line was found that fills so many squares before and behind the core: plays at each place with room for it."""
    cdef const Place *place
    cdef const Frame *frame
    cdef int length = before + core.length + behind
    cdef int at, count = 0
    cdef int32_t number
    cdef int64_t right = 0
    cdef int8_t faces[12]
    cdef bint assigned = False
    for number in range(core.first_place, core.first_place + core.places):
        place = &context.cores.places[number]
        if place.left < before or place.right < behind:
            continue
        frame = frame_of(context.frames, context.table, core, place, number, before, behind)
        if frame == NULL:
            continue
        if not assigned:
            assigned = True
            for at in range(length):
                if not before <= at < before + core.length or core.laid or core.faces[at - before] == EMPTY:
                    faces[count] = line[at]
                    count += 1
            if not context.wild:
                assign_own(context.sink)
            elif not assign(context.sink, context.rules, context.hand, faces, count):
                return
            if context.rules.result:
                right = _right_number(line, length)
        emit(context.sink, frame, faces, right)
        if context.sink.stop:
            return


cdef void context_open(Context *context, const Table *table, const Hand *hand, const CoreSet *cores, FrameStore *frames,
                       Sink *sink) noexcept nogil:
    """Put together what a search works on."""
    cdef const Rules *rules = table.rules
    cdef int face, choice
    context.table = table
    context.rules = rules
    context.hand = hand
    context.cores = cores
    context.frames = frames
    context.sink = sink
    context.wild = hand.counts[CHOICE_SUM] + hand.counts[CHOICE_PRODUCT] + hand.counts[BLANK] > 0
    context.nodes = 0
    for face in range(FACES):
        context.other_points[face] = rules.points[BLANK] if hand.counts[BLANK] else 0
        if ADD <= face <= DIVIDE:
            choice = CHOICE_SUM if face < TIMES else CHOICE_PRODUCT
            if hand.counts[choice]:
                context.other_points[face] = max(context.other_points[face], rules.points[choice])
        context.own_points[face] = max(context.other_points[face], rules.points[face])
