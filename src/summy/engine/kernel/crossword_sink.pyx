# cython: language_level=3
"""What happens to a line that was found: every way to lay it with the tiles of the hand, scored and kept.

Searches look for lines of *faces*. Only here it is decided which tile shows each face: every way is a play of its own.
The score of a play is linear in the points of its tiles, so a *frame* holds for one stretch of squares what a point on
each of them is worth, premium squares and crossing lines included.
"""

from libc.stdio cimport snprintf
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memset

cdef const char *SIGNS = b"+-x:="


# ---------------------------------------------------------------------------------------------- sink

cdef void sink_open(Sink *sink, const Table *table) noexcept nogil:
    """Make a sink for plays on a table; `sink_start` before each search."""
    memset(sink, 0, sizeof(Sink))
    sink.table = table


cdef void sink_close(Sink *sink) noexcept nogil:
    free(sink.plays)
    free(sink.assignments)
    sink.plays = NULL
    sink.assignments = NULL


cdef void sink_start(Sink *sink, int mode, int64_t first, int64_t room) noexcept nogil:
    """Forget earlier plays; see the modes in the `.pxd`."""
    sink.mode = mode
    sink.stop = mode == BEST and room == 0
    sink.failed = False
    sink.count = 0
    sink.first = first
    sink.room = room
    sink.lowest = -(<int64_t> 1 << 62)
    sink.highest = <int64_t> 1 << 62
    sink.found = 0
    sink.sum_scores = 0
    sink.tiles_used = 0


cdef bint _room_for_one(Sink *sink) noexcept nogil:
    cdef int64_t capacity
    cdef PackedPlay *bigger
    if sink.count < sink.capacity:
        return True
    capacity = 2 * sink.capacity if sink.capacity else 1024
    bigger = <PackedPlay *> realloc(sink.plays, capacity * sizeof(PackedPlay))
    if bigger == NULL:
        sink.failed = True
        sink.stop = True
        return False
    sink.plays = bigger
    sink.capacity = capacity
    return True


cdef void _keep(Sink *sink, const PackedPlay *play) noexcept nogil:
    if sink.mode == BEST:
        _keep_best(sink, play)
        return
    if not sink.lowest <= play.score <= sink.highest:
        return
    sink.found += 1
    sink.sum_scores += play.score
    sink.tiles_used += play.count
    if sink.mode == FIRST:
        sink.stop = True
        return
    if sink.found > sink.first and sink.count < sink.room and _room_for_one(sink):
        sink.plays[sink.count] = play[0]
        sink.count += 1


cdef void _keep_best(Sink *sink, const PackedPlay *play) noexcept nogil:
    """A heap with the worst kept play on top."""
    cdef int64_t at, child
    cdef PackedPlay moved
    if play.score < sink.lowest:
        return
    if sink.count < sink.room:
        if not _room_for_one(sink):
            return
        at = sink.count
        sink.count += 1
        while at and ranks_before(sink.table, &sink.plays[(at - 1) >> 1], play):
            sink.plays[at] = sink.plays[(at - 1) >> 1]
            at = (at - 1) >> 1
        sink.plays[at] = play[0]
    else:
        if not ranks_before(sink.table, play, &sink.plays[0]):
            return
        moved = play[0]
        at = 0
        while True:
            child = 2 * at + 1
            if child >= sink.count:
                break
            if child + 1 < sink.count and ranks_before(sink.table, &sink.plays[child], &sink.plays[child + 1]):
                child += 1
            if not ranks_before(sink.table, &moved, &sink.plays[child]):
                break
            sink.plays[at] = sink.plays[child]
            at = child
        sink.plays[at] = moved
    if sink.count == sink.room:
        sink.lowest = sink.plays[0].score


cdef void sink_sort(Sink *sink) noexcept nogil:
    """Put the kept plays of a BEST search in order, best first."""
    cdef int64_t size = sink.count, at, child
    cdef PackedPlay moved
    # The second half of heapsort: the worst of those left goes to the end.
    while size > 1:
        size -= 1
        moved = sink.plays[size]
        sink.plays[size] = sink.plays[0]
        at = 0
        while True:
            child = 2 * at + 1
            if child >= size:
                break
            if child + 1 < size and ranks_before(sink.table, &sink.plays[child], &sink.plays[child + 1]):
                child += 1
            if not ranks_before(sink.table, &moved, &sink.plays[child]):
                break
            sink.plays[at] = sink.plays[child]
            at = child
        sink.plays[at] = moved


cdef bint ranks_before(const Table *table, const PackedPlay *one, const PackedPlay *other) noexcept nogil:
    """Whether a play comes before another: higher score, then code points of the text."""
    cdef char first[256]
    cdef char second[256]
    cdef int first_length, second_length, order
    if one.score != other.score:
        return one.score > other.score
    first_length = play_text(table.rules, table.faces, one, first)
    second_length = play_text(table.rules, table.faces, other, second)
    order = memcmp(first, second, min(first_length, second_length))
    return order < 0 or (order == 0 and first_length < second_length)


