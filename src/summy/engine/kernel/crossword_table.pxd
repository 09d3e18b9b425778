from summy.engine.kernel.crossword_shapes cimport *

cdef int table_open(Table *table, const Rules *rules) except -1
cdef void table_clear(Table *table) noexcept nogil
cdef void table_close(Table *table) noexcept nogil
cdef int table_copy(Table *table, const Table *other) except -1
cdef void table_put(Table *table, int square, int face, int kind) noexcept nogil
cdef void table_remove(Table *table, int square) noexcept nogil
cdef void table_reserve(Table *table, int square, bint reserved) noexcept nogil
cdef void table_refresh(Table *table) noexcept nogil
cdef void cross_refresh(Table *table, int direction, int square) noexcept nogil
cdef bint run_ends(const Table *table, int direction, int square, int *ends) noexcept nogil
