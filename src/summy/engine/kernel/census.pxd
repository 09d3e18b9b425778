"""Values of kept tiles from the best moves of all hands (`census.pyx`)."""

from libc.stdint cimport int32_t, int64_t

cdef enum:
    UNKNOWN_VALUE = -0x7fffffff           # of a hand or leave that cannot occur

cdef class Tally:
    cdef readonly int32_t kinds
    cdef readonly int32_t exact_size
    cdef readonly int32_t largest
    cdef public int64_t hands
    cdef public int64_t squares
    cdef readonly bytearray sums
    cdef readonly bytearray counts
    cdef readonly bytearray products
    cdef readonly bytearray moments
    cdef readonly bytearray totals
