# cython: language_level=3
"""The end game on a table of crossword placement."""

from summy.engine.kernel.crossword_position cimport CrosswordPosition, Saved
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sink cimport BEST, FIRST, KEEP, sink_sort, sink_start
from summy.engine.kernel.endgame_table cimport EndMove, EndTable, MoveStack, stack_next
from summy.engine.kernel.splitmix cimport mixed

from summy.tiles import ORDER

cdef enum:
    CLOSED = 4096         # what lies on a closed square, for the signature


cdef class CrosswordEnd(EndTable):
    """Two hands at a `CrosswordPosition`, whose own hand is not looked at.

    Arguments:
        position: the table; it is played on and restored.
        hands: the kinds of tiles of both hands.
    """

    def __init__(self, CrosswordPosition position, hands):
        cdef int side
        self.position = position
        position._refresh()
        for side in range(2):
            position.hand = hands[side]
            self.hands[side] = position._hand
            self.count_hand(side, self.hands[side].counts, position.rules.rules.points, KINDS)
        self.note_table()

    cdef void note_table(self) noexcept nogil:
        """Take all that lies on the table into the signature."""
        cdef int width = self.position.rules.rules.width
        cdef int square
        for square in range(width * self.position.rules.rules.height):
            if self.position.table.faces[square] != EMPTY:
                self.note_square(square % width, square // width,
                                 self.position.table.kinds[square] * FACES + self.position.table.faces[square])
            elif self.position.table.reserved[square]:
                self.note_square(square % width, square // width, CLOSED)

    cdef int prepare(self) except -1:
        """Nothing is left to do: the position holds its map of equations."""
        return 0

    cdef int any_play(self, int side) except -1 nogil:
        if self.hands[side].size == 0:
            return 0
        self.position._hand = self.hands[side]
        sink_start(&self.position.sink, FIRST, 0, 0)
        self.position._search()
        return self.position.sink.found > 0

    cdef bint wild(self, int side) noexcept nogil:
        return self.hands[side].counts[BLANK] > 0

    cdef int list_first(self, int side, MoveStack *into) except -1 nogil:
        return self.list_in_mode(side, BEST, 1, into)

    cdef int list_best(self, int side, int wanted, MoveStack *into) except -1 nogil:
        return self.list_in_mode(side, BEST, wanted, into)

    cdef int list_plays(self, int side, MoveStack *into) except -1 nogil:
        return self.list_in_mode(side, KEEP, self.position.limit, into)

    cdef int list_in_mode(self, int side, int mode, int64_t room, MoveStack *into) except -1 nogil:
        cdef int64_t index
        cdef PackedPlay *play
        cdef EndMove *move
        cdef int width = self.position.rules.rules.width
        cdef const int32_t *points = self.position.rules.rules.points
        cdef int tile, face
        if self.hands[side].size == 0:
            return 0
        self.position._hand = self.hands[side]
        sink_start(&self.position.sink, mode, 0, room)
        self.position._search()
        if mode == BEST:
            sink_sort(&self.position.sink)
        for index in range(self.position.sink.count):
            play = &self.position.sink.plays[index]
            move = stack_next(into)
            move.tiles = play.faces
            move.kinds = play.kinds
            move.score = play.score
            move.x = play.square % width
            move.y = play.square // width
            move.down = <int8_t> play.direction
            move.count = <int8_t> play.count
            move.worth = 0
            for tile in range(move.count):
                face = <int> (play.faces >> (5 * tile) & 31)
                move.worth += points[kind_of(face, play.kinds >> (2 * tile) & 3)]
            move.mark = <uint32_t> mixed(
                mixed(play.faces ^ <uint64_t> play.direction << 63) + (<uint64_t> play.kinds << 16 | play.square)
            )
        return self.position.sink.found > self.position.sink.count

    cdef int make(self, int side, const EndMove *move) except -1 nogil:
        cdef PackedPlay play
        play.faces = move.tiles
        play.kinds = move.kinds
        play.score = move.score
        play.square = <uint16_t> (move.y * self.position.rules.rules.width + move.x)
        play.direction = <uint8_t> move.down
        play.count = <uint8_t> move.count
        self.position._hand = self.hands[side]
        self.position._make(&play)
        self.note_squares()
        self.take_hand(side)
        return 0

    cdef int unmake(self, int side) except -1 nogil:
        self.note_squares()
        self.position._hand = self.hands[side]
        self.position._unmake()
        self.take_hand(side)
        return 0

    cdef void note_squares(self) noexcept nogil:
        """Take the squares that the last play changed into the signature, or out of it."""
        cdef int width = self.position.rules.rules.width
        cdef int32_t index
        cdef Saved *saved
        for index in range(self.position.marks[self.position.mark_count - 1], self.position.saved_count):
            saved = &self.position.saved[index]
            if saved.kind != EMPTY:
                self.note_square(saved.square % width, saved.square // width,
                                 saved.kind * FACES + self.position.table.faces[saved.square])
            elif self.position.table.reserved[saved.square] and not saved.reserved:
                self.note_square(saved.square % width, saved.square // width, CLOSED)

    cdef void take_hand(self, int side) noexcept nogil:
        """The side's hand is that of the position now."""
        cdef int kind, had, has
        for kind in range(KINDS):
            had = self.hands[side].counts[kind]
            has = self.position._hand.counts[kind]
            if had != has:
                self.note_hand(side, kind, had)
                self.note_hand(side, kind, has)
                self.worth[side] += (has - had) * self.position.rules.rules.points[kind]
        self.hands[side] = self.position._hand
        self.sizes[side] = self.hands[side].size

    cdef object described(self, const EndMove *move):
        cdef int width = self.position.rules.rules.width
        cdef int32_t x = move.x, y = move.y
        cdef int tile, face, kind
        found = []
        for tile in range(move.count):
            while self.position.table.faces[y * width + x] != EMPTY:
                x += 1 - move.down
                y += move.down
            face = <int> (move.tiles >> (5 * tile) & 31)
            kind = kind_of(face, move.kinds >> (2 * tile) & 3)
            found.append((x, y, ORDER[kind], ORDER[face]))
            x += 1 - move.down
            y += move.down
        return bool(move.down), tuple(found), False
