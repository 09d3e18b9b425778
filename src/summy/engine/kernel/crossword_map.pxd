from summy.engine.kernel.crossword_shapes cimport *

# One multiset of faces on the way down the tree; the way to it spells its faces in the order of `descent`.
ctypedef struct Node:
    uint32_t below        # bit mask of the next faces, by their place in the descent; bit 31: there are equations
    uint32_t child        # index of the node for the first of them, the others follow; from bit 25 on: SIZES

# The equations of the node with the same index.
ctypedef struct Group:
    uint32_t text         # index of the first
    uint32_t count

cdef enum:
    LARGEST = 9           # most faces of an equation in a map

    CHILD = (1 << 25) - 1
    SIZES = 25            # from this bit on: which sizes (3 upwards) exist at a node or below

cdef const int8_t *descent() noexcept nogil

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

cdef inline bint has_equations(const Node *node) noexcept nogil:
    return node.below >> 31
