# cython: language_level=3
"""All true equations up to a size, grouped by their multiset of faces.

A tree leads from face to face to each multiset; below it lie its equations, packed into 64 bits each. A search goes
down the tree only along faces that the hand has, so every equation it meets can be made.

How the map is built: all sides (stretches without `=`) short enough to stand opposite another are listed with their
exact values, and sides of equal value are joined in every way. This is done twice: once to count the equations of each
multiset, once to write them.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_FillInfo, PyBuffer_Release, PyObject_GetBuffer
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memset

from summy.engine.kernel.crossword_plays cimport CrosswordRules

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil

# Equals signs and signs come first, since they decide most; digits last.
ORDER_OF_DESCENT = (EQUALS, DIVIDE, TIMES, SUBTRACT, ADD, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
cdef int8_t _descent[26]
for _place, _face in enumerate(ORDER_OF_DESCENT):
    _descent[_place] = _face


cdef const int8_t *descent() noexcept nogil:
    """The faces in the order of the tree."""
    return _descent


MAGIC = b"summy-equations-2".ljust(24, b"\0")

cdef enum:
    NUMBERS = 5           # in the header of a file, behind MAGIC
    HEADER = 64

# A stretch without `=`.
ctypedef struct Side:
    uint64_t text         # five bits a face, the first face lowest
    uint64_t low          # counts of the faces 0 to 15, four bits each
    uint64_t high         # and of the others
    int32_t length
    int32_t group         # sides of equal value

ctypedef struct Value:
    int64_t top
    int64_t bottom
    int32_t group         # -1: this slot is free
    int32_t shortest      # length of its shortest side

ctypedef struct Multiset:
    uint64_t low
    uint64_t high
    uint64_t path         # its faces in DESCENT order, five bits each from the top, one more than their place
    uint32_t count        # of its equations; 0: this slot is free
    uint32_t start
    uint32_t filled

# An equation on its way to its multiset.
ctypedef struct Pending:
    uint64_t text
    uint64_t low
    uint64_t high

ctypedef struct Values:
    Value *slots
    int64_t mask
    int32_t count

cdef enum:
    AHEAD = 16            # equations on their way at a time, while the memory of their multisets is fetched

ctypedef struct Builder:
    const Rules *rules
    uint32_t faces        # those that may occur
    int size
    # sides
    Side *sides
    int64_t side_count
    int64_t side_capacity
    Side *grouped         # the same by group, shortest first
    int64_t *starts       # where each group begins there
    # values of short sides; in table n those of sides of at most n faces
    Values values[5]
    int32_t groups
    int longest           # of the sides to be listed now
    bint known_only       # the values of short sides are known: list the sides themselves
    # multisets
    Multiset *multisets
    int64_t multiset_mask
    int64_t multiset_count
    int64_t equations
    uint64_t *texts       # NULL while counting
    Pending pending[16]
    int64_t arrived
    Node *nodes
    Group *groups_of_nodes
    int64_t node_count
    bint failed
    # the side being written
    uint64_t text
    uint64_t low
    uint64_t high


# ---------------------------------------------------------------------------------------------- sides

cdef inline uint64_t _mixed(uint64_t low, uint64_t high) noexcept nogil:
    cdef uint64_t hash = (low ^ (high * <uint64_t> 0x9E3779B97F4A7C15ULL)) * <uint64_t> 0xD6E8FEB86659FD93ULL
    hash ^= hash >> 32
    return hash * <uint64_t> 0x9E3779B97F4A7C15ULL


cdef Value *_value_slot(Values *values, int64_t top, int64_t bottom) noexcept nogil:
    """The slot of a value: equal fractions, cancelled or not, have one slot."""
    cdef double real = <double> top / <double> bottom
    cdef uint64_t bits
    cdef int64_t slot
    cdef Value *value
    # Correctly rounded quotients of equal fractions are equal. Zero has a sign, which the sum takes away.
    real += 0.0
    memcpy(&bits, &real, sizeof(bits))
    slot = <int64_t> (_mixed(bits, 1) >> 20) & values.mask
    while True:
        value = &values.slots[slot]
        if value.group < 0 or value.top * bottom == top * value.bottom:
            return value
        slot = (slot + 1) & values.mask


cdef bint _open_values(Values *values, int64_t room) noexcept nogil:
    """An empty table with room for so many values."""
    cdef int64_t slot
    values.mask = 63
    while values.mask < 4 * room:
        values.mask = 2 * values.mask + 1
    values.count = 0
    values.slots = <Value *> malloc((values.mask + 1) * sizeof(Value))
    if values.slots == NULL:
        return False
    for slot in range(values.mask + 1):
        values.slots[slot].group = -1
    return True


cdef bint _sort_values(Builder *builder) noexcept nogil:
    """Make the tables of values that sides of at most 1, 2, 3 faces have from that of all: small tables are quick."""
    cdef Values *all = &builder.values[(builder.size - 1) // 2]
    cdef Value *value
    cdef int64_t slot, count
    cdef int length
    for length in range(1, (builder.size - 1) // 2):
        count = 0
        for slot in range(all.mask + 1):
            count += all.slots[slot].group >= 0 and all.slots[slot].shortest <= length
        if not _open_values(&builder.values[length], count):
            return False
        for slot in range(all.mask + 1):
            value = &all.slots[slot]
            if value.group >= 0 and value.shortest <= length:
                _value_slot(&builder.values[length], value.top, value.bottom)[0] = value[0]
    return True


cdef void _note_value(Builder *builder, int length, int64_t top, int64_t bottom) noexcept nogil:
    """Note the value of a short side."""
    cdef Values *values = &builder.values[(builder.size - 1) // 2]
    cdef Value *value = _value_slot(values, top, bottom)
    if value.group < 0:
        value.top = top
        value.bottom = bottom
        value.group = builder.groups
        value.shortest = length
        builder.groups += 1
        if 2 * <int64_t> builder.groups > values.mask:
            builder.failed = True
    value.shortest = min(value.shortest, length)


cdef void _add_side(Builder *builder, int length, int64_t top, int64_t bottom) noexcept nogil:
    """Note a side if another one can stand opposite it."""
    cdef int opposite = min(builder.size - 1 - length, (builder.size - 1) // 2)
    cdef Value *value = _value_slot(&builder.values[opposite], top, bottom)
    cdef Side *bigger
    cdef Side *side
    if value.group < 0:
        return
    if builder.side_count == builder.side_capacity:
        builder.side_capacity = 2 * builder.side_capacity if builder.side_capacity else 1 << 16
        bigger = <Side *> realloc(builder.sides, builder.side_capacity * sizeof(Side))
        if bigger == NULL:
            builder.failed = True
            return
        builder.sides = bigger
    side = &builder.sides[builder.side_count]
    builder.side_count += 1
    side.text = builder.text
    side.low = builder.low
    side.high = builder.high
    side.length = length
    side.group = value.group


cdef inline void _push(Builder *builder, int at, int face) noexcept nogil:
    builder.text |= <uint64_t> face << (5 * at)
    if face < 16:
        builder.low += <uint64_t> 1 << (4 * face)
    else:
        builder.high += <uint64_t> 1 << (4 * (face - 16))


cdef inline void _pop(Builder *builder, int at, int face) noexcept nogil:
    builder.text &= ~(<uint64_t> 31 << (5 * at))
    if face < 16:
        builder.low -= <uint64_t> 1 << (4 * face)
    else:
        builder.high -= <uint64_t> 1 << (4 * (face - 16))


cdef void _list_sides(Builder *builder, int at, int64_t sum_top, int64_t sum_bottom, int64_t term_top, int64_t term_bottom,
                      int sign, bint dividing, bint begun, int64_t number, int digits, bint closed, bint signed) noexcept nogil:
    """All sides that begin with what stands; the arguments as the fields of `crossword_lines.State`."""
    cdef int face
    cdef int64_t top, bottom, total_top, total_bottom
    cdef const Rules *rules = builder.rules
    if builder.failed:
        return
    # A number, a digit more of it, or its end.
    if at < builder.longest:
        for face in range(ADD):
            if not builder.faces >> face & 1:
                continue
            if digits:
                if closed or face > 9:
                    break
                if rules.max_digits and digits == rules.max_digits:
                    break
            elif signed and face == 0:
                continue
            _push(builder, at, face)
            _list_sides(builder, at + 1, sum_top, sum_bottom, term_top, term_bottom, sign, dividing, begun,
                        10 * number + face, digits + 1, face > 9 or (digits == 0 and face == 0), False)
            _pop(builder, at, face)
        if at == 0 and rules.sign and builder.faces >> SUBTRACT & 1:
            _push(builder, at, SUBTRACT)
            _list_sides(builder, at + 1, 0, 1, 1, 1, -1, False, False, 0, 0, False, True)
            _pop(builder, at, SUBTRACT)
    if digits == 0:
        return
    top = term_top
    bottom = term_bottom
    if dividing:
        if number == 0:
            return
        bottom *= number
        if rules.integer_steps:
            if top % bottom:
                return
            top = top // bottom
            bottom = 1
    else:
        top *= number
    total_top = sum_top * bottom + sign * top * sum_bottom
    total_bottom = sum_bottom * bottom
    if not rules.integer_steps or total_top >= 0:
        # In n squares nothing reaches 10^(n + 1): a longer number alone equals none of the sides that could stand
        # opposite it.
        if digits < at or at <= builder.size - at:
            if builder.known_only:
                _add_side(builder, at, total_top, total_bottom)
            else:
                _note_value(builder, at, total_top, total_bottom)
    if at + 1 >= builder.longest:
        return
    for face in range(ADD, EQUALS):
        if not builder.faces >> face & 1:
            continue
        _push(builder, at, face)
        if face == TIMES or face == DIVIDE:
            _list_sides(builder, at + 1, sum_top, sum_bottom, top, bottom, sign, face == DIVIDE, True, 0, 0, False, False)
        elif not rules.integer_steps or total_top >= 0:
            _list_sides(builder, at + 1, total_top, total_bottom, 1, 1, 1 if face == ADD else -1, False, False, 0, 0,
                        False, False)
        _pop(builder, at, face)


cdef bint _group_sides(Builder *builder) noexcept nogil:
    """Sort the sides by group, within a group by length."""
    cdef int64_t *counts
    cdef int64_t index, key, sum = 0, keys = <int64_t> builder.groups * 16
    cdef int32_t group
    builder.grouped = <Side *> malloc((builder.side_count + 1) * sizeof(Side))
    builder.starts = <int64_t *> malloc((builder.groups + 1) * sizeof(int64_t))
    counts = <int64_t *> calloc(keys + 1, sizeof(int64_t))
    if builder.grouped == NULL or builder.starts == NULL or counts == NULL:
        free(counts)
        return False
    for index in range(builder.side_count):
        counts[<int64_t> builder.sides[index].group * 16 + builder.sides[index].length] += 1
    for key in range(keys):
        if key % 16 == 0:
            builder.starts[key // 16] = sum
        counts[key], sum = sum, sum + counts[key]
    builder.starts[builder.groups] = sum
    for index in range(builder.side_count):
        key = <int64_t> builder.sides[index].group * 16 + builder.sides[index].length
        builder.grouped[counts[key]] = builder.sides[index]
        counts[key] += 1
    free(counts)
    return True


# ---------------------------------------------------------------------------------------------- equations

cdef Multiset *_multiset_slot(Multiset *multisets, int64_t mask, uint64_t low, uint64_t high) noexcept nogil:
    cdef int64_t slot = <int64_t> (_mixed(low, high) >> 20) & mask
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
    prefetch(&builder.multisets[<int64_t> (_mixed(low, high) >> 20) & builder.multiset_mask])
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


# ---------------------------------------------------------------------------------------------- tree

cdef int _by_path(const void *one, const void *other) noexcept nogil:
    cdef uint64_t first = (<const Multiset **> one)[0].path
    cdef uint64_t second = (<const Multiset **> other)[0].path
    return -1 if first < second else 1 if first > second else 0


cdef uint64_t _path(const Multiset *multiset) noexcept nogil:
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


cdef uint32_t _grow_tree(Builder *builder, Multiset **sorted, int64_t low, int64_t high, int depth, int64_t at) noexcept nogil:
    """Write the node for the multisets low to high, which share `depth` faces; returns the sizes there, as bits."""
    cdef int64_t index, begin, child
    cdef int place
    cdef uint32_t sizes = 0, below = 0, own = 0
    builder.groups_of_nodes[at].text = 0
    builder.groups_of_nodes[at].count = 0
    if low < high and sorted[low].path >> (59 - 5 * depth) & 31 == 0:
        builder.groups_of_nodes[at].text = sorted[low].start
        builder.groups_of_nodes[at].count = sorted[low].count
        sizes |= <uint32_t> 1 << (depth - 3)
        own = <uint32_t> 1 << 31
        low += 1
    for index in range(low, high):
        below |= <uint32_t> 1 << ((sorted[index].path >> (59 - 5 * depth) & 31) - 1)
    child = builder.node_count
    for place in range(FACES):
        builder.node_count += below >> place & 1
    builder.nodes[at].below = below | own
    begin = low
    index = child
    while begin < high:
        low = begin
        while low < high and sorted[low].path >> (59 - 5 * depth) == sorted[begin].path >> (59 - 5 * depth):
            low += 1
        sizes |= _grow_tree(builder, sorted, begin, low, depth + 1, index)
        index += 1
        begin = low
    builder.nodes[at].child = <uint32_t> child | sizes << SIZES
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


cdef bint _build(Builder *builder) noexcept nogil:
    """Everything, from the sides to the tree; False when memory is out."""
    cdef int64_t slot, index = 0
    cdef uint32_t start = 0
    cdef Multiset **sorted
    builder.multiset_mask = (1 << 16) - 1
    builder.multisets = <Multiset *> calloc(builder.multiset_mask + 1, sizeof(Multiset))
    if builder.multisets == NULL or not _open_values(&builder.values[(builder.size - 1) // 2], 1 << 16):
        return False
    # One side of every equation has at most (size - 1) / 2 faces: only values of such sides matter.
    builder.longest = (builder.size - 1) // 2
    _list_sides(builder, 0, 0, 1, 1, 1, 1, False, False, 0, 0, False, False)
    if builder.failed or not _sort_values(builder):
        return False
    builder.known_only = True
    builder.longest = builder.size - 2
    _list_sides(builder, 0, 0, 1, 1, 1, 1, False, False, 0, 0, False, False)
    if builder.failed or not _group_sides(builder):
        return False
    free(builder.sides)
    builder.sides = NULL
    _all_equations(builder)
    if builder.failed:
        return False
    sorted = <Multiset **> malloc((builder.multiset_count + 1) * sizeof(Multiset *))
    if sorted == NULL:
        return False
    for slot in range(builder.multiset_mask + 1):
        if builder.multisets[slot].count:
            builder.multisets[slot].path = _path(&builder.multisets[slot])
            sorted[index] = &builder.multisets[slot]
            index += 1
    qsort(sorted, index, sizeof(Multiset *), _by_path)
    for slot in range(index):
        sorted[slot].start = start
        start += sorted[slot].count
    builder.node_count = _count_nodes(sorted, index)
    builder.nodes = <Node *> malloc(builder.node_count * sizeof(Node))
    builder.groups_of_nodes = <Group *> malloc(builder.node_count * sizeof(Group))
    builder.texts = <uint64_t *> malloc((builder.equations + 1) * sizeof(uint64_t))
    if (builder.nodes == NULL or builder.groups_of_nodes == NULL or builder.texts == NULL
            or builder.node_count > CHILD):
        free(sorted)
        return False
    _all_equations(builder)
    builder.node_count = 1
    _grow_tree(builder, sorted, 0, index, 0, 0)
    free(sorted)
    return not builder.failed


# ---------------------------------------------------------------------------------------------- maps

cdef class Part:
    """A stretch of a map's memory as a read-only buffer, which keeps the map."""

    cdef EquationMap owner
    cdef const void *start
    cdef Py_ssize_t size

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, <void *> self.start, self.size, 1, flags)


