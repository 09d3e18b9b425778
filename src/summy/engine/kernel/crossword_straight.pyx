# cython: language_level=3
"""The straight search for crossword placement: complete, exact and simple. Everything faster is tested against it.

For each row and column and each first square, squares are filled from the left with every face that the hand can show
and the crossing line allows; the exact value of what stands is carried along.
"""

from summy.engine.kernel.crossword_lines cimport State, state_ends, state_open, state_step
from summy.engine.kernel.crossword_sink cimport Frame, assign, emit, frame_open

ctypedef struct Straight:
    const Table *table
    const Hand *hand
    Sink *sink
    Supply supply
    int32_t size          # squares of the row or column
    int32_t direction
    int32_t step
    int32_t start         # the line's first square, counted along the row
    int32_t origin        # the row's first square
    int32_t least         # only lines of at least so many squares
    int32_t laid
    int8_t faces[12]      # laid so far
    int64_t nodes


cdef void _end(Straight *search, int at, const State *state) noexcept nogil:
    """The line may end before square `at`: keep it if it is a play."""
    cdef Frame frame
    if search.laid == 0 or at - search.start < search.least or not state_ends(state, search.table.rules):
        return
    if not frame_open(&frame, search.table, search.direction, search.origin + search.start * search.step, at - search.start):
        return
    if assign(search.sink, search.table.rules, search.hand, search.faces, search.laid):
        emit(search.sink, &frame, search.faces, <int64_t> state.number)


cdef void _fill(Straight *search, int at, const State *state) noexcept nogil:
    cdef State next
    cdef int square = 0, face
    cdef uint32_t allowed
    search.nodes += 1
    if at < search.size:
        square = search.origin + at * search.step
        face = search.table.faces[square]
        if face != EMPTY:
            next = state[0]
            if state_step(&next, face, search.table.rules):
                _fill(search, at + 1, &next)
            return
    _end(search, at, state)
    if at == search.size or search.laid == search.hand.size:
        return
    allowed = search.table.cross[search.direction][square].faces
    for face in range(FACES):
        if search.sink.stop:
            return
        if not allowed >> face & 1:
            continue
        if not take(&search.supply, face):
            continue
        next = state[0]
        if state_step(&next, face, search.table.rules):
            search.faces[search.laid] = face
            search.laid += 1
            _fill(search, at + 1, &next)
            search.laid -= 1
        give(&search.supply, face)


cdef void straight_search(const Table *table, const Hand *hand, int least, Sink *sink, int64_t *nodes) noexcept nogil:
    """All plays of a position whose line has at least `least` squares."""
    cdef Straight search
    cdef State state
    cdef const Rules *rules = table.rules
    cdef int direction, row
    search.table = table
    search.hand = hand
    search.sink = sink
    search.least = least
    search.laid = 0
    search.nodes = 0
    supply_open(&search.supply, hand, rules)
    state_open(&state)
    for direction in range(2):
        search.direction = direction
        search.step = rules.width if direction else 1
        search.size = rules.height if direction else rules.width
        for row in range(rules.width if direction else rules.height):
            search.origin = row if direction else row * rules.width
            for search.start in range(search.size):
                if search.start and table.faces[search.origin + (search.start - 1) * search.step] != EMPTY:
                    continue
                _fill(&search, search.start, &state)
    nodes[0] += search.nodes
