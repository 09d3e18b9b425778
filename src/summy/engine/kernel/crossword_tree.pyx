# cython: language_level=3
"""The tree of a map of equations: it leads from face to face to each multiset of faces that has equations."""

from libc.stdlib cimport malloc, qsort

# Equals signs and signs come first, since they decide most; digits last.
ORDER_OF_DESCENT = (EQUALS, DIVIDE, TIMES, SUBTRACT, ADD, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
cdef int8_t _descent[26]
for _place, _face in enumerate(ORDER_OF_DESCENT):
    _descent[_place] = _face


cdef const int8_t *descent() noexcept nogil:
    """The faces in the order of the tree."""
    return _descent


cdef int _by_path(const void *one, const void *other) noexcept nogil:
    cdef uint64_t first = (<const Multiset **> one)[0].path
    cdef uint64_t second = (<const Multiset **> other)[0].path
    return -1 if first < second else 1 if first > second else 0


cdef uint64_t path_of(const Multiset *multiset) noexcept nogil:
    """The faces of a multiset in the order of descent, as in `Multiset.path`."""
    cdef int depth = 0, place, face, times
    cdef uint64_t path = 0
    for place in range(FACES):
        face = _descent[place]
        times = multiset.low >> (4 * face) & 15 if face < 16 else multiset.high >> (4 * (face - 16)) & 15
        while times:
            path |= <uint64_t> (place + 1) << (59 - 5 * depth)
            depth += 1
            times -= 1
    return path


cdef uint32_t _grow(Tree *tree, Multiset **sorted, int64_t low, int64_t high, int depth, int64_t at) noexcept nogil:
    """Write the node for the multisets low to high, which share `depth` faces; returns the sizes there, as bits."""
    cdef int64_t index, begin, child
    cdef int place
    cdef uint32_t sizes = 0, below = 0, own = 0
    tree.groups[at].text = 0
    tree.groups[at].count = 0
    if low < high and sorted[low].path >> (59 - 5 * depth) & 31 == 0:
        tree.groups[at].text = sorted[low].start
        tree.groups[at].count = sorted[low].count
        sizes |= <uint32_t> 1 << (depth - 3)
        own = <uint32_t> 1 << 31
        low += 1
    for index in range(low, high):
        below |= <uint32_t> 1 << ((sorted[index].path >> (59 - 5 * depth) & 31) - 1)
    child = tree.count
    for place in range(FACES):
        tree.count += below >> place & 1
    tree.nodes[at].below = below | own
    begin = low
    index = child
    while begin < high:
        low = begin
        while low < high and sorted[low].path >> (59 - 5 * depth) == sorted[begin].path >> (59 - 5 * depth):
            low += 1
        sizes |= _grow(tree, sorted, begin, low, depth + 1, index)
        index += 1
        begin = low
    tree.nodes[at].child = <uint32_t> child | sizes << SIZES
    return sizes


cdef int64_t _count_nodes(Multiset **sorted, int64_t count) noexcept nogil:
    """How many nodes the tree has: each multiset adds those of its faces that it does not share with the one before."""
    cdef int64_t index, nodes = 1
    cdef int depth, shared
    cdef uint64_t last = 0
    for index in range(count):
        shared = 0
        while shared < LARGEST and last >> (59 - 5 * shared) == sorted[index].path >> (59 - 5 * shared):
            shared += 1
        depth = shared
        while depth < LARGEST and sorted[index].path >> (59 - 5 * depth) & 31:
            depth += 1
        nodes += depth - shared
        last = sorted[index].path
    return nodes


cdef void sort_multisets(Multiset **multisets, int64_t count) noexcept nogil:
    """Sort by path, as a tree is grown from them."""
    qsort(multisets, count, sizeof(Multiset *), _by_path)


cdef bint tree_open(Tree *tree, Multiset **sorted, int64_t count) noexcept nogil:
    """Make room for the tree of these multisets; False when memory or the numbers of nodes are out."""
    tree.count = _count_nodes(sorted, count)
    tree.nodes = <Node *> malloc(tree.count * sizeof(Node))
    tree.groups = <Group *> malloc(tree.count * sizeof(Group))
    return tree.nodes != NULL and tree.groups != NULL and tree.count <= CHILD


cdef void tree_grow(Tree *tree, Multiset **sorted, int64_t count) noexcept nogil:
    """Write all nodes."""
    tree.count = 1
    _grow(tree, sorted, 0, count, 0, 0)
