from summy.engine.kernel.crossword_sides cimport Builder

cdef bint equations_build(Builder *builder) noexcept nogil
cdef void equations_close(Builder *builder) noexcept nogil
