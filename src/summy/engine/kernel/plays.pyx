# cython: language_level=3
"""The result of a search: plays packed in 16 bytes each, made into Python objects only when somebody looks.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from collections.abc import Sequence

from summy.engine.kernel.play_texts cimport Ranked, first_by_text, rank_plays, text_room, write_text
from summy.engine.kernel.rows cimport NO_TILE, PlayRow

NAMES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "-", "x", ":", "=")
"""Tile names in the order of the kernel's symbols."""

cdef char *FORMAT = b"i"

cdef enum:
    SMALL_TEXT = 128      # most texts are shorter
    COPIED = 16384        # so many plays are copied, more are handed over


cdef Plays plays_from(Snapshot snapshot, const PackedPlay *plays, Py_ssize_t count):
    """Copy `count` packed plays, which name places of `snapshot`."""
    cdef Plays made = Plays.__new__(Plays)
    made.snapshot = snapshot
    made._count = count
    made._sum_scores = -1
    if count:
        made._plays = <PackedPlay *> malloc(count * sizeof(PackedPlay))
        if made._plays == NULL:
            raise MemoryError
        memcpy(made._plays, plays, count * sizeof(PackedPlay))
    return made


cdef Plays plays_taking(Snapshot snapshot, PlayBuffer *buffer):
    """The plays of a buffer. Few are copied; many keep the buffer's memory, and the buffer begins anew."""
    cdef Plays made
    if buffer.count <= COPIED:
        return plays_from(snapshot, buffer.plays, buffer.count)
    made = plays_from(snapshot, NULL, 0)
    made._plays = <PackedPlay *> realloc(buffer.plays, buffer.count * sizeof(PackedPlay))
    if made._plays == NULL:
        made._plays = buffer.plays
    made._count = buffer.count
    buffer.plays = NULL
    buffer.count = 0
    buffer.capacity = 0
    return made


cdef Plays best_of(Snapshot snapshot, const PackedPlay *plays, Py_ssize_t count, Py_ssize_t wanted):
    """The first `wanted` of some packed plays, best score first, ties by code points of the text."""
    cdef Plays made
    cdef Ranked *ranked
    cdef Py_ssize_t index
    if count == 0:
        return plays_from(snapshot, plays, 0)
    if wanted == 1:
        # All that a search for one best play leaves score the same.
        return plays_from(snapshot, &plays[first_by_text(snapshot, plays, count)], 1)
    ranked = rank_plays(snapshot, plays, count)
    made = plays_from(snapshot, plays, min(count, wanted))
    for index in range(made._count):
        made._plays[index] = plays[ranked[index].index]
    free(ranked)
    return made


