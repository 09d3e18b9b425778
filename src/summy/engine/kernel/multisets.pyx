# cython: language_level=3
"""Numbers for multisets of tiles.

There are (n + k - 1 choose k) multisets of k tiles of n kinds. `rank_of` counts through those of one size without
gaps, in the order in which `next_multiset` lists them, so whatever is known of each lies in a plain array.
"""

from libc.string cimport memset


cdef int _fill() except -1:
    cdef int n, k
    for n in range(41):
        CHOOSE[n][0] = 1
        for k in range(1, 13):
            CHOOSE[n][k] = 0 if n == 0 else CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k]
    return 0


_fill()


cdef void counts_of(int64_t rank, int32_t size, int32_t kinds, int32_t *counts) noexcept nogil:
    """The multiset with a number: `rank_of` the other way."""
    cdef int32_t taken, kind = kinds - 1
    memset(counts, 0, kinds * sizeof(int32_t))
    for taken in range(size - 1, -1, -1):
        while CHOOSE[kind + taken][taken + 1] > rank:
            kind -= 1
        rank -= CHOOSE[kind + taken][taken + 1]
        counts[kind] += 1


cdef bint next_multiset(int32_t *tiles, int32_t size, int32_t kinds) noexcept nogil:
    """Step to the next multiset of the same size, given by its tiles in rising order; False after the last.

    The first has `size` tiles of kind 0.
    """
    cdef int32_t at, before
    for at in range(size):
        if tiles[at] + 1 < kinds and (at + 1 == size or tiles[at] < tiles[at + 1]):
            tiles[at] += 1
            for before in range(at):
                tiles[before] = 0
            return True
    return False


def how_many(int kinds, int size):
    """Multisets of `size` tiles of so many kinds."""
    _check(kinds, size)
    return CHOOSE[kinds + size - 1][size] if size else 1


def rank(counts):
    """Number of a multiset, given by how many it has of each kind, among those of its size."""
    cdef int32_t room[MOST_KINDS]
    cdef int32_t kind
    _check(len(counts), sum(counts))
    for kind in range(len(counts)):
        room[kind] = counts[kind]
    return rank_of(room, len(counts))


def unrank(int64_t rank, int size, int kinds):
    """How many the multiset of this size and number has of each kind."""
    cdef int32_t room[MOST_KINDS]
    cdef int32_t kind
    if not 0 <= rank < how_many(kinds, size):
        raise ValueError("no such multiset")
    counts_of(rank, size, kinds, room)
    return tuple([room[kind] for kind in range(kinds)])


def every_multiset(symbols, int size, most):
    """Every multiset of `size` of some symbols, at most `most` of each, in order of their numbers, one after the other.

    Arguments:
        symbols: what stands for each kind.
        most: by kind.
    """
    cdef int32_t kinds = len(symbols)
    cdef int32_t tiles[LARGEST]
    cdef int32_t limit[MOST_KINDS]
    cdef int32_t held[MOST_KINDS]
    cdef unsigned char written[MOST_KINDS]
    cdef int64_t rank, at = 0
    cdef int32_t index
    cdef bint allowed
    _check(kinds, size)
    cdef bytearray room = bytearray(size * how_many(kinds, size))
    cdef unsigned char[::1] listed = room
    for index in range(kinds):
        limit[index] = most[index]
        written[index] = symbols[index]
    memset(tiles, 0, sizeof(tiles))
    for rank in range(<int64_t> how_many(kinds, size)):
        memset(held, 0, sizeof(held))
        allowed = True
        for index in range(size):
            held[tiles[index]] += 1
            allowed = allowed and held[tiles[index]] <= limit[tiles[index]]
        if allowed:
            for index in range(size):
                listed[at] = written[tiles[index]]
                at += 1
        next_multiset(tiles, size, kinds)
    listed = None
    del room[at:]
    return room


cdef int _check(int kinds, int size) except -1:
    if not 1 <= kinds <= MOST_KINDS or not 0 <= size <= LARGEST:
        raise ValueError("at most 12 tiles of at most 29 kinds")
    return 0
