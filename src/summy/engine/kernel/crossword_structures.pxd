from summy.engine.kernel.crossword_cores cimport Core
from summy.engine.kernel.crossword_frames cimport Context
from summy.engine.kernel.crossword_shapes cimport int64_t
from summy.engine.kernel.crossword_solving cimport Structures

cdef void structures_open(Structures *search, Context *context) noexcept nogil
cdef void structure_search(Structures *search, int least) noexcept nogil
cdef void structure_line(Structures *search, const Core *core, int before, int behind, int64_t constant, int64_t factor) noexcept nogil
