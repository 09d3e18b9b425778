# cython: language_level=3
"""A position inside the kernel: table and hand in C arrays, plays made and taken back in place.

Turning a `summy.position.Position` into one of these costs more than a search, so self-play and perft make
one and go on with it.
"""

from cpython.ref cimport Py_REFCNT
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from summy.engine.kernel.table cimport (
    table_close, table_get, table_holds, table_open, table_put, table_remove,
)
from summy.engine.kernel.plays cimport Plays


cdef class LineRules:
    """What the kernel needs to know of a ruleset.

    Arguments:
        width, height: of a bounded table; 0 when it has no edge.
        limit: largest size of a coordinate on a table without an edge.
        points: points of each of the fifteen symbols.
        operator_required, integer_steps, max_digits: the ruleset's grammar (`max_digits` 0: no limit).
        full_hand, full_hand_bonus: so many tiles laid in one turn earn so many points more.
        reserves_ends: whether a play closes the squares before and after its line.
    """

    def __init__(self, int width, int height, int limit, points, *, bint operator_required,
                 bint integer_steps, int max_digits,
                 int full_hand, int full_hand_bonus, bint reserves_ends):
        cdef int symbol
        if len(points) != SYMBOLS:
            raise ValueError("points of fifteen symbols are needed")
        for symbol in range(SYMBOLS):
            self.points[symbol] = points[symbol]
        self.width = width
        self.height = height
        self.limit = limit
        self.grammar.operator_required = operator_required
        self.grammar.integer_steps = integer_steps
        self.grammar.max_digits = max_digits
        self.grammar.full_hand = full_hand
        self.grammar.full_hand_bonus = full_hand_bonus
        self.reserves_ends = reserves_ends


