from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t

from summy.engine.kernel.endgame_table cimport EndMove, Signature

# What is known of a position: points that the side to move gains on the other from there on.
ctypedef struct Known:
    uint64_t check        # the second half of the signature
    int64_t lower         # proved
    int64_t upper
    EndMove best          # the best move so far, a pass for none
    int8_t effort         # binary logarithm of the work that the entry saves
    bint used

cdef class Memory:
    cdef Known *known
    cdef uint64_t mask
    cdef Known *find(self, const Signature *signature) noexcept nogil
    cdef Known *claim(self, const Signature *signature) noexcept nogil
