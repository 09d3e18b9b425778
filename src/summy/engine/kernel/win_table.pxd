"""How likely a lead wins (`win_table.pyx`)."""

from libc.stdint cimport int32_t, int64_t, uint16_t

cdef class WinTable:
    cdef readonly object header           # where the chances come from, for people; None for the plain rule
    cdef readonly int32_t span            # leads of -span to span points have an entry
    cdef readonly int32_t most_unseen
    cdef object keeper                    # owns the entries
    cdef const uint16_t *entries          # [unseen][lead + span]

    # The chance of the side to move to win, draws counting half: `lead` in hundredths of a point, `unseen` tiles that it
    # does not see.
    cdef double chance_of(self, int64_t lead, int32_t unseen) noexcept nogil
