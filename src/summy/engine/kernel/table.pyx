# cython: language_level=3
"""The table as rows and columns.

Each row and each column that holds anything is a *lane*: its tiles and reserved squares in order. A table
without an edge costs no more than its tiles this way, however far apart they lie.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memmove, memset


cdef int table_open(Table *table, int32_t width, int32_t height, int32_t limit) except -1:
    """Make an empty table of that width and height, or, when they are 0, one whose coordinates end at
    `limit`.
    """
    memset(table, 0, sizeof(Table))
    table.low[0] = table.low[1] = 0 if width else -limit
    table.high[0] = width - 1 if width else limit
    table.high[1] = height - 1 if width else limit
    cdef int direction
    for direction in range(2):
        table.sets[direction].mask = 63
        table.sets[direction].slots = <int32_t *> malloc(64 * sizeof(int32_t))
        if table.sets[direction].slots == NULL:
            raise MemoryError
        memset(table.sets[direction].slots, 0xff, 64 * sizeof(int32_t))
    return 0


cdef bint table_holds(const Table *table, int32_t x, int32_t y) noexcept nogil:
    """Whether a square is on the table."""
    return table.low[0] <= x <= table.high[0] and table.low[1] <= y <= table.high[1]


cdef void table_close(Table *table) noexcept nogil:
    cdef int direction
    cdef int32_t index
    for direction in range(2):
        for index in range(table.sets[direction].count):
            free(table.sets[direction].lanes[index].events)
        free(table.sets[direction].lanes)
        free(table.sets[direction].slots)
    memset(table, 0, sizeof(Table))


cdef inline uint32_t _slot_of(int32_t coordinate) noexcept nogil:
    return <uint32_t> coordinate * <uint32_t> 2654435769U >> 7


cdef Lane *_find(LaneSet *lanes, int32_t coordinate) noexcept nogil:
    """The lane with that coordinate, or NULL."""
    cdef uint32_t slot = _slot_of(coordinate) & lanes.mask
    cdef int32_t index
    while True:
        index = lanes.slots[slot]
        if index < 0:
            return NULL
        if lanes.lanes[index].coordinate == coordinate:
            return &lanes.lanes[index]
        slot = (slot + 1) & lanes.mask


cdef int _grow_lanes(LaneSet *lanes) except -1 nogil:
    cdef int32_t capacity = 2 * lanes.capacity if lanes.capacity else 32
    cdef Lane *bigger = <Lane *> realloc(lanes.lanes, capacity * sizeof(Lane))
    cdef int32_t *slots
    cdef int32_t index, size = lanes.mask + 1
    cdef uint32_t slot
    if bigger == NULL:
        with gil:
            raise MemoryError
    lanes.lanes = bigger
    lanes.capacity = capacity
    if size < 2 * capacity:
        size = 2 * capacity
        slots = <int32_t *> malloc(size * sizeof(int32_t))
        if slots == NULL:
            with gil:
                raise MemoryError
        memset(slots, 0xff, size * sizeof(int32_t))
        free(lanes.slots)
        lanes.slots = slots
        lanes.mask = size - 1
        for index in range(lanes.count):
            slot = _slot_of(lanes.lanes[index].coordinate) & lanes.mask
            while slots[slot] >= 0:
                slot = (slot + 1) & lanes.mask
            slots[slot] = index
    return 0


cdef Lane *_lane_of(LaneSet *lanes, int32_t coordinate) except NULL nogil:
    """The lane with that coordinate, made when there is none."""
    cdef Lane *lane = _find(lanes, coordinate)
    cdef uint32_t slot
    if lane != NULL:
        return lane
    if lanes.count == lanes.capacity:
        _grow_lanes(lanes)
    lane = &lanes.lanes[lanes.count]
    memset(lane, 0, sizeof(Lane))
    lane.coordinate = coordinate
    slot = _slot_of(coordinate) & lanes.mask
    while lanes.slots[slot] >= 0:
        slot = (slot + 1) & lanes.mask
    lanes.slots[slot] = lanes.count
    lanes.count += 1
    return lane


cdef inline int32_t _rank(Lane *lane, int32_t at) noexcept nogil:
    """Index of the first event at or behind a position."""
    cdef int32_t low = 0, high = lane.count, middle
    while low < high:
        middle = (low + high) >> 1
        if lane.events[middle].at < at:
            low = middle + 1
        else:
            high = middle
    return low


cdef int _insert(Lane *lane, int32_t at, int symbol) except -1 nogil:
    cdef int32_t index, capacity
    cdef Event *bigger
    if lane.count == lane.capacity:
        capacity = 2 * lane.capacity if lane.capacity else 16
        bigger = <Event *> realloc(lane.events, capacity * sizeof(Event))
        if bigger == NULL:
            with gil:
                raise MemoryError
        lane.events = bigger
        lane.capacity = capacity
    index = _rank(lane, at)
    memmove(&lane.events[index + 1], &lane.events[index], (lane.count - index) * sizeof(Event))
    lane.events[index].at = at
    lane.events[index].symbol = symbol
    lane.count += 1
    lane.barren = False
    lane.tiles += symbol < SYMBOLS
    return 0


cdef void _delete(Lane *lane, int32_t at) noexcept nogil:
    cdef int32_t index = _rank(lane, at)
    lane.tiles -= lane.events[index].symbol < SYMBOLS
    lane.count -= 1
    lane.barren = False
    memmove(&lane.events[index], &lane.events[index + 1], (lane.count - index) * sizeof(Event))


cdef int table_get(Table *table, int32_t x, int32_t y) noexcept nogil:
    """What lies on a square: a symbol, RESERVED or GAP for nothing."""
    cdef Lane *lane = _find(&table.sets[0], y)
    cdef int32_t index
    if lane == NULL:
        return GAP
    index = _rank(lane, x)
    if index < lane.count and lane.events[index].at == x:
        return lane.events[index].symbol
    return GAP


cdef int table_put(Table *table, int32_t x, int32_t y, int symbol) except -1 nogil:
    """Lay a symbol (or RESERVED) on an empty square."""
    _insert(_lane_of(&table.sets[0], y), x, symbol)
    _insert(_lane_of(&table.sets[1], x), y, symbol)
    return 0


cdef void table_remove(Table *table, int32_t x, int32_t y) noexcept nogil:
    """Take away what lies on a square that is not empty."""
    _delete(_find(&table.sets[0], y), x)
    _delete(_find(&table.sets[1], x), y)
