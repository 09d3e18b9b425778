"""What kept tiles are worth, by the number of their multiset (`leave_table.pyx`)."""

from libc.stdint cimport int16_t, int32_t, int64_t, int8_t

cdef enum:
    NO_LEAVE = -0x7fffffff                # below the worth of all kept tiles

# The choice of tiles to keep, kind by kind.
ctypedef struct Keeping:
    const int32_t *hand                   # by kind of the ruleset
    int32_t kept[29]                      # chosen so far
    int32_t best[29]                      # the best choice
    int32_t worth                         # of the best choice
    int32_t least                         # fewest and most tiles kept
    int32_t most
    int32_t stock

cdef class LeaveTable:
    cdef readonly object header           # where the values come from, for people; None for the plain rule
    cdef readonly int32_t hand_size
    cdef readonly int32_t exact_size      # largest number of kept tiles that has an entry; -1: there are none
    cdef readonly int32_t kinds           # kinds of tiles that the ruleset has
    cdef int32_t symbols                  # symbols of the kernel: 15 of line placement, 29 of crosswords
    cdef int8_t column[29]                # of a symbol of the kernel: its kind, -1 for none
    cdef dict places                      # name: symbol of the kernel
    cdef object keeper                    # owns the entries
    cdef const int16_t *entries
    cdef int64_t first[14]                # where the entries of each number of tiles begin
    # the model by number of tiles kept: a constant, one summand a tile, one a pair of tiles
    cdef int32_t base[13]
    cdef int32_t single[13][29]
    cdef int32_t pair[13][29][29]
    cdef int32_t settled[29]              # by symbol: worth with an empty stock
    cdef int _count(self, names, int32_t *counts) except -1
    cdef int32_t _composed(self, const int32_t *kept, int32_t size) noexcept nogil

    # In hundredths of a point. `counts`: how many tiles are kept of each symbol of the kernel (`Hand.counts`).
    cdef int32_t value_of(self, const int32_t *counts) noexcept nogil
    # The same with `stock` tiles left to draw.
    cdef int32_t worth_of(self, const int32_t *counts, int32_t stock) noexcept nogil
    # The highest worth of any `least` to `most` tiles of a hand, NO_LEAVE if it has not so many; which they are goes
    # to `kept`, by symbol of the kernel.
    cdef int32_t best_kept(self, const int32_t *counts, int32_t stock, int32_t least, int32_t most,
                           int32_t *kept) noexcept nogil
    cdef void _keep_from(self, Keeping *keeping, int32_t kind, int32_t size, int64_t rank, int32_t left) noexcept nogil
    cdef int32_t _settled_of(self, const int32_t *kept) noexcept nogil