# ---------------------------------------------------------------------------------------------- texts

cdef inline int _write_face(char *text, int face) noexcept nogil:
    """A face without brackets; how many characters."""
    if face < 10:
        text[0] = c"0" + face
        return 1
    if face < ADD:
        text[0] = c"0" + face // 10
        text[1] = c"0" + face % 10
        return 2
    text[0] = SIGNS[face - ADD]
    return 1


cdef int play_text(const Rules *rules, const int8_t *table, const PackedPlay *play, char *text) noexcept nogil:
    """The move text of a play, as `summy.move.format_play` writes it; returns its length, at most 256.

    A line has at most 26 squares; a laid tile takes at most 8 characters (`[+/->+]` 7, `[?>12]` 6), a table tile at
    most 4 and two parentheses. `table` holds the face of each square before the play.
    """
    cdef int width = rules.width
    cdef int direction = play.direction
    cdef int x = play.square % width, y = play.square // width
    cdef int step, at, size, square, laid = 0, length, face, kind
    cdef bint inside = False
    # A lone tile is written across when it has a horizontal run.
    step = width if direction else 1
    at = y if direction else x
    size = rules.height if direction else width
    square = play.square
    while at > 0 and table[square - step] != EMPTY:
        square -= step
        at -= 1
    text[0] = c"A" + (x if direction else at)
    length = 1 + snprintf(text + 1, 8, b"%d", (at if direction else y) + 1)
    text[length] = c"v" if direction else c">"
    text[length + 1] = c" "
    length += 2
    while at < size:
        face = table[square]
        if face == EMPTY and laid == play.count:
            break
        if inside != (face != EMPTY):
            text[length] = c")" if inside else c"("
            length += 1
            inside = not inside
        if face != EMPTY:
            if 9 < face < ADD:
                text[length] = c"["
                length += 1 + _write_face(text + length + 1, face)
                text[length] = c"]"
                length += 1
            else:
                length += _write_face(text + length, face)
        else:
            face = play.faces >> (5 * laid) & 31
            kind = play.kinds >> (2 * laid) & 3
            laid += 1
            if kind == OWN and not 9 < face < ADD:
                length += _write_face(text + length, face)
            else:
                text[length] = c"["
                length += 1
                if kind == BLANKED:
                    length += snprintf(text + length, 8, b"?>")
                elif kind == CHOSEN:
                    length += snprintf(text + length, 8, b"+/->" if face < TIMES else b"x/:>")
                length += _write_face(text + length, face)
                text[length] = c"]"
                length += 1
        square += step
        at += 1
    if inside:
        text[length] = c")"
        length += 1
    return length


# ---------------------------------------------------------------------------------------------- frames

cdef bint frame_open(Frame *frame, const Table *table, int direction, int first, int length) noexcept nogil:
    """Measure a stretch of squares; False when nothing can be laid there as one line."""
    cdef const Rules *rules = table.rules
    cdef const Cross *cross
    cdef int step = rules.width if direction else 1
    cdef int at, square, factor
    frame.direction = direction
    frame.first = first
    frame.step = step
    frame.length = length
    frame.count = 0
    frame.base = 0
    frame.factor = 1
    frame.touches = False
    frame.narrow = False
    for at in range(length):
        square = first + at * step
        if table.faces[square] != EMPTY:
            frame.touches = True
            frame.base += rules.points[table.kinds[square]]
            continue
        cross = &table.cross[direction][square]
        if frame.count == MOST_TILES or cross.faces == 0:
            return False
        frame.squares[frame.count] = square
        frame.faces[frame.count] = cross.faces
        frame.count += 1
        frame.factor *= rules.equation_factor[square]
        if cross.faces != ALL_FACES:
            frame.narrow = True
        if cross.length:
            frame.touches = True
        if table.tiles == 0 and square == rules.centre:
            frame.touches = True
    frame.base *= frame.factor
    for at in range(frame.count):
        square = frame.squares[at]
        cross = &table.cross[direction][square]
        factor = rules.equation_factor[square]
        frame.weight[at] = rules.tile_factor[square] * (frame.factor + (factor if cross.length else 0))
        frame.base += cross.points * factor
    if frame.count >= rules.full_hand:
        frame.base += rules.full_hand_bonus
    # A lone tile that has a horizontal run was found as a line across.
    if direction and frame.count == 1 and table.cross[1][frame.squares[0]].length:
        return False
    return frame.touches and frame.count > 0


# ---------------------------------------------------------------------------------------------- tiles for faces

