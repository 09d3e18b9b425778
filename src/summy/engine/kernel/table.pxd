from summy.engine.kernel.shapes cimport *

ctypedef struct Event:
    int32_t at
    int32_t symbol        # a tile's symbol or RESERVED

ctypedef struct Lane:
    int32_t coordinate
    int32_t count
    int32_t capacity
    int32_t tiles
    bint barren           # no tile can be added to any line here, as far as is known
    Event *events

ctypedef struct LaneSet:
    Lane *lanes
    int32_t count
    int32_t capacity
    int32_t *slots
    int32_t mask

ctypedef struct Table:
    LaneSet sets[2]       # rows, then columns
    int32_t low[2]        # the outermost squares, across and down
    int32_t high[2]

cdef int table_open(Table *table, int32_t width, int32_t height, int32_t limit) except -1
cdef bint table_holds(const Table *table, int32_t x, int32_t y) noexcept nogil
cdef void table_close(Table *table) noexcept nogil
cdef int table_get(Table *table, int32_t x, int32_t y) noexcept nogil
cdef int table_put(Table *table, int32_t x, int32_t y, int symbol) except -1 nogil
cdef void table_remove(Table *table, int32_t x, int32_t y) noexcept nogil