cdef class LinePosition:
    """A table and the hand of the side to move.

    Arguments:
        rules: what the ruleset says.
        searcher: what searches; one of its own when none is given. Positions of one thread may share one.
    """

    def __cinit__(self, LineRules rules, Searcher searcher=None):
        table_open(&self.table, rules.width, rules.height, rules.limit)
        self.rules = rules
        self.searcher = Searcher() if searcher is None else searcher

    def __dealloc__(self):
        table_close(&self.table)
        free(self.laid)
        free(self.marks)

    # ------------------------------------------------------------------------------------ setting up

    def put(self, int32_t x, int32_t y, int symbol):
        """Lay a tile on an empty square of the table."""
        if not 0 <= symbol < SYMBOLS:
            raise ValueError("not a symbol")
        self._free_square(x, y)
        table_put(&self.table, x, y, symbol)
        self.snapshot_fresh = False

    def reserve(self, int32_t x, int32_t y):
        """Close an empty square for ever."""
        self._free_square(x, y)
        table_put(&self.table, x, y, RESERVED)
        self.snapshot_fresh = False

    def lay(self, dict symbols, tokens, reserved):
        """Lay a whole table at once.

        `tokens` maps squares to tiles with a `face`, `symbols` faces to symbols. Of the `reserved` squares
        those that hold a tile or lie off the board are left out: closing them changes nothing.
        """
        cdef int32_t x, y
        cdef int symbol
        for square, token in tokens.items():
            x, y = square
            symbol = symbols[token.face]
            if not 0 <= symbol < SYMBOLS:
                raise ValueError("not a symbol")
            self._free_square(x, y)
            table_put(&self.table, x, y, symbol)
        for square in reserved:
            x, y = square
            self._close_square(x, y)
        self.snapshot_fresh = False

    cdef int _close_square(self, int32_t x, int32_t y) except -1:
        if table_holds(&self.table, x, y) and table_get(&self.table, x, y) == GAP:
            table_put(&self.table, x, y, RESERVED)
        return 0

    cdef int _free_square(self, int32_t x, int32_t y) except -1:
        if not table_holds(&self.table, x, y):
            raise ValueError("the square is off the board")
        if table_get(&self.table, x, y) != GAP:
            raise ValueError("the square is not empty")
        return 0

    def get(self, int32_t x, int32_t y):
        """The symbol on a square, 16 for a reserved square, None for an empty one."""
        cdef int symbol = table_get(&self.table, x, y)
        return None if symbol == GAP else symbol

    cdef void _hand_add(self, int symbol, int count) noexcept nogil:
        self._hand.counts[symbol] += count
        self._hand.size += count
        if symbol < PLUS:
            self._hand.digits += count
        elif symbol == EQUALS:
            self._hand.equals += count
        else:
            self._hand.operators += count

    @property
    def hand(self):
        """The symbols in the hand, lowest first."""
        return tuple([symbol for symbol in range(SYMBOLS) for _ in range(self._hand.counts[symbol])])

    @hand.setter
    def hand(self, symbols):
        counts = [0] * SYMBOLS
        for symbol in symbols:
            if not 0 <= symbol < SYMBOLS:
                raise ValueError("not a symbol")
            counts[symbol] += 1
        if sum(counts) > MAX_HAND:
            raise ValueError("a hand holds at most 12 tiles")
        memset(&self._hand, 0, sizeof(Hand))
        for symbol in range(SYMBOLS):
            self._hand_add(symbol, counts[symbol])

    def draw(self, int symbol):
        """Add one tile to the hand."""
        if not 0 <= symbol < SYMBOLS:
            raise ValueError("not a symbol")
        if self._hand.size == MAX_HAND:
            raise ValueError("a hand holds at most 12 tiles")
        self._hand_add(symbol, 1)

    # ------------------------------------------------------------------------------------ search

    cdef Snapshot _classes(self):
        """The classes of the table, kept until it changes."""
        if self.snapshot_fresh:
            return self.snapshot
        cdef Snapshot snapshot = self.snapshot
        # Plays that somebody keeps name places of their snapshot; one that nobody else holds can be made
        # anew.
        if snapshot is None or Py_REFCNT(snapshot) > 2:
            snapshot = Snapshot.__new__(Snapshot)
            memcpy(snapshot.points, self.rules.points, sizeof(self.rules.points))
            snapshot.bounded = self.rules.width != 0
            self.snapshot = snapshot
        with nogil:
            snapshot.rebuild(&self.table)
        self.snapshot_fresh = True
        return snapshot

    def generate(self, best=None):
        """All legal plays; with `best` only so many of the highest scores, in order (ties by text)."""
        if best is None:
            return self.searcher.all_plays(self._classes(), &self._hand, &self.rules.grammar)
        return self.searcher.best_plays(self._classes(), &self._hand, &self.rules.grammar, best)

    def any_play(self):
        """Whether there is a legal play; stops at the first."""
        return self.searcher.any_play(self._classes(), &self._hand, &self.rules.grammar)

    # ------------------------------------------------------------------------------------ plays

    cdef int _note(self, int32_t x, int32_t y, int symbol) except -1 nogil:
        cdef int32_t capacity
        cdef Laid *bigger
        if self.laid_count == self.laid_capacity:
            capacity = 2 * self.laid_capacity if self.laid_capacity else 64
            bigger = <Laid *> realloc(self.laid, capacity * sizeof(Laid))
            if bigger == NULL:
                raise MemoryError
            self.laid = bigger
            self.laid_capacity = capacity
        table_put(&self.table, x, y, symbol)
        self.laid[self.laid_count].x = x
        self.laid[self.laid_count].y = y
        self.laid[self.laid_count].symbol = symbol
        self.laid_count += 1
        return 0

    cdef int _close(self, int32_t x, int32_t y) except -1 nogil:
        """Reserve a square at the end of a finished line, where the board has one."""
        if table_holds(&self.table, x, y) and table_get(&self.table, x, y) == GAP:
            self._note(x, y, RESERVED)
        return 0

    cdef int _begin_play(self) except -1 nogil:
        """Note where a play begins among the squares laid."""
        cdef int32_t capacity
        cdef int32_t *bigger
        if self.mark_count == self.mark_capacity:
            capacity = 2 * self.mark_capacity if self.mark_capacity else 32
            bigger = <int32_t *> realloc(self.marks, capacity * sizeof(int32_t))
            if bigger == NULL:
                raise MemoryError
            self.marks = bigger
            self.mark_capacity = capacity
        self.marks[self.mark_count] = self.laid_count
        self.mark_count += 1
        self.snapshot_fresh = False
        return 0

    cdef int _make(self, Snapshot snapshot, const PackedPlay *play) except -1 nogil:
        cdef Place *place = &snapshot.places[play.place]
        cdef Core *core = &snapshot.cores[place.core]
        cdef const int8_t *cells = snapshot.cells + core.first_cell
        cdef int laid = (play.tiles >> 48) & 15
        cdef int before = (play.tiles >> 52) & 15
        cdef int behind = laid - before - core.gaps
        cdef int across = 0 if place.down else 1
        cdef int tile = 0, symbol
        cdef int32_t at
        self._begin_play()
        for at in range(-before, core.length + behind):
            if 0 <= at < core.length and cells[at] != GAP:
                continue
            symbol = (play.tiles >> (4 * tile)) & 15
            tile += 1
            self._hand_add(symbol, -1)
            self._note(place.x + at * across, place.y + at * (1 - across), symbol)
        if not self.rules.reserves_ends:
            return 0
        self._close(place.x - (before + 1) * across, place.y - (before + 1) * (1 - across))
        at = core.length + behind
        self._close(place.x + at * across, place.y + at * (1 - across))
        return 0

    cdef int _make_at(self, int32_t x, int32_t y, bint down, uint64_t tiles, int count) except -1 nogil:
        """Make a play that is known by the square of its first laid tile, whatever search found it."""
        cdef int across = 0 if down else 1
        cdef int32_t before_x = x - across, before_y = y - (1 - across)
        cdef int symbol
        self._begin_play()
        while table_get(&self.table, before_x, before_y) < SYMBOLS:
            before_x -= across
            before_y -= 1 - across
        while True:
            if table_get(&self.table, x, y) >= SYMBOLS:
                if count == 0:
                    break
                count -= 1
                symbol = tiles & 15
                tiles >>= 4
                self._hand_add(symbol, -1)
                self._note(x, y, symbol)
            x += across
            y += 1 - across
        if self.rules.reserves_ends:
            self._close(before_x, before_y)
            self._close(x, y)
        return 0

    def make(self, Plays plays, Py_ssize_t index):
        """Make one of the plays that `generate` found in this very position; returns its score."""
        if not self.snapshot_fresh or plays.snapshot is not self.snapshot:
            raise ValueError("the plays belong to another position")
        index = plays._index(index)
        self._make(plays.snapshot, &plays._plays[index])
        return plays._plays[index].score

    def forget(self):
        """Find the classes of the table anew at the next search, as after a play; for measuring."""
        self.snapshot_fresh = False

    def unmake(self):
        """Take back the last play: its tiles return to the hand, its closed squares are free again."""
        if self.mark_count == 0:
            raise ValueError("nothing has been played")
        self._unmake()

    cdef void _unmake(self) noexcept nogil:
        cdef Laid *laid
        self.mark_count -= 1
        while self.laid_count > self.marks[self.mark_count]:
            self.laid_count -= 1
            laid = &self.laid[self.laid_count]
            table_remove(&self.table, laid.x, laid.y)
            if laid.symbol < SYMBOLS:
                self._hand_add(laid.symbol, 1)
        self.snapshot_fresh = False
