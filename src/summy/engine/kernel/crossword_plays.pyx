# cython: language_level=3
"""The result of a search in crossword placement: packed plays, made into Python objects only when somebody looks.

A position can have millions of plays. Beyond a limit the rest is counted but not kept; whoever looks at one of them
makes the position find that stretch again.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset, strcmp

from collections.abc import Sequence

from summy.engine.kernel.crossword_sink cimport play_text
from summy.engine.kernel.rows cimport NO_TILE, PlayRow
from summy.tiles import ORDER

KINDS_BY_NAME = {name: kind for kind, name in enumerate(ORDER)}
"""The kernel's number for each tile name; those of faces come first."""

cdef char *FORMAT = b"q"


cdef class CrosswordRules:
    """What the kernel needs of a ruleset. Arguments as the fields of `summy.rulesets.Ruleset`."""

    def __cinit__(self, int width, int height, tuple centre, *, points, blank_faces, premiums, bint several_equals,
                  bint operator_required, bint right_side_number, bint sign, bint integer_steps, int max_digits,
                  bint result, int full_hand, int full_hand_bonus, bint reserves_ends):
        cdef Rules *rules = &self.rules
        if not (1 <= width <= LONGEST and 1 <= height <= LONGEST):
            raise ValueError("a board has at most 26 squares a side")
        memset(rules, 0, sizeof(Rules))
        rules.width = width
        rules.height = height
        rules.centre = centre[1] * width + centre[0]
        for kind in range(KINDS):
            rules.points[kind] = points[kind]
        for face in blank_faces:
            rules.blank_faces |= <uint32_t> 1 << <int> face
        memset(rules.tile_factor, 1, sizeof(rules.tile_factor))
        memset(rules.equation_factor, 1, sizeof(rules.equation_factor))
        for square, premium in premiums.items():
            if premium.endswith("P"):
                rules.tile_factor[<int> (square[1] * width + square[0])] = int(premium[0])
            else:
                rules.equation_factor[<int> (square[1] * width + square[0])] = int(premium[0])
        rules.several_equals = several_equals
        rules.operator_required = operator_required
        rules.right_side_number = right_side_number
        rules.sign = sign
        rules.integer_steps = integer_steps
        rules.max_digits = max_digits
        rules.result = result
        rules.full_hand = full_hand
        rules.full_hand_bonus = full_hand_bonus
        rules.reserves_ends = reserves_ends


cdef CrosswordPlays plays_from(CrosswordRules owner, const int8_t *faces, const PackedPlay *plays, int64_t count):
    """Copy packed plays; `faces` is the table before them."""
    cdef CrosswordPlays made = CrosswordPlays.__new__(CrosswordPlays)
    cdef int64_t index
    made.owner = owner
    memcpy(made.faces, faces, sizeof(made.faces))
    made._keep(plays, count)
    made._count = count
    for index in range(count):
        made._sum_scores += plays[index].score
        made._tiles_used += plays[index].count
    return made


# For sorting: a play's score and text.
ctypedef struct Entry:
    int64_t score
    const char *text
    uint32_t index


cdef int _compare(const void *one, const void *other) noexcept nogil:
    cdef const Entry *first = <const Entry *> one
    cdef const Entry *second = <const Entry *> other
    if first.score != second.score:
        return -1 if first.score > second.score else 1
    return strcmp(first.text, second.text)


