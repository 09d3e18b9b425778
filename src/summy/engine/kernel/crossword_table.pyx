# cython: language_level=3
"""The table of a crossword game: tiles by square, and for each empty square what a crossing line allows there."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from summy.engine.kernel.crossword_lines cimport line_is_true


cdef enum:
    KNOWN = 1024


cdef int table_open(Table *table, const Rules *rules) except -1:
    """Make an empty table."""
    memset(table, 0, sizeof(Table))
    table.rules = rules
    table.known = <Known *> calloc(KNOWN, sizeof(Known))
    if table.known == NULL:
        raise MemoryError
    if rules.result:
        table.results = <int64_t *> calloc(2 * SQUARES * FACES, sizeof(int64_t))
        if table.results == NULL:
            raise MemoryError
    table_clear(table)
    return 0


cdef void table_clear(Table *table) noexcept nogil:
    """Take everything off the table."""
    cdef int direction, square
    table.tiles = 0
    memset(table.faces, EMPTY, sizeof(table.faces))
    memset(table.kinds, EMPTY, sizeof(table.kinds))
    memset(table.reserved, 0, sizeof(table.reserved))
    for direction in range(2):
        for square in range(table.rules.width * table.rules.height):
            table.cross[direction][square].faces = ALL_FACES
            table.cross[direction][square].length = 0
            table.cross[direction][square].points = 0


cdef void table_close(Table *table) noexcept nogil:
    free(table.results)
    free(table.known)
    table.results = NULL
    table.known = NULL


cdef int table_copy(Table *table, const Table *other) except -1:
    """Make `table`, which is not open, a copy of another."""
    table_open(table, other.rules)
    cdef int64_t *results = table.results
    cdef Known *known = table.known
    memcpy(table, other, sizeof(Table))
    table.results = results
    table.known = known
    if results != NULL:
        memcpy(results, other.results, 2 * SQUARES * FACES * sizeof(int64_t))
    return 0


cdef void table_put(Table *table, int square, int face, int kind) noexcept nogil:
    """Lay a tile on an empty square; crossings are not brought up to date."""
    table.faces[square] = face
    table.kinds[square] = kind
    table.tiles += 1


cdef void table_remove(Table *table, int square) noexcept nogil:
    """Take a tile away; crossings are not brought up to date."""
    table.faces[square] = EMPTY
    table.kinds[square] = EMPTY
    table.tiles -= 1


cdef void table_reserve(Table *table, int square, bint reserved) noexcept nogil:
    """Close an empty square, or open it again; crossings are not brought up to date."""
    table.reserved[square] = reserved


cdef void table_refresh(Table *table) noexcept nogil:
    """Bring the crossings of all empty squares up to date."""
    cdef const Rules *rules = table.rules
    cdef int direction, row, at, step, size, square
    cdef bint before
    cdef Cross *cross
    for direction in range(2):
        # Along the rows for the lines that are played down, and the other way round.
        step = 1 if direction else rules.width
        size = rules.width if direction else rules.height
        for row in range(rules.height if direction else rules.width):
            square = row * rules.width if direction else row
            before = False
            for at in range(size):
                if table.faces[square] != EMPTY:
                    before = True
                else:
                    if before or (at + 1 < size and table.faces[square + step] != EMPTY):
                        cross_refresh(table, direction, square)
                    else:
                        cross = &table.cross[direction][square]
                        cross.faces = 0 if table.reserved[square] else ALL_FACES
                        cross.length = 0
                        cross.points = 0
                    before = False
                square += step


cdef bint run_ends(const Table *table, int direction, int square, int *ends) noexcept nogil:
    """The squares directly before and after the run of tiles through a square, -1 at the edge of the board.

    Whether the run is longer than a single tile.
    """
    cdef const Rules *rules = table.rules
    cdef int step = rules.width if direction else 1
    cdef int at = square // rules.width if direction else square % rules.width
    cdef int size = rules.height if direction else rules.width
    cdef int first = square - at * step
    cdef int before = at, after = at
    while before >= 0 and table.faces[first + before * step] != EMPTY:
        before -= 1
    while after < size and table.faces[first + after * step] != EMPTY:
        after += 1
    ends[0] = first + before * step if before >= 0 else -1
    ends[1] = first + after * step if after < size else -1
    return after - before > 2


cdef void cross_refresh(Table *table, int direction, int square) noexcept nogil:
    """Find out which faces an empty square takes in lines of this direction, from the line that crosses there."""
    cdef const Rules *rules = table.rules
    cdef Cross *cross = &table.cross[direction][square]
    # The crossing line runs in the other direction.
    cdef int step = 1 if direction else rules.width
    cdef int at = square % rules.width if direction else square // rules.width
    cdef int size = rules.width if direction else rules.height
    cdef int first = square - at * step
    cdef int low = at, high = at + 1
    cdef int index, equals = 0
    cdef int8_t line[26]
    cross.points = 0
    while low > 0 and table.faces[first + (low - 1) * step] != EMPTY:
        low -= 1
    while high < size and table.faces[first + high * step] != EMPTY:
        high += 1
    cross.length = high - low - 1
    if cross.length == 0:
        cross.faces = 0 if table.reserved[square] else ALL_FACES
        return
    for index in range(low, high):
        if index != at:
            line[index - low] = table.faces[first + index * step]
            cross.points += rules.points[table.kinds[first + index * step]]
            equals += line[index - low] == EQUALS
    cross.faces = 0
    # The shortest line is `6=6`.
    if table.reserved[square] or cross.length < 2:
        return
    if rules.result:
        cross.faces = _faces_between(rules, line, at - low, high - low, equals,
                                     table.results + (direction * SQUARES + square) * FACES)
    else:
        cross.faces = _known_faces(table, line, at - low, high - low, equals)


cdef uint32_t _known_faces(Table *table, int8_t *line, int at, int length, int equals) noexcept nogil:
    """`_faces_between`, looked up where the same line was asked for not long ago."""
    cdef Known *known
    cdef uint64_t low = 0, high = 0, hash
    cdef int index
    if length > 24:
        return _faces_between(table.rules, line, at, length, equals, NULL)
    # Five bits a square: one more than its face, 31 for the square that is asked for.
    line[at] = 30
    for index in range(length - 1, -1, -1):
        if index >= 12:
            high = high << 5 | <uint64_t> (line[index] + 1)
        else:
            low = low << 5 | <uint64_t> (line[index] + 1)
    hash = (low ^ high * <uint64_t> 0x9E3779B97F4A7C15ULL) * <uint64_t> 0xD6E8FEB86659FD93ULL
    known = &table.known[hash >> 54]
    if known.low != low or known.high != high:
        known.low = low
        known.high = high
        known.faces = _faces_between(table.rules, line, at, length, equals, NULL)
    return known.faces


cdef uint32_t _faces_between(const Rules *rules, int8_t *line, int at, int length, int equals, int64_t *results) noexcept nogil:
    """Faces that make a line true when laid on its square `at`."""
    cdef int face, low = 0, high = FACES
    cdef int64_t right = 0
    cdef uint32_t found = 0
    if equals == 0:
        low = EQUALS
    elif not rules.several_equals:
        high = EQUALS
    for face in range(low, high):
        if 9 < face < ADD and (at > 0 and line[at - 1] < ADD or at + 1 < length and line[at + 1] < ADD):
            continue
        line[at] = face
        if line_is_true(line, length, rules, &right):
            found |= <uint32_t> 1 << face
            if results != NULL:
                results[face] = right
    return found