cdef bint _note_assignment(Sink *sink, uint32_t kinds) noexcept nogil:
    cdef int32_t capacity
    cdef uint32_t *bigger
    if sink.assignment_count == sink.assignment_capacity:
        capacity = 2 * sink.assignment_capacity if sink.assignment_capacity else 256
        bigger = <uint32_t *> realloc(sink.assignments, capacity * sizeof(uint32_t))
        if bigger == NULL:
            sink.failed = True
            sink.stop = True
            return False
        sink.assignments = bigger
        sink.assignment_capacity = capacity
    sink.assignments[sink.assignment_count] = kinds
    sink.assignment_count += 1
    return True


# Faces that are still to be shown, and the tiles left for them.
ctypedef struct Demand:
    Sink *sink
    Supply supply         # with all faces that are still to be shown taken
    int32_t own[26]       # tiles that show just this face and are still in the hand
    const int8_t *faces
    int32_t count


cdef inline bint _suffices(const Supply *supply) noexcept nogil:
    return (
        supply_blanks(supply) <= supply.blanks
        and supply.strict[0] <= supply.choices[0]
        and supply.strict[1] <= supply.choices[1]
    )


cdef void _assign_from(Demand *demand, int at, uint32_t kinds) noexcept nogil:
    cdef Supply *supply = &demand.supply
    cdef int face, group
    if at == demand.count:
        _note_assignment(demand.sink, kinds)
        return
    face = demand.faces[at]
    # The face's own tile: among those still to be shown, one is as good as the other.
    if demand.own[face]:
        demand.own[face] -= 1
        _assign_from(demand, at + 1, kinds)
        demand.own[face] += 1
    # Another tile: its own tile stays for the rest.
    give(supply, face)
    if ADD <= face <= DIVIDE:
        group = face >= TIMES
        if supply.choices[group]:
            supply.choices[group] -= 1
            if _suffices(supply):
                _assign_from(demand, at + 1, kinds | <uint32_t> CHOSEN << (2 * at))
            supply.choices[group] += 1
    if supply.blanks and supply.blank_faces >> face & 1:
        supply.blanks -= 1
        if _suffices(supply):
            _assign_from(demand, at + 1, kinds | <uint32_t> BLANKED << (2 * at))
        supply.blanks += 1
    take(supply, face)


cdef bint assign(Sink *sink, const Rules *rules, const Hand *hand, const int8_t *faces, int count) noexcept nogil:
    """List every way to show `count` faces with tiles of a hand; False when there is none."""
    cdef Demand demand
    cdef int at
    sink.assignment_count = 0
    demand.sink = sink
    demand.faces = faces
    demand.count = count
    supply_open(&demand.supply, hand, rules)
    for at in range(FACES):
        demand.own[at] = hand.counts[at]
    for at in range(count):
        if not take(&demand.supply, faces[at]):
            return False
    _assign_from(&demand, 0, 0)
    return not sink.failed


cdef void assign_own(Sink *sink) noexcept nogil:
    """List the one way to show faces with tiles of a hand without choice tiles and blanks."""
    sink.assignment_count = 0
    _note_assignment(sink, 0)


cdef void emit(Sink *sink, const Frame *frame, const int8_t *faces, int64_t right) noexcept nogil:
    """A line was found at a place: a play for each of the assignments listed last.

    Arguments:
        faces: what lies on the free squares.
        right: the number on the right, where it scores.
    """
    cdef const Rules *rules = sink.table.rules
    cdef PackedPlay play
    cdef int64_t own = frame.base
    cdef int at, index, kind, square
    cdef uint32_t kinds
    play.faces = 0
    for at in range(frame.count):
        if frame.narrow and not frame.faces[at] >> faces[at] & 1:
            return
        play.faces |= <uint64_t> faces[at] << (5 * at)
        own += frame.weight[at] * rules.points[faces[at]]
    if rules.result:
        own += right * frame.factor
        for at in range(frame.count):
            square = frame.squares[at]
            if sink.table.cross[frame.direction][square].length:
                own += (rules.equation_factor[square]
                        * sink.table.results[(frame.direction * SQUARES + square) * FACES + faces[at]])
    play.square = frame.squares[0]
    play.direction = frame.direction
    play.count = frame.count
    for index in range(sink.assignment_count):
        kinds = sink.assignments[index]
        play.kinds = kinds
        play.score = own
        at = 0
        while kinds:
            kind = kinds & 3
            if kind:
                if kind == BLANKED:
                    kind = BLANK
                else:
                    kind = CHOICE_SUM if faces[at] < TIMES else CHOICE_PRODUCT
                play.score += frame.weight[at] * (rules.points[kind] - rules.points[faces[at]])
            kinds >>= 2
            at += 1
        _keep(sink, &play)
