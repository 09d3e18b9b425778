# cython: language_level=3
"""Builds a map of equations: sides of equal value are joined in every way.

This is done twice: once to count the equations of each multiset, once to write them.
"""

from libc.stdlib cimport calloc, free, malloc

from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sides cimport AHEAD, Builder, Pending, Side, mixed, sides_list
from summy.engine.kernel.crossword_tree cimport Multiset, path_of, sort_multisets, tree_grow, tree_open

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil


cdef Multiset *_multiset_slot(Multiset *multisets, int64_t mask, uint64_t low, uint64_t high) noexcept nogil:
    cdef int64_t slot = <int64_t> (mixed(low, high) >> 20) & mask
    while multisets[slot].count and (multisets[slot].low != low or multisets[slot].high != high):
        slot = (slot + 1) & mask
    return &multisets[slot]


cdef bint _more_multisets(Builder *builder) noexcept nogil:
    cdef int64_t slot, mask = 2 * builder.multiset_mask + 1
    cdef Multiset *multisets = <Multiset *> calloc(mask + 1, sizeof(Multiset))
    cdef Multiset *multiset
    if multisets == NULL:
        builder.failed = True
        return False
    for slot in range(builder.multiset_mask + 1):
        multiset = &builder.multisets[slot]
        if multiset.count:
            _multiset_slot(multisets, mask, multiset.low, multiset.high)[0] = multiset[0]
    free(builder.multisets)
    builder.multisets = multisets
    builder.multiset_mask = mask
    return True


cdef void _arrive(Builder *builder, const Pending *pending) noexcept nogil:
    """Count an equation under its multiset, or write it there."""
    cdef Multiset *multiset = _multiset_slot(builder.multisets, builder.multiset_mask, pending.low, pending.high)
    if builder.texts != NULL:
        builder.texts[multiset.start + multiset.filled] = pending.text
        multiset.filled += 1
        return
    if multiset.count == 0:
        multiset.low = pending.low
        multiset.high = pending.high
        builder.multiset_count += 1
    multiset.count += 1
    if 2 * builder.multiset_count > builder.multiset_mask:
        _more_multisets(builder)


cdef void _add_equation(Builder *builder, uint64_t text, uint64_t low, uint64_t high) noexcept nogil:
    cdef Pending *pending = &builder.pending[builder.equations % AHEAD]
    prefetch(&builder.multisets[<int64_t> (mixed(low, high) >> 20) & builder.multiset_mask])
    if builder.equations >= AHEAD:
        _arrive(builder, pending)
    pending.text = text
    pending.low = low
    pending.high = high
    builder.equations += 1


cdef void _all_equations(Builder *builder) noexcept nogil:
    """Count all equations, or write them."""
    cdef int32_t group
    cdef int64_t index
    builder.equations = 0
    for group in range(builder.groups):
        if builder.starts[group] < builder.starts[group + 1]:
            _join(builder, group, 0, 0, 0, 0, 0)
    for index in range(max(0, builder.equations - AHEAD), builder.equations):
        _arrive(builder, &builder.pending[index % AHEAD])


cdef void _join(Builder *builder, int32_t group, int sides, int length, uint64_t text, uint64_t low, uint64_t high) noexcept nogil:
    """Put every side of a group behind what stands (sides of that value, each followed by `=`)."""
    cdef int64_t index, first = builder.starts[group], end = builder.starts[group + 1]
    cdef int shortest = builder.grouped[first].length
    cdef int longer
    cdef bint operators
    cdef uint64_t more
    cdef const Side *side
    for index in range(first, end):
        side = &builder.grouped[index]
        longer = length + side.length
        if longer > builder.size or (sides == 0 and longer + 1 + shortest > builder.size) or builder.failed:
            return
        # The signs are the faces 21 to 24.
        operators = side.high & (<uint64_t> 0xFFFF << 20) != 0
        more = text | side.text << (5 * length)
        if sides == 0 and builder.rules.operator_required and not operators:
            continue
        if sides and not (builder.rules.right_side_number and operators):
            _add_equation(builder, more, low + side.low, high + side.high)
        if (sides == 0 or builder.rules.several_equals) and longer + 1 + shortest <= builder.size:
            _join(builder, group, sides + 1, longer + 1, more | <uint64_t> EQUALS << (5 * longer), low + side.low,
                  high + side.high + (<uint64_t> 1 << (4 * (EQUALS - 16))))


cdef bint equations_build(Builder *builder) noexcept nogil:
    """Everything, from the sides to the tree; False when memory is out."""
    cdef int64_t slot, index = 0
    cdef uint32_t start = 0
    cdef Multiset **sorted
    builder.multiset_mask = (1 << 16) - 1
    builder.multisets = <Multiset *> calloc(builder.multiset_mask + 1, sizeof(Multiset))
    if builder.multisets == NULL:
        return False
    if not sides_list(builder):
        return False
    _all_equations(builder)
    if builder.failed:
        return False
    sorted = <Multiset **> malloc((builder.multiset_count + 1) * sizeof(Multiset *))
    if sorted == NULL:
        return False
    for slot in range(builder.multiset_mask + 1):
        if builder.multisets[slot].count:
            builder.multisets[slot].path = path_of(&builder.multisets[slot])
            sorted[index] = &builder.multisets[slot]
            index += 1
    sort_multisets(sorted, index)
    for slot in range(index):
        sorted[slot].start = start
        start += sorted[slot].count
    builder.texts = <uint64_t *> malloc((builder.equations + 1) * sizeof(uint64_t))
    if not tree_open(&builder.tree, sorted, index) or builder.texts == NULL:
        free(sorted)
        return False
    _all_equations(builder)
    tree_grow(&builder.tree, sorted, index)
    free(sorted)
    return not builder.failed


cdef void equations_close(Builder *builder) noexcept nogil:
    """Free what only building needed."""
    cdef int length
    free(builder.sides)
    free(builder.grouped)
    free(builder.starts)
    for length in range(5):
        free(builder.values[length].slots)
    free(builder.multisets)
