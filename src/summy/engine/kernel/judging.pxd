"""How good it is for a side to stand as it does at the end of a course (`judging.pyx`)."""

from libc.stdint cimport int32_t, int64_t

from summy.engine.kernel.course cimport Course
from summy.engine.kernel.win_table cimport WinTable

ctypedef struct Outcome:
    int32_t points            # lead of the side, hundredths of a point
    int32_t win               # its chances, millionths
    int32_t utility           # what is maximised

cdef void course_judged(const Course *course, int32_t side, WinTable chances, Outcome *outcome) noexcept nogil
