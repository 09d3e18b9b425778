from summy.engine.kernel.shapes cimport *

ctypedef struct Event:
    int32_t at
    int32_t symbol        # a tile's symbol or RESERVED

ctypedef struct Lane:
    int32_t coordinate
    int32_t count
    int32_t capacity
    int32_t tiles
    Event *events

ctypedef struct LaneSet:
    Lane *lanes
    int32_t count
    int32_t capacity
    int32_t *slots
    int32_t mask

ctypedef struct Table:
    LaneSet sets[2]       # rows, then columns
    int32_t size[2]       # width and height of a bounded table, 0 when it has no edge

cdef class Snapshot:
    cdef Core *cores
    cdef Place *places
    cdef int8_t *cells
    cdef int32_t core_count, core_capacity
    cdef int32_t place_count, place_capacity
    cdef int64_t cell_count, cell_capacity
    cdef int32_t *slots
    cdef int32_t mask
    cdef int32_t points[16]
    cdef bint bounded
    cdef int rebuild(self, Table *table) except -1 nogil
    cdef int32_t _new_core(self, int8_t *cells, int64_t length, uint64_t hash) except -1 nogil
    cdef int _grow_cells(self, int64_t wanted) except -1 nogil
    cdef int _grow_cores(self) except -1 nogil
    cdef int _grow_places(self) except -1 nogil
    cdef int _rehash(self) except -1 nogil
    cdef int _lane(self, Table *table, int direction, Lane *lane) except -1 nogil
    cdef int _add(self, Event *first, Event *last, int direction, int32_t coordinate, int left, int right) except -1 nogil
    cdef int _group(self) except -1 nogil

cdef int table_open(Table *table, int width, int height) except -1
cdef void table_close(Table *table) noexcept nogil
cdef int table_get(Table *table, int32_t x, int32_t y) noexcept nogil
cdef int table_put(Table *table, int32_t x, int32_t y, int symbol) except -1 nogil
cdef void table_remove(Table *table, int32_t x, int32_t y) noexcept nogil
