from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_tree cimport Group, Node

cdef class EquationMap:
    cdef const Node *nodes
    cdef const Group *groups
    cdef const uint64_t *texts    # five bits a face, the first face lowest
    cdef readonly int size        # most faces
    cdef readonly int64_t equations
    cdef readonly int64_t multisets
    cdef readonly int64_t node_count
    cdef readonly int64_t nbytes
    cdef Node *_owned_nodes
    cdef Group *_owned_groups
    cdef uint64_t *_owned_texts
    cdef Py_buffer _view
    cdef int _set(self, const Node *nodes, const Group *groups, const uint64_t *texts, const int64_t *numbers) except -1
