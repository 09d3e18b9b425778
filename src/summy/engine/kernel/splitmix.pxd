"""SplitMix64 (Steele, Lea, Flood 2014): for numbers that come from a counter, and for hashes of 64 bits."""

from libc.stdint cimport uint64_t


cdef inline uint64_t scrambled(uint64_t word) noexcept nogil:
    """The finalizer: every bit of the word decides on every bit of what comes back."""
    word = (word ^ (word >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9ULL
    word = (word ^ (word >> 27)) * <uint64_t> 0x94D049BB133111EBULL
    return word ^ (word >> 31)


cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    """A hash of a word, of 0 too."""
    return scrambled(word + <uint64_t> 0x9E3779B97F4A7C15ULL)
