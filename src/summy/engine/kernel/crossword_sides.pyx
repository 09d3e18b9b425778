# cython: language_level=3
"""Sides of equations (stretches without `=`) with their exact values, for building a map of equations.

All sides short enough to stand opposite another are listed and grouped by value.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

cdef Value *_value_slot(Values *values, int64_t top, int64_t bottom) noexcept nogil:
    """The slot of a value: equal fractions, cancelled or not, have one slot."""
    cdef double real = <double> top / <double> bottom
    cdef uint64_t bits
    cdef int64_t slot
    cdef Value *value
    # Correctly rounded quotients of equal fractions are equal. Zero has a sign, which the sum takes away.
    real += 0.0
    memcpy(&bits, &real, sizeof(bits))
    slot = <int64_t> (mixed(bits, 1) >> 20) & values.mask
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


cdef bint sides_list(Builder *builder) noexcept nogil:
    """List all sides that an equation of at most `size` faces can have, in groups of equal value.

    Returns False when memory is out.
    """
    if not _open_values(&builder.values[(builder.size - 1) // 2], 1 << 16):
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
    return True
