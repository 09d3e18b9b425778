"""Numbers for multisets of tiles: of equal size they are counted through without gaps (`multisets.pyx`)."""

from libc.stdint cimport int32_t, int64_t

cdef enum:
    MOST_KINDS = 29       # the crossword kinds; line placement has fifteen
    LARGEST = 12          # tiles of the largest multiset

cdef int64_t CHOOSE[41][13]               # binomial coefficients: [n][k]


cdef inline int64_t rank_of(const int32_t *counts, int32_t kinds) noexcept nogil:
    """Number of a multiset among those of its size, from 0; `counts` by kind, at most LARGEST in all.

    The k tiles in rising order a0 <= a1 <= ... become a0 < a1 + 1 < a2 + 2 < ..., a set, and the number is that of
    the combinatorial number system: the sum of (a_i + i choose i + 1). It does not depend on how many kinds there are.
    """
    cdef int32_t kind, copies, taken = 0
    cdef int64_t rank = 0
    for kind in range(kinds):
        for copies in range(counts[kind]):
            rank += CHOOSE[kind + taken][taken + 1]
            taken += 1
    return rank


cdef void counts_of(int64_t rank, int32_t size, int32_t kinds, int32_t *counts) noexcept nogil
cdef bint next_multiset(int32_t *tiles, int32_t size, int32_t kinds) noexcept nogil
