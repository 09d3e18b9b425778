# cython: language_level=3
"""How likely a lead wins, ready for inner loops: a table by tiles unseen and points ahead.

Chances are those of the side to move. They rise with the lead; between whole points they are interpolated, and beyond
the table they are those at its edge.
"""

CERTAIN = _CERTAIN

cdef enum:
    _CERTAIN = 65535      # the entry of a certain win
    POINT = 100           # leads are given in hundredths of a point


cdef class WinTable:
    """Chances to win.

    Arguments:
        span: leads of -span to span points have an entry.
        most_unseen: tiles that the side to move does not see have rows from 0 to so many.
        entries: 16-bit integers of this machine, CERTAIN for a certain win, by unseen tiles, then by lead.
        header: where they come from.
    """

    def __init__(self, int span, int most_unseen, entries, header=None):
        cdef const unsigned char[::1] bytes_of = entries
        if span < 1 or most_unseen < 0 or bytes_of.shape[0] != 2 * (most_unseen + 1) * (2 * span + 1):
            raise ValueError("a table of another size")
        self.span = span
        self.most_unseen = most_unseen
        self.header = header
        self.keeper = entries
        self.entries = <const uint16_t *> &bytes_of[0]

    cdef double chance_of(self, int64_t lead, int32_t unseen) noexcept nogil:
        cdef const uint16_t *row
        cdef int64_t below, part
        cdef double low, high
        row = self.entries + min(max(unseen, 0), self.most_unseen) * (2 * self.span + 1)
        lead = min(max(lead, -POINT * <int64_t> self.span), POINT * <int64_t> self.span) + POINT * <int64_t> self.span
        below = lead // POINT
        part = lead - POINT * below
        low = row[below]
        if part == 0:
            return low / _CERTAIN
        high = row[below + 1]
        return (low + (high - low) * part / POINT) / _CERTAIN

    def chance(self, int64_t lead, int unseen):
        """The chance of the side to move to win; `lead` in hundredths of a point."""
        return self.chance_of(lead, unseen)
