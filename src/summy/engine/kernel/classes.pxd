from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.table cimport Event, Lane, LaneSet, Table

cdef enum:
    MOST_AROUND = 8       # tiles around a single tile that `room` knows about

cdef class Snapshot:
    cdef Core *cores
    cdef Place *places                    # by class
    cdef Place *found                     # those of single tiles, as they were found
    cdef int8_t *cells
    cdef int32_t core_count, core_capacity
    cdef int32_t place_count, found_count, place_capacity
    cdef int64_t cell_count, cell_capacity
    cdef int32_t points[16]
    cdef bint bounded
    # The most points that the tiles of a core have: of a single tile, of larger cores.
    cdef int32_t most_single, most_many
    # Cores of a single tile, by symbol: the class or -1.
    cdef int32_t single[16]
    # room[tiles][before]: the symbols that have a place with room for so many tiles, so many of them before
    # it.
    cdef uint16_t room[MOST_AROUND + 1][12]
    # Cores of more than one tile that some line can hold.
    cdef int32_t *many
    cdef int32_t many_count
    cdef int rebuild(self, Table *table) except -1 nogil
    cdef int _lane(self, Table *table, int direction, Lane *lane) except -1 nogil
    cdef int _add_single(self, Event *tile, int direction, int32_t coordinate, int left,
                         int right) except -1 nogil
    cdef int _add_many(self, Event *first, Event *last, int direction, int32_t coordinate, int left,
                       int right) except -1 nogil
    cdef void _count_tile(self, Core *core, int symbol) noexcept nogil
    cdef int32_t _new_core(self, int64_t first_cell, int64_t length) except -1 nogil
    cdef void _group_singles(self) noexcept nogil
    cdef void _measure_room(self) noexcept nogil
    cdef int _grow_cells(self, int64_t wanted) except -1 nogil
    cdef int _grow_cores(self) except -1 nogil
    cdef int _grow_places(self) except -1 nogil
