# cython: language_level=3
"""A position of a crossword game inside the kernel: table and hand in C arrays."""

from cpython.tuple cimport PyTuple_GET_ITEM
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memset

from summy.engine.kernel.crossword_best cimport best_search, jobs_close
from summy.engine.kernel.crossword_cores cimport cores_close, cores_find, cores_open
from summy.engine.kernel.crossword_frames cimport Context, context_open, frames_close, frames_start
from summy.engine.kernel.crossword_mapped cimport mapped_search
from summy.engine.kernel.crossword_plays cimport plays_from
from summy.engine.kernel.crossword_sink cimport BEST, FIRST, KEEP, WITHIN, sink_close, sink_open, sink_sort, sink_start
from summy.engine.kernel.crossword_straight cimport straight_search
from summy.engine.kernel.crossword_solving cimport WIDEST, Structures
from summy.engine.kernel.crossword_structures cimport structure_search, structures_open
from summy.engine.kernel.crossword_table cimport (
    cross_refresh, run_ends, table_clear, table_close, table_copy, table_open, table_put, table_refresh, table_remove, table_reserve,
)

from summy.engine.kernel.crossword_plays import KINDS_BY_NAME


cdef class CrosswordPosition:
    """A table and the hand of the side to move.

    Attributes:
        limit: most plays that a result holds in memory (24 bytes each); the rest is counted and found again on demand.
        nodes: steps taken by all searches so far, for tests by counted work.
    """

    def __cinit__(self, CrosswordRules rules):
        self.rules = rules
        table_open(&self.table, &rules.rules)
        sink_open(&self.sink, &self.table)
        cores_open(&self.cores)
        self.limit = 4_000_000

    def __dealloc__(self):
        table_close(&self.table)
        sink_close(&self.sink)
        cores_close(&self.cores)
        frames_close(&self.frames)
        jobs_close(&self.jobs)
        free(self.saved)
        free(self.marks)

    # ------------------------------------------------------------------------------------ setting up

    def clear(self):
        """Take all tiles off the table and out of the hand."""
        table_clear(&self.table)
        memset(&self._hand, 0, sizeof(Hand))
        self._changed()

    def put(self, int x, int y, int face, int kind):
        """Lay a tile on an empty square of the table."""
        if not (0 <= face < FACES and 0 <= kind < KINDS):
            raise ValueError("not a tile")
        table_put(&self.table, self._empty_square(x, y), face, kind)
        self._changed()

    def lay(self, tokens):
        """Lay all tiles of a board: a mapping of squares to (name, face)."""
        cdef dict kinds = KINDS_BY_NAME
        cdef int square
        for place, token in tokens.items():
            # Squares and tokens are named tuples: their fields are read as a tuple's, which is much quicker.
            if not (isinstance(place, tuple) and isinstance(token, tuple) and len(place) == 2 and len(token) == 2):
                raise TypeError("a board maps squares to tokens")
            square = self._empty_square(<object> PyTuple_GET_ITEM(place, 0), <object> PyTuple_GET_ITEM(place, 1))
            table_put(&self.table, square, kinds[<object> PyTuple_GET_ITEM(token, 1)], kinds[<object> PyTuple_GET_ITEM(token, 0)])
        self._changed()

    def reserve(self, int x, int y):
        """Close an empty square for ever."""
        table_reserve(&self.table, self._empty_square(x, y), True)
        self._changed()

    cdef int _changed(self) noexcept:
        """The table was set up anew: plays can no longer be taken back."""
        self.fresh = False
        self.saved_count = 0
        self.mark_count = 0
        return 0

    cdef int _empty_square(self, int x, int y) except -1:
        cdef int square = y * self.table.rules.width + x
        if not (0 <= x < self.table.rules.width and 0 <= y < self.table.rules.height):
            raise ValueError("the square is off the board")
        if self.table.faces[square] != EMPTY or self.table.reserved[square]:
            raise ValueError("the square is not empty")
        return square

    def get(self, int x, int y):
        """Face and kind of the tile on a square, None for an empty one."""
        cdef int square = y * self.table.rules.width + x
        face = self.table.faces[square]
        return None if face == EMPTY else (face, self.table.kinds[square])

    @property
    def hand(self):
        """The kinds of tiles in the hand, lowest first."""
        return tuple([kind for kind in range(KINDS) for _ in range(self._hand.counts[kind])])

    @hand.setter
    def hand(self, kinds):
        cdef int kind
        if len(kinds) > MOST_TILES:
            raise ValueError("a hand holds at most 12 tiles")
        memset(&self._hand, 0, sizeof(Hand))
        for kind in kinds:
            if not 0 <= kind < KINDS:
                raise ValueError("not a tile")
            self._hand.counts[kind] += 1
            self._hand.size += 1

    def draw(self, int kind):
        """Add one tile to the hand."""
        if not 0 <= kind < KINDS:
            raise ValueError("not a tile")
        if self._hand.size == MOST_TILES:
            raise ValueError("a hand holds at most 12 tiles")
        self._hand.counts[kind] += 1
        self._hand.size += 1

    def copy(self):
        """The same position again, without the plays that could be taken back."""
        cdef CrosswordPosition made = CrosswordPosition.__new__(CrosswordPosition, self.rules)
        self._refresh()
        table_close(&made.table)
        table_copy(&made.table, &self.table)
        made._hand = self._hand
        made.fresh = True
        made.limit = self.limit
        made.map = self._map
        made.straight = self.straight
        return made

    cdef void _refresh(self) noexcept nogil:
        if not self.fresh:
            table_refresh(&self.table)
            self.fresh = True

    # ------------------------------------------------------------------------------------ search

    cdef int _search(self) except -1 nogil:
        """Send all plays to the sink."""
        self._refresh()
        if self.straight:
            straight_search(&self.table, &self._hand, 0, &self.sink, &self.nodes)
        else:
            self._search_classes()
        if self.sink.failed or self.cores.failed or self.frames.failed or self.jobs.failed or self.jobs.found.failed:
            raise MemoryError
        return 0

    cdef void _search_classes(self) noexcept nogil:
        cdef Context context
        cdef Structures structures
        cores_find(&self.cores, &self.table, &self._hand)
        if self.cores.failed or not frames_start(&self.frames, self.cores.place_count):
            return
        context_open(&context, &self.table, &self._hand, &self.cores, &self.frames, &self.sink)
        if self.sink.mode == BEST or self.sink.mode == WITHIN:
            best_search(&context, &self.view, &self.jobs)
        else:
            if self.view.size:
                mapped_search(&self.view, &context)
            if not self.sink.stop:
                structures_open(&structures, &context)
                structure_search(&structures, self.view.size + 1)
        if not self.sink.stop and max(context.rules.width, context.rules.height) > WIDEST:
            straight_search(&self.table, &self._hand, WIDEST + 1, &self.sink, &context.nodes)
        self.nodes += context.nodes

    @property
    def map(self):
        """The map of equations that searches use, None for none. It must have been built for the same grammar."""
        return self._map

    @map.setter
    def map(self, EquationMap map):
        self._map = map
        self.view.size = 0
        if map is not None:
            self.view.nodes = map.nodes
            self.view.groups = map.groups
            self.view.texts = map.texts
            self.view.size = map.size

    def generate(self, best=None):
        """All legal plays; with `best`, only so many of the highest scores, in order (ties by text)."""
        cdef CrosswordPlays made
        if best is not None:
            sink_start(&self.sink, BEST, 0, max(best, 0))
            with nogil:
                self._search()
            sink_sort(&self.sink)
            return plays_from(self.rules, self.table.faces, self.sink.plays, self.sink.count)
        made = self.window(0, None)
        if made._kept < made._count:
            made.source = self.copy()
        return made

    def window(self, int64_t first, room=None, lowest=None, highest=None):
        """The plays from the `first` on, at most `room` of them, of those with a score in some range.

        The result counts all plays in the range but holds only the window.
        """
        cdef CrosswordPlays made
        sink_start(&self.sink, KEEP, first, self.limit if room is None else room)
        if lowest is not None:
            self.sink.lowest = lowest
        if highest is not None:
            self.sink.highest = highest
        with nogil:
            self._search()
        made = plays_from(self.rules, self.table.faces, self.sink.plays, self.sink.count)
        made._first = first
        made._count = self.sink.found
        made._sum_scores = self.sink.sum_scores
        made._tiles_used = self.sink.tiles_used
        return made

    def bands(self):
        """Ranges of scores, highest first, none with more plays than `limit` (unless they all score the same).

        Yields (lowest, highest, plays).
        """
        best = self.generate(1)
        ranges = [(0, best.score(0))] if len(best) else []
        while ranges:
            lowest, highest = ranges.pop()
            count = len(self.window(0, 0, lowest, highest))
            if count > self.limit and lowest < highest:
                middle = (lowest + highest) // 2
                ranges += [(lowest, middle), (middle + 1, highest)]
            elif count:
                yield lowest, highest, count

    def any_play(self):
        """Whether there is a legal play; stops at the first."""
        sink_start(&self.sink, FIRST, 0, 0)
        with nogil:
            self._search()
        return self.sink.found > 0

    # ------------------------------------------------------------------------------------ plays

    cdef int _save(self, int square, int kind) except -1 nogil:
        """Note a square before it changes."""
        cdef int32_t capacity
        cdef Saved *bigger
        cdef Saved *saved
        if self.saved_count == self.saved_capacity:
            capacity = 2 * self.saved_capacity if self.saved_capacity else 128
            bigger = <Saved *> realloc(self.saved, capacity * sizeof(Saved))
            if bigger == NULL:
                raise MemoryError
            self.saved = bigger
            self.saved_capacity = capacity
        saved = &self.saved[self.saved_count]
        self.saved_count += 1
        saved.square = square
        saved.kind = kind
        saved.reserved = self.table.reserved[square]
        saved.cross[0] = self.table.cross[0][square]
        saved.cross[1] = self.table.cross[1][square]
        return 0

    cdef int _mark(self) except -1 nogil:
        """Note where a play begins among the saved squares."""
        cdef int32_t capacity
        cdef int32_t *bigger
        if self.mark_count == self.mark_capacity:
            capacity = 2 * self.mark_capacity if self.mark_capacity else 32
            bigger = <int32_t *> realloc(self.marks, capacity * sizeof(int32_t))
            if bigger == NULL:
                raise MemoryError
            self.marks = bigger
            self.mark_capacity = capacity
        self.marks[self.mark_count] = self.saved_count
        self.mark_count += 1
        return 0

    cdef int _finish_run(self, int direction, int square) except -1 nogil:
        """A run has grown: bring the squares at its ends up to date, and close them where the rules say so."""
        cdef int ends[2]
        cdef int index, end
        cdef bint closes = run_ends(&self.table, direction, square, ends) and self.rules.rules.reserves_ends
        for index in range(2):
            end = ends[index]
            if end < 0:
                continue
            self._save(end, EMPTY)
            if closes:
                table_reserve(&self.table, end, True)
                cross_refresh(&self.table, direction, end)
            cross_refresh(&self.table, 1 - direction, end)
        return 0

    cdef int _make(self, const PackedPlay *play) except -1 nogil:
        cdef int step = self.rules.rules.width if play.direction else 1
        cdef int square = play.square
        cdef int laid, face, kind
        cdef int squares[12]
        self._mark()
        for laid in range(play.count):
            while self.table.faces[square] != EMPTY:
                square += step
            squares[laid] = square
            face = play.faces >> (5 * laid) & 31
            kind = kind_laid(play, laid)
            self._save(square, kind)
            table_put(&self.table, square, face, kind)
            self._hand.counts[kind] -= 1
            self._hand.size -= 1
        self._finish_run(play.direction, play.square)
        for laid in range(play.count):
            self._finish_run(1 - play.direction, squares[laid])
        return 0

    def make(self, CrosswordPlays plays, Py_ssize_t index):
        """Make one of the plays that `generate` found in this very position; returns its score."""
        cdef const PackedPlay *play = plays._play(index)
        cdef int64_t score = play.score
        if plays.owner is not self.rules or memcmp(plays.faces, self.table.faces, sizeof(plays.faces)):
            raise ValueError("the plays belong to another position")
        self._refresh()
        self._make(play)
        return score

    def unmake(self):
        """Take back the last play: its tiles return to the hand, its closed squares are free again."""
        if self.mark_count == 0:
            raise ValueError("nothing has been played")
        self._unmake()

    cdef void _unmake(self) noexcept nogil:
        cdef int32_t index, mark
        cdef Saved *saved
        self.mark_count -= 1
        mark = self.marks[self.mark_count]
        for index in range(self.saved_count - 1, mark - 1, -1):
            saved = &self.saved[index]
            if saved.kind != EMPTY:
                table_remove(&self.table, saved.square)
                self._hand.counts[saved.kind] += 1
                self._hand.size += 1
            self.table.reserved[saved.square] = saved.reserved
            self.table.cross[0][saved.square] = saved.cross[0]
            self.table.cross[1][saved.square] = saved.cross[1]
        if self.table.results != NULL:
            for index in range(mark, self.saved_count):
                cross_refresh(&self.table, 0, self.saved[index].square)
                cross_refresh(&self.table, 1, self.saved[index].square)
        self.saved_count = mark
