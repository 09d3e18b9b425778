from summy.engine.kernel.crossword_frames cimport Context
from summy.engine.kernel.crossword_mapped cimport FoundHits, MapView
from summy.engine.kernel.crossword_shapes cimport *

# All lines of one class with so many squares before and behind its core.
ctypedef struct Job:
    int64_t bound         # no play there scores more
    int64_t constant      # nor more than this and `factor` for each point of the laid tiles
    int64_t factor
    int32_t core
    int16_t before
    int16_t behind

# What was found for one class and size.
ctypedef struct Stretch:
    int64_t first         # -1: not looked for yet
    int64_t count

ctypedef struct JobStore:
    Job *jobs
    int64_t count
    int64_t capacity
    FoundHits found
    Stretch *stretches    # by class and size
    int64_t stretch_capacity
    bint failed           # out of memory

cdef void jobs_close(JobStore *store) noexcept nogil
cdef void best_search(Context *context, const MapView *map, JobStore *store) noexcept nogil