cdef memoryview_of(EquationMap owner, const void *start, Py_ssize_t size):
    """A read-only memoryview of a stretch of a map's memory."""
    cdef Part part = Part.__new__(Part)
    part.owner = owner
    part.start = start
    part.size = size
    return memoryview(part)


cdef class EquationMap:
    """A map in memory: built here (`build`), or lying in a file that is mapped into memory (`from_buffer`)."""

    def __dealloc__(self):
        # Releasing a view that was never taken does nothing.
        PyBuffer_Release(&self._view)
        free(self._owned_nodes)
        free(self._owned_groups)
        free(self._owned_texts)

    @staticmethod
    def build(CrosswordRules rules, faces, int size):
        """Build the map of all equations of at most `size` faces (3 to 9) out of `faces`; takes about two seconds."""
        cdef EquationMap made = EquationMap.__new__(EquationMap)
        cdef Builder builder
        cdef int64_t numbers[5]
        cdef bint done
        cdef int length
        if not 3 <= size <= LARGEST:
            raise ValueError("a map holds equations of 3 to 9 faces")
        memset(&builder, 0, sizeof(Builder))
        builder.rules = &rules.rules
        builder.size = size
        for face in faces:
            builder.faces |= <uint32_t> 1 << <int> face
        with nogil:
            done = _build(&builder)
            free(builder.sides)
            free(builder.grouped)
            free(builder.starts)
            for length in range(5):
                free(builder.values[length].slots)
            free(builder.multisets)
        made._owned_nodes = builder.nodes
        made._owned_groups = builder.groups_of_nodes
        made._owned_texts = builder.texts
        if not done:
            raise MemoryError
        numbers[0] = size
        numbers[1] = builder.equations
        numbers[2] = builder.multiset_count
        numbers[3] = builder.node_count
        made._set(builder.nodes, builder.groups_of_nodes, builder.texts, numbers)
        return made

    cdef int _set(self, const Node *nodes, const Group *groups, const uint64_t *texts, const int64_t *numbers) except -1:
        self.nodes = nodes
        self.groups = groups
        self.texts = texts
        self.size = <int> numbers[0]
        self.equations = numbers[1]
        self.multisets = numbers[2]
        self.node_count = numbers[3]
        self.nbytes = HEADER + self.node_count * <int64_t> (sizeof(Node) + sizeof(Group)) + self.equations * 8
        return 0

    def parts(self):
        """The map as bytes to be written one after the other: header, tree, groups, equations."""
        cdef int64_t numbers[5]
        numbers[0] = self.size
        numbers[1] = self.equations
        numbers[2] = self.multisets
        numbers[3] = self.node_count
        numbers[4] = self.nbytes
        return (
            MAGIC + (<char *> numbers)[:NUMBERS * 8],
            memoryview_of(self, self.nodes, self.node_count * sizeof(Node)),
            memoryview_of(self, self.groups, self.node_count * sizeof(Group)),
            memoryview_of(self, self.texts, self.equations * sizeof(uint64_t)),
        )

    @staticmethod
    def from_buffer(holder):
        """The map that lies in a read-only buffer, such as a mapped file; ValueError when it is none."""
        cdef EquationMap made = EquationMap.__new__(EquationMap)
        cdef int64_t numbers[5]
        cdef char *start
        PyObject_GetBuffer(holder, &made._view, PyBUF_SIMPLE)
        start = <char *> made._view.buf
        if made._view.len < HEADER or start[:HEADER - NUMBERS * 8] != MAGIC:
            raise ValueError("not a map of equations")
        memcpy(numbers, start + HEADER - NUMBERS * 8, NUMBERS * 8)
        if not (3 <= numbers[0] <= LARGEST and numbers[4] == made._view.len and 0 < numbers[3] <= CHILD):
            raise ValueError("not a whole map of equations")
        start += HEADER
        made._set(<const Node *> start, <const Group *> (start + numbers[3] * <int64_t> sizeof(Node)),
                  <const uint64_t *> (start + numbers[3] * <int64_t> (sizeof(Node) + sizeof(Group))), numbers)
        if made.nbytes != made._view.len:
            raise ValueError("not a whole map of equations")
        return made

    def __iter__(self):
        """All equations, as tuples of faces, in the order of the tree."""
        cdef int64_t index
        cdef int at, length
        cdef int64_t node
        stack = [(0, 0)]
        while stack:
            node, length = stack.pop()
            for index in range(self.groups[node].text, self.groups[node].text + self.groups[node].count):
                yield tuple([<int> (self.texts[index] >> (5 * at)) & 31 for at in range(length)])
            for index in range(bin(self.nodes[node].below & ALL_FACES).count("1")):
                stack.append(((self.nodes[node].child & CHILD) + index, length + 1))
