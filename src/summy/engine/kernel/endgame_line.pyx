# cython: language_level=3
"""The end game on a table of line placement."""

from libc.string cimport memcpy

from summy.engine.kernel.endgame_table cimport EndMove, EndTable, MoveStack, stack_next
from summy.engine.kernel.position cimport Laid, LinePosition
from summy.engine.kernel.shapes cimport *
from summy.engine.kernel.splitmix cimport mixed
from summy.engine.kernel.table cimport LaneSet, table_get

from summy.engine.kernel.plays import NAMES


# What a search is to find.
cdef enum:
    ALL = 0
    BEST = 1
    ANY = 2


cdef class LineEnd(EndTable):
    """Two hands at a `LinePosition`, whose own hand is not looked at.

    Arguments:
        position: the table; it is played on and restored.
        hands: the symbols of both hands.
    """

    def __init__(self, LinePosition position, hands):
        cdef int side
        cdef const int32_t *points = position.rules.points
        self.position = position
        self.grammar = position.rules.grammar
        self.snapshot = Snapshot.__new__(Snapshot)
        memcpy(self.snapshot.points, points, sizeof(position.rules.points))
        self.snapshot.bounded = position.rules.width != 0
        for side in range(2):
            position.hand = hands[side]
            self.hands[side] = position._hand
            self.count_hand(side, self.hands[side].counts, points, SYMBOLS)
        self.note_table()

    cdef void note_table(self) noexcept nogil:
        """Take all that lies on the table into the signature."""
        cdef LaneSet *rows = &self.position.table.sets[0]
        cdef int32_t row, index
        for row in range(rows.count):
            for index in range(rows.lanes[row].count):
                self.note_square(rows.lanes[row].events[index].at, rows.lanes[row].coordinate,
                                 rows.lanes[row].events[index].symbol)

    cdef int prepare(self) except -1:
        """Take the map of equations that searches use now; before each search."""
        self.map = self.position.searcher.map_for(&self.position.rules.grammar)
        return 0

    cdef int find(self, int side, int wanted) except -1 nogil:
        """Put the plays of a side into the buffer of the searcher: all, or at least one of the best score (`BEST`), or at
        least one (`ANY`) if there is one."""
        cdef Cut cut
        cdef int32_t heap[1]
        self.snapshot.rebuild(&self.position.table)
        cut.score = NOTHING_YET
        cut.wanted = 1 if wanted == BEST else 0
        cut.found = 0
        cut.heap = heap
        self.position.searcher.search_in(
            self.map, self.snapshot, &self.hands[side], &self.grammar, NULL if wanted == ALL else &cut
        )
        return 0

    cdef int any_play(self, int side) except -1 nogil:
        if self.hands[side].size == 0:
            return 0
        self.find(side, ANY)
        return self.position.searcher.buffer.count > 0

    cdef int list_plays(self, int side, MoveStack *into) except -1 nogil:
        cdef int64_t index
        if self.hands[side].size == 0:
            return 0
        self.find(side, ALL)
        for index in range(self.position.searcher.buffer.count):
            self.tell(&self.position.searcher.buffer.plays[index], stack_next(into))
        return 0

    cdef int list_first(self, int side, MoveStack *into) except -1 nogil:
        cdef int64_t index
        cdef PackedPlay *play
        cdef EndMove *first
        cdef EndMove move
        if self.hands[side].size == 0:
            return 0
        self.find(side, BEST)
        if self.position.searcher.buffer.count == 0:
            return 0
        first = stack_next(into)
        self.tell(&self.position.searcher.buffer.plays[0], first)
        for index in range(1, self.position.searcher.buffer.count):
            play = &self.position.searcher.buffer.plays[index]
            if play.score >= first.score:
                self.tell(play, &move)
                if move.score > first.score or move.mark < first.mark:
                    first[0] = move
        return 0

    cdef void tell(self, const PackedPlay *play, EndMove *move) noexcept nogil:
        """Put a play of the last search in the form of the end game."""
        cdef const Place *place = &self.snapshot.places[play.place]
        cdef const Core *core = &self.snapshot.cores[place.core]
        cdef const int8_t *cells = self.snapshot.cells + core.first_cell
        cdef int32_t at = -(<int32_t> (play.tiles >> 52) & 15)
        cdef int tile
        while 0 <= at < core.length and cells[at] != GAP:
            at += 1
        move.count = <int8_t> ((play.tiles >> 48) & 15)
        move.tiles = play.tiles & (((<uint64_t> 1) << (4 * move.count)) - 1)
        move.kinds = 0
        move.score = play.score
        move.down = place.down
        move.x = place.x + (0 if place.down else at)
        move.y = place.y + (at if place.down else 0)
        move.worth = 0
        for tile in range(move.count):
            move.worth += self.snapshot.points[move.tiles >> (4 * tile) & 15]
        move.mark = <uint32_t> mixed(
            mixed(<uint64_t> <uint32_t> move.x << 32 | <uint32_t> move.y) ^ (move.tiles << 1 | <uint64_t> move.down)
        )

    cdef int make(self, int side, const EndMove *move) except -1 nogil:
        cdef int32_t first = self.position.laid_count, index
        cdef Laid *laid
        self.position._hand = self.hands[side]
        self.position._make_at(move.x, move.y, move.down, move.tiles, move.count)
        for index in range(first, self.position.laid_count):
            laid = &self.position.laid[index]
            self.note_square(laid.x, laid.y, laid.symbol)
            if laid.symbol < SYMBOLS:
                self.worth[side] -= self.snapshot.points[laid.symbol]
        self.take_hand(side)
        return 0

    cdef int unmake(self, int side) except -1 nogil:
        cdef int32_t index
        cdef Laid *laid
        for index in range(self.position.marks[self.position.mark_count - 1], self.position.laid_count):
            laid = &self.position.laid[index]
            self.note_square(laid.x, laid.y, laid.symbol)
            if laid.symbol < SYMBOLS:
                self.worth[side] += self.snapshot.points[laid.symbol]
        self.position._hand = self.hands[side]
        self.position._unmake()
        self.take_hand(side)
        return 0

    cdef void take_hand(self, int side) noexcept nogil:
        """The side's hand is that of the position now."""
        cdef int symbol
        for symbol in range(SYMBOLS):
            if self.hands[side].counts[symbol] != self.position._hand.counts[symbol]:
                self.note_hand(side, symbol, self.hands[side].counts[symbol])
                self.note_hand(side, symbol, self.position._hand.counts[symbol])
        self.hands[side] = self.position._hand
        self.sizes[side] = self.hands[side].size

    cdef object described(self, const EndMove *move):
        cdef int32_t x = move.x, y = move.y
        cdef int tile, symbol
        found = []
        for tile in range(move.count):
            while table_get(&self.position.table, x, y) < SYMBOLS:
                x += 1 - move.down
                y += move.down
            symbol = <int> (move.tiles >> (4 * tile) & 15)
            found.append((x, y, NAMES[symbol], NAMES[symbol]))
            x += 1 - move.down
            y += move.down
        return bool(move.down), tuple(found), True
