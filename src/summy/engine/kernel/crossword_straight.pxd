from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sink cimport Sink

cdef void straight_search(const Table *table, const Hand *hand, int least, Sink *sink, int64_t *nodes) noexcept nogil
