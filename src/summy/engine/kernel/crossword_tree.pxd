from summy.engine.kernel.crossword_shapes cimport *

cdef enum:
    LARGEST = 9           # most faces of an equation in a map

    CHILD = (1 << 25) - 1
    SIZES = 25            # from this bit on: which sizes (3 upwards) exist at a node or below

# One multiset of faces on the way down the tree; the way to it spells its faces in the order of `descent`.
ctypedef struct Node:
    uint32_t below        # bit mask of the next faces, by their place in the descent; bit 31: there are equations
    uint32_t child        # index of the node for the first of them, the others follow; from bit 25 on: SIZES

# The equations of the node with the same index.
ctypedef struct Group:
    uint32_t text         # index of the first
    uint32_t count

ctypedef struct Tree:
    Node *nodes
    Group *groups
    int64_t count

ctypedef struct Multiset:
    uint64_t low
    uint64_t high
    uint64_t path         # its faces in DESCENT order, five bits each from the top, one more than their place
    uint32_t count        # of its equations; 0: this slot is free
    uint32_t start
    uint32_t filled

cdef const int8_t *descent() noexcept nogil
cdef uint64_t path_of(const Multiset *multiset) noexcept nogil
cdef void sort_multisets(Multiset **multisets, int64_t count) noexcept nogil
cdef bint tree_open(Tree *tree, Multiset **sorted, int64_t count) noexcept nogil
cdef void tree_grow(Tree *tree, Multiset **sorted, int64_t count) noexcept nogil

cdef inline bint has_equations(const Node *node) noexcept nogil:
    return node.below >> 31