cdef class Plays:
    """Legal plays of one position, each once, as a sequence of `summy.move.Play`."""

    def __dealloc__(self):
        free(self._plays)

    def __len__(self):
        return self._count

    cdef Py_ssize_t _index(self, Py_ssize_t index) except -1:
        if index < 0:
            index += self._count
        if index < 0 or index >= self._count:
            raise IndexError("no such play")
        return index

    # ------------------------------------------------------------------------------------ numbers

    @property
    def scores(self):
        """The scores as a memoryview of 32-bit integers, without a copy."""
        return memoryview(self)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & PyBUF_WRITABLE == PyBUF_WRITABLE:
            raise BufferError("plays are read-only")
        if flags & PyBUF_STRIDES != PyBUF_STRIDES:
            raise BufferError("scores lie sixteen bytes apart")
        self._shape[0] = self._count
        self._strides[0] = sizeof(PackedPlay)
        buffer.buf = &self._sum_scores
        if self._count:
            buffer.buf = &self._plays[0].score
        buffer.obj = self
        buffer.len = self._count * sizeof(int32_t)
        buffer.itemsize = sizeof(int32_t)
        buffer.readonly = 1
        buffer.format = NULL
        if flags & PyBUF_FORMAT == PyBUF_FORMAT:
            buffer.format = FORMAT
        buffer.ndim = 1
        buffer.shape = self._shape
        buffer.strides = self._strides
        buffer.suboffsets = NULL
        buffer.internal = NULL

    cdef int _sum(self) noexcept:
        cdef Py_ssize_t index
        self._sum_scores = 0
        self._tiles_used = 0
        for index in range(self._count):
            self._sum_scores += self._plays[index].score
            self._tiles_used += (self._plays[index].tiles >> 48) & 15
        return 0

    @property
    def sum_scores(self):
        """The scores of all plays together."""
        if self._sum_scores < 0:
            self._sum()
        return self._sum_scores

    @property
    def tiles_used(self):
        """How many tiles all plays together take from the hand."""
        if self._sum_scores < 0:
            self._sum()
        return self._tiles_used

    def score(self, Py_ssize_t index):
        """The score of one play."""
        return self._plays[self._index(index)].score

    def tile_count(self, Py_ssize_t index):
        """How many tiles one play takes from the hand."""
        return (self._plays[self._index(index)].tiles >> 48) & 15

    def highest(self):
        """Index of a play with the best score (the first of those found); IndexError when there is none."""
        cdef Py_ssize_t index, best = 0
        self._index(0)
        for index in range(1, self._count):
            if self._plays[index].score > self._plays[best].score:
                best = index
        return best

    # ------------------------------------------------------------------------------------ plays

    def squares(self, Py_ssize_t index):
        """Direction and laid tiles of one play: `(down, ((x, y, symbol), ...))` in line order."""
        cdef PackedPlay *play = &self._plays[self._index(index)]
        cdef Place *place = &self.snapshot.places[play.place]
        cdef Core *core = &self.snapshot.cores[place.core]
        cdef const int8_t *cells = self.snapshot.cells + core.first_cell
        cdef int laid = (play.tiles >> 48) & 15
        cdef int before = (play.tiles >> 52) & 15
        cdef int64_t at = -before
        cdef int tile
        found = []
        for tile in range(laid):
            while 0 <= at < core.length and cells[at] != GAP:
                at += 1
            x = place.x if place.down else place.x + at
            y = place.y + at if place.down else place.y
            found.append((x, y, <int> (play.tiles >> (4 * tile)) & 15))
            at += 1
        return bool(place.down), tuple(found)

    def rows(self, Py_ssize_t first, Py_ssize_t count):
        """Plays from the `first` on, at most `count`, as bytes: one `PlayRow` (`rows.pxd`) each, for whole arrays."""
        cdef Py_ssize_t taken = max(0, min(count, self._count - first)) if first >= 0 else 0
        cdef bytes made = PyBytes_FromStringAndSize(NULL, taken * sizeof(PlayRow))
        cdef PlayRow *rows = <PlayRow *> PyBytes_AS_STRING(made)
        cdef Py_ssize_t index
        for index in range(taken):
            self._write_row(&self._plays[first + index], &rows[index])
        return made

    cdef int _write_row(self, const PackedPlay *play, PlayRow *row) noexcept:
        cdef const Place *place = &self.snapshot.places[play.place]
        cdef const Core *core = &self.snapshot.cores[place.core]
        cdef const int8_t *cells = self.snapshot.cells + core.first_cell
        cdef int laid = (play.tiles >> 48) & 15
        cdef int64_t at = -<int64_t> ((play.tiles >> 52) & 15)
        cdef int tile, symbol
        memset(row, NO_TILE, sizeof(PlayRow))
        row.down = place.down
        row.count = laid
        for tile in range(laid):
            while 0 <= at < core.length and cells[at] != GAP:
                at += 1
            row.last = (place.y if place.down else place.x) + at
            if tile == 0:
                row.x = place.x if place.down else row.last
                row.y = row.last if place.down else place.y
            symbol = (play.tiles >> (4 * tile)) & 15
            # In the order of all faces the numbers from 10 to 20 stand between the digits and the signs.
            row.names[tile] = row.faces[tile] = symbol if symbol < PLUS else symbol + 11
            at += 1
        return 0

    def __getitem__(self, index):
        from summy.board import Direction, Square
        from summy.move import Placement, Play

        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(self._count))]
        down, laid = self.squares(index)
        tiles = tuple([Placement(Square(x, y), NAMES[symbol], NAMES[symbol]) for x, y, symbol in laid])
        return Play(tiles, Direction.DOWN if down else Direction.ACROSS)

    def __iter__(self):
        cdef Py_ssize_t index
        for index in range(self._count):
            yield self[index]

    def __contains__(self, play):
        return any(found == play for found in self)

    def __reversed__(self):
        return iter(self[::-1])

    # ------------------------------------------------------------------------------------ texts

    cdef str _text(self, Py_ssize_t index):
        cdef char small[SMALL_TEXT]
        cdef char *text = small
        cdef int64_t room = text_room(self.snapshot, &self._plays[index])
        if room > SMALL_TEXT:
            text = <char *> malloc(room)
            if text == NULL:
                raise MemoryError
        try:
            return text[:write_text(self.snapshot, &self._plays[index], text)].decode("ascii")
        finally:
            if text != small:
                free(text)

    def text(self, Py_ssize_t index):
        """The move text of one play, as `summy.move.format_move` writes it."""
        return self._text(self._index(index))

    @property
    def texts(self):
        """The move texts of all plays, as a list in the order of the plays."""
        cdef Py_ssize_t index
        return [self._text(index) for index in range(self._count)]

    def ranked(self, count=None):
        """Indices of the plays, best score first, ties by code points of the text; only the first `count`
        of them.
        """
        cdef Py_ssize_t index
        cdef Py_ssize_t wanted = self._count if count is None else max(0, min(count, self._count))
        cdef Ranked *ranked = rank_plays(self.snapshot, self._plays, self._count)
        try:
            return [ranked[index].index for index in range(wanted)]
        finally:
            free(ranked)

    def chosen(self, indices):
        """The plays with these indices, in this order, as packed plays again."""
        cdef Plays made = plays_from(self.snapshot, NULL, 0)
        cdef Py_ssize_t position, count = len(indices)
        if count:
            made._plays = <PackedPlay *> malloc(count * sizeof(PackedPlay))
            if made._plays == NULL:
                raise MemoryError
        for position in range(count):
            made._plays[position] = self._plays[self._index(indices[position])]
        made._count = count
        return made


Sequence.register(Plays)