cdef class CrosswordPlays:
    """Legal plays of one position, each once, as a sequence of `summy.move.Play`."""

    def __dealloc__(self):
        free(self._plays)

    def __len__(self):
        return self._count

    cdef int _keep(self, const PackedPlay *plays, int64_t count) except -1:
        """Hold a copy of these plays instead of those held before."""
        cdef PackedPlay *kept = NULL
        if count:
            kept = <PackedPlay *> malloc(count * sizeof(PackedPlay))
            if kept == NULL:
                raise MemoryError
            memcpy(kept, plays, count * sizeof(PackedPlay))
        free(self._plays)
        self._plays = kept
        self._kept = count
        return 0

    cdef const PackedPlay *_play(self, Py_ssize_t index) except NULL:
        cdef CrosswordPlays found
        if index < 0:
            index += self._count
        if index < 0 or index >= self._count:
            raise IndexError("no such play")
        if not self._first <= index < self._first + self._kept:
            found = self.source.window(index, self.source.limit)
            self._keep(found._plays, found._kept)
            self._first = index
        return &self._plays[index - self._first]

    @property
    def kept(self):
        """How many plays are held in memory; the others are found again when somebody looks at them."""
        return self._kept

    # ------------------------------------------------------------------------------------ numbers

    @property
    def scores(self):
        """The scores as a memoryview of 64-bit integers, without a copy; only where all plays are held."""
        return memoryview(self)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & PyBUF_WRITABLE == PyBUF_WRITABLE:
            raise BufferError("plays are read-only")
        if flags & PyBUF_STRIDES != PyBUF_STRIDES:
            raise BufferError("scores do not lie side by side")
        if self._kept != self._count:
            raise BufferError("not all plays are held in memory")
        self._shape[0] = self._count
        self._strides[0] = sizeof(PackedPlay)
        buffer.buf = &self._sum_scores
        if self._count:
            buffer.buf = &self._plays[0].score
        buffer.obj = self
        buffer.len = self._count * sizeof(int64_t)
        buffer.itemsize = sizeof(int64_t)
        buffer.readonly = 1
        buffer.format = NULL
        if flags & PyBUF_FORMAT == PyBUF_FORMAT:
            buffer.format = FORMAT
        buffer.ndim = 1
        buffer.shape = self._shape
        buffer.strides = self._strides
        buffer.suboffsets = NULL
        buffer.internal = NULL

    @property
    def sum_scores(self):
        """The scores of all plays together."""
        return self._sum_scores

    @property
    def tiles_used(self):
        """How many tiles all plays together take from the hand."""
        return self._tiles_used

    def score(self, Py_ssize_t index):
        """The score of one play."""
        return self._play(index).score

    def tile_count(self, Py_ssize_t index):
        """How many tiles one play takes from the hand."""
        return self._play(index).count

    def highest(self):
        """Index of a play with the best score (the first of those found); IndexError when there is none."""
        cdef Py_ssize_t index, best = 0
        cdef int64_t score = self._play(0).score
        for index in range(1, self._count):
            if self._play(index).score > score:
                best = index
                score = self._play(index).score
        return best

    # ------------------------------------------------------------------------------------ plays

    def tiles(self, Py_ssize_t index):
        """Laid tiles of one play in line order: `((x, y, kind, face), ...)`, numbers as in KINDS_BY_NAME."""
        cdef PlayRow row
        cdef int laid, x, y
        self._write_row(self._play(index), &row)
        found = []
        x, y = row.x, row.y
        for laid in range(row.count):
            while self.faces[y * self.owner.rules.width + x] != EMPTY:
                x, y = x + 1 - row.down, y + row.down
            found.append((x, y, row.names[laid], row.faces[laid]))
            x, y = x + 1 - row.down, y + row.down
        return tuple(found)

    def rows(self, Py_ssize_t first, Py_ssize_t count):
        """Plays from the `first` on, at most `count`, as bytes: one `PlayRow` (`rows.pxd`) each, for whole arrays.

        A lone tile goes across when it has a neighbour there, as in `summy.move.line_direction`.
        """
        cdef Py_ssize_t taken = max(0, min(count, self._count - first)) if first >= 0 else 0
        cdef bytes made = PyBytes_FromStringAndSize(NULL, taken * sizeof(PlayRow))
        cdef PlayRow *rows = <PlayRow *> PyBytes_AS_STRING(made)
        cdef Py_ssize_t index
        for index in range(taken):
            self._write_row(self._play(first + index), &rows[index])
        return made

    cdef int _write_row(self, const PackedPlay *play, PlayRow *row) noexcept:
        cdef int width = self.owner.rules.width
        cdef int square = play.square
        cdef int laid, face, step
        memset(row, NO_TILE, sizeof(PlayRow))
        row.x = square % width
        row.y = square // width
        row.count = play.count
        row.down = play.direction if play.count > 1 else not self._has_neighbour_across(row.x, row.y)
        step = width if row.down else 1
        for laid in range(play.count):
            while self.faces[square] != EMPTY:
                square += step
            row.last = square // width if row.down else square % width
            face = play.faces >> (5 * laid) & 31
            row.faces[laid] = face
            row.names[laid] = kind_laid(play, laid)
            square += step
        return 0

    cdef bint _has_neighbour_across(self, int x, int y) noexcept:
        cdef int width = self.owner.rules.width
        cdef int square = y * width + x
        return (x > 0 and self.faces[square - 1] != EMPTY) or (x + 1 < width and self.faces[square + 1] != EMPTY)

    def __getitem__(self, index):
        from summy.board import Square
        from summy.move import Placement, Play

        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(self._count))]
        return Play(tuple([
            Placement(Square(x, y), ORDER[kind], ORDER[face]) for x, y, kind, face in self.tiles(index)
        ]))

    def __iter__(self):
        cdef Py_ssize_t index
        for index in range(self._count):
            yield self[index]

    def __contains__(self, play):
        return any(found == play for found in self)

    def __reversed__(self):
        return iter(self[::-1])

    def chosen(self, indices):
        """The plays with these indices, in this order, as packed plays again."""
        cdef PackedPlay *plays
        cdef Py_ssize_t position, count = len(indices)
        plays = <PackedPlay *> malloc((count + 1) * sizeof(PackedPlay))
        if plays == NULL:
            raise MemoryError
        try:
            for position in range(count):
                plays[position] = self._play(indices[position])[0]
            return plays_from(self.owner, self.faces, plays, count)
        finally:
            free(plays)

    # ------------------------------------------------------------------------------------ texts and order

    cdef str _text(self, const PackedPlay *play):
        cdef char text[256]
        cdef int length = play_text(&self.owner.rules, self.faces, play, text)
        return text[:length].decode("ascii")

    def text(self, Py_ssize_t index):
        """The move text of one play, as `summy.move.format_move` writes it."""
        return self._text(self._play(index))

    @property
    def texts(self):
        """The move texts of all plays, as a list in the order of the plays."""
        cdef Py_ssize_t index
        return [self._text(self._play(index)) for index in range(self._count)]

    cdef int _ranking(self, uint32_t *order) except -1:
        """Indices of the plays held, best first, ties by code points of the text."""
        cdef int64_t index, at = 0
        cdef Entry *entries = <Entry *> malloc(self._kept * sizeof(Entry) + 1)
        # A text has at most 256 characters, most have about twenty: measured first, then written side by side.
        cdef char scratch[256]
        cdef char *texts
        for index in range(self._kept):
            at += play_text(&self.owner.rules, self.faces, &self._plays[index], scratch) + 1
        texts = <char *> malloc(at + 1)
        if entries == NULL or texts == NULL:
            free(entries)
            free(texts)
            raise MemoryError
        with nogil:
            at = 0
            for index in range(self._kept):
                entries[index].score = self._plays[index].score
                entries[index].text = texts + at
                entries[index].index = <uint32_t> index
                at += play_text(&self.owner.rules, self.faces, &self._plays[index], texts + at)
                texts[at] = 0
                at += 1
            qsort(entries, self._kept, sizeof(Entry), _compare)
            for index in range(self._kept):
                order[index] = entries[index].index
        free(entries)
        free(texts)
        return 0

    def ranked(self, count=None):
        """Indices of the plays, best score first, ties by code points of the text; only the first `count` of them.

        Errors: BufferError where not all plays are held in memory (see `in_order`).
        """
        cdef uint32_t *order
        cdef Py_ssize_t wanted = self._count if count is None else max(0, min(count, self._count))
        cdef Py_ssize_t index
        if self._kept != self._count:
            raise BufferError("not all plays are held in memory")
        order = <uint32_t *> malloc(self._kept * sizeof(uint32_t) + 1)
        if order == NULL:
            raise MemoryError
        try:
            self._ranking(order)
            return [order[index] for index in range(wanted)]
        finally:
            free(order)

    def in_order(self):
        """All plays best first, ties by code points of the text, in stretches that fit into memory."""
        if self._kept == self._count:
            yield self.chosen(self.ranked())
            return
        for lowest, highest, count in self.source.bands():
            part = self.source.window(0, count, lowest, highest)
            yield part.chosen(part.ranked())


Sequence.register(CrosswordPlays)
