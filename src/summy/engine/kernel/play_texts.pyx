# cython: language_level=3
"""Packed plays as texts, and the order of plays: best score first, of equals the one whose text comes first."""

from libc.stdlib cimport free, malloc, qsort
from libc.string cimport strcmp

cdef const char *LETTERS = b"0123456789+-x:="


cdef int64_t text_room(Snapshot snapshot, const PackedPlay *play) noexcept nogil:
    """Enough characters for the text of a play: squares, direction, tiles, parentheses."""
    cdef Core *core = &snapshot.cores[snapshot.places[play.place].core]
    return 3 * <int64_t> core.length + 2 * MAX_HAND + 40    # 0 at the end included


cdef int _write_number(char *text, int64_t number) noexcept nogil:
    cdef char turned[24]
    cdef int digits = 0, length = 0
    if number < 0:
        text[0] = c"-"
        length = 1
        number = -number
    while True:
        turned[digits] = <char> (c"0" + number % 10)
        digits += 1
        number //= 10
        if number == 0:
            break
    while digits:
        digits -= 1
        text[length] = turned[digits]
        length += 1
    return length


cdef int _write_head(Snapshot snapshot, const PackedPlay *play, char *text) noexcept nogil:
    """Write a play's first square and direction, up to the blank before the line; returns the length."""
    cdef Place *place = &snapshot.places[play.place]
    cdef int before = (play.tiles >> 52) & 15
    cdef int64_t x = place.x - (0 if place.down else before)
    cdef int64_t y = place.y - (before if place.down else 0)
    cdef int length
    # Columns have letters on a bounded board, as `summy.board.format_square` writes them.
    if snapshot.bounded and 0 <= x < 26 and 0 <= y < 99:
        text[0] = <char> (c"A" + x)
        length = 1 + _write_number(text + 1, y + 1)
    else:
        length = _write_number(text, x)
        text[length] = c","
        length += 1
        length += _write_number(text + length, y)
    text[length] = c"v" if place.down else c">"
    text[length + 1] = c" "
    return length + 2


cdef int64_t write_text(Snapshot snapshot, const PackedPlay *play, char *text) noexcept nogil:
    """Write a play as `summy.move.format_move` does; returns the length."""
    cdef Core *core = &snapshot.cores[snapshot.places[play.place].core]
    cdef const int8_t *cells = snapshot.cells + core.first_cell
    cdef uint64_t tiles = play.tiles
    cdef int laid = (play.tiles >> 48) & 15
    cdef int before = (play.tiles >> 52) & 15
    cdef int behind = laid - before - core.gaps
    cdef int64_t at, length = _write_head(snapshot, play, text)
    cdef bint inside = False, on_table
    for at in range(-before, core.length + behind):
        on_table = 0 <= at < core.length and cells[at] != GAP
        if on_table != inside:
            text[length] = c"(" if on_table else c")"
            length += 1
            inside = on_table
        if on_table:
            text[length] = LETTERS[cells[at]]
        else:
            text[length] = LETTERS[tiles & 15]
            tiles >>= 4
        length += 1
    if inside:
        text[length] = c")"
        length += 1
    return length


cdef inline bint _are_alike(const PackedPlay *one, const PackedPlay *other) noexcept nogil:
    """Whether two plays fill the same squares: their texts differ in nothing but the tiles laid."""
    return one.place == other.place and one.tiles >> 48 == other.tiles >> 48


cdef int _by_tiles(uint64_t one, uint64_t other) noexcept nogil:
    """Which of two plays that fill the same squares has the first text: below 0 the one, above 0 the other."""
    cdef int at
    if one == other:
        return 0
    at = lowest_bit(one ^ other) & ~3
    return LETTERS[(one >> at) & 15] - LETTERS[(other >> at) & 15]


cdef int64_t first_by_text(Snapshot snapshot, const PackedPlay *plays, int64_t count) except -1:
    """Of plays with equal scores the one whose text comes first."""
    cdef int64_t index, best = 0
    cdef char head[64]
    cdef char best_head[64]
    cdef char *text
    cdef char *best_text
    cdef int64_t room = 0
    cdef int order
    if count == 1:
        return 0
    best_head[_write_head(snapshot, plays, best_head)] = 0
    for index in range(1, count):
        head[_write_head(snapshot, &plays[index], head)] = 0
        order = strcmp(head, best_head)
        if order == 0 and _are_alike(&plays[index], &plays[best]):
            order = _by_tiles(plays[index].tiles, plays[best].tiles)
        elif order == 0:
            # The same first square and direction: the lines decide.
            room = max(text_room(snapshot, &plays[index]), text_room(snapshot, &plays[best]))
            text = <char *> malloc(2 * room)
            if text == NULL:
                raise MemoryError
            best_text = text + room
            text[write_text(snapshot, &plays[index], text)] = 0
            best_text[write_text(snapshot, &plays[best], best_text)] = 0
            order = strcmp(text, best_text)
            free(text)
        if order < 0:
            best = index
            best_head[_write_head(snapshot, &plays[index], best_head)] = 0
    return best


cdef int _before(const void *first, const void *second) noexcept nogil:
    cdef const Ranked *one = <const Ranked *> first
    cdef const Ranked *other = <const Ranked *> second
    if one.score != other.score:
        return -1 if one.score > other.score else 1
    return strcmp(one.text, other.text)


cdef Ranked *rank_plays(Snapshot snapshot, const PackedPlay *plays, Py_ssize_t count) except NULL:
    """Plays in order, best score first, ties by code points of the text; the caller frees the block."""
    cdef Ranked *ranked
    cdef char *texts
    cdef int64_t room = (count + 1) * sizeof(Ranked)
    cdef Py_ssize_t index
    for index in range(count):
        room += text_room(snapshot, &plays[index])
    # The texts stand behind the list, in the same block.
    ranked = <Ranked *> malloc(room)
    if ranked == NULL:
        raise MemoryError
    texts = <char *> (ranked + count + 1)
    for index in range(count):
        ranked[index].index = index
        ranked[index].score = plays[index].score
        ranked[index].text = texts
        texts += write_text(snapshot, &plays[index], texts)
        texts[0] = 0
        texts += 1
    qsort(ranked, count, sizeof(Ranked), _before)
    return ranked
