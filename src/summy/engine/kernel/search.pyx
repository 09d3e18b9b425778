# cython: language_level=3
"""Which search finds what: the equation map for ordinary lines, the structure search for longer ones and for
grammars that the map does not hold, Python's integers for lines beyond 128 bits."""

from libc.stdlib cimport calloc, free, malloc, qsort

from summy.engine.kernel.mapped cimport map_search, workspace_close, workspace_open
from summy.engine.kernel.play_texts cimport first_by_text
from summy.engine.kernel.plays cimport best_of, plays_from, plays_taking
from summy.engine.kernel.straight cimport straight_search
from summy.engine.kernel.solving cimport LONGEST_CORE
from summy.engine.kernel.structure cimport structure_begin, structure_search

from summy.engine.kernel.long_lines import LongSearch

# Which search a `Searcher` uses.
MAP = _MAP
STRUCTURE = _STRUCTURE
STRAIGHT = _STRAIGHT

cdef enum:
    _MAP = 0
    _STRUCTURE = 1
    _STRAIGHT = 2
    MOST_WANTED = 100000  # beyond so many best plays all are found and sorted


cdef int _higher(const void *first, const void *second) noexcept nogil:
    """Order of jobs: highest bound first."""
    cdef int32_t one = (<const Job *> first).bound, other = (<const Job *> second).bound
    return (one < other) - (one > other)


# The equation map that all searchers use, and how to get it: a process that searches a few positions does
# without.
cdef EquationMap shared_map = None
cdef object map_opener = None
cdef int64_t searches_left = 0


def offer_map(opener, int64_t searches):
    """Have `opener()` asked for an equation map (or None) after so many more searches."""
    global map_opener, searches_left
    map_opener = opener
    searches_left = searches


def share_map(EquationMap map):
    """Have all searchers use this map from now on; None for no map."""
    global shared_map
    shared_map = map


def current_map():
    """The map that all searchers use, None while there is none."""
    return shared_map


cdef inline bint is_long(const Core *core, const Hand *hand) noexcept nogil:
    """Whether lines through this core may be too long for machine integers."""
    return core.digits + hand.digits > MOST_DIGITS or core.length > LONGEST_CORE


cdef int _ask_for_map() except -1:
    """Count a search without a map; open the map when there have been enough."""
    global searches_left, map_opener, shared_map
    if map_opener is None:
        return 0
    searches_left -= 1
    if searches_left < 0:
        opener = map_opener
        map_opener = None
        shared_map = opener()
    return 0


cdef class Searcher:
    """Searches positions, with room to work that it keeps; one for each thread.

    Attributes:
        method: which search to use, `MAP` (where there is one),
                                            `STRUCTURE` or `STRAIGHT`; for tests and measuring.
        map: an equation map of its own instead of the shared one. nodes: squares and numbers tried,
        fallbacks: classes that the map could not answer alone; counted since the
            searcher was made.
    """

    def __cinit__(self):
        self.work = workspace_open()
        self.structure = <Structure *> calloc(1, sizeof(Structure))
        if self.structure == NULL:
            raise MemoryError

    def __dealloc__(self):
        workspace_close(self.work)
        free(self.structure)
        free(self.buffer.plays)
        free(self.jobs)
        free(self.heap)

    @property
    def probes(self):
        """Subsets of hands looked up in the map."""
        return self.work.probes

    cdef int find(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar, Cut *cut) except -1:
        """Put all plays into the buffer; with a cut at least those that it wants."""
        cdef EquationMap map
        if self.busy:
            raise RuntimeError("a searcher serves one thread at a time")
        self.busy = True
        try:
            map = self.map_for(grammar)
            with nogil:
                return self.search_in(map, snapshot, hand, grammar, cut)
        finally:
            self.busy = False

    cdef EquationMap map_for(self, const Grammar *grammar):
        """The map that searches under a grammar use now, None for none."""
        if self.method != _MAP or not grammar.operator_required:
            return None  # the map has no lines without an operator
        if self.map is None and shared_map is None:
            _ask_for_map()
        return shared_map if self.map is None else self.map

    cdef int search_in(self, EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                       Cut *cut) except -1 nogil:
        """`find` with a map (or None) that the caller holds; the caller sees to it that no other thread searches
        here."""
        cdef int32_t index, jobs
        self.buffer.count = 0
        self.buffer.failed = False
        if map is not None:
            map_search(map, snapshot, hand, grammar, self.work, &self.buffer, cut)
        jobs = self._list_jobs(map, snapshot, hand, grammar, cut)
        if jobs:
            structure_begin(self.structure, snapshot, hand, grammar, &self.buffer, cut)
        for index in range(jobs):
            if cut != NULL and self.jobs[index].bound < cut.score:
                break
            self._do_job(snapshot, &self.jobs[index], hand, grammar, cut)
        if self.buffer.failed:
            raise MemoryError
        return 0

    cdef int _list_jobs(self, EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                        const Cut *cut) except -1 nogil:
        """What the map leaves to be searched: each class.

        With a cut, each class with each number of digits that it wants, highest bound first.
        """
        cdef int32_t index, jobs = 0, bound, highest = 0
        cdef int least, most, digits, signs, fewest, most_jobs
        cdef bint bounded = cut != NULL and self.method != _STRAIGHT
        cdef Core *core
        cdef Ceiling ceiling
        most_jobs = snapshot.core_count * (MAX_HAND + 1 if bounded else 1)
        if self.job_capacity < most_jobs:
            free(self.jobs)
            self.job_capacity = 0
            self.jobs = <Job *> malloc(2 * most_jobs * sizeof(Job))
            if self.jobs == NULL:
                raise MemoryError
            self.job_capacity = 2 * most_jobs
        ceiling_of(&ceiling, hand, grammar, snapshot.points)
        for digits in range(hand.digits + 1):
            highest = max(highest, ceiling.digits[digits] + ceiling.signs + ceiling.bonus)
        for index in range(snapshot.core_count):
            core = &snapshot.cores[index]
            if bounded and core.points + highest < cut.score:
                continue
            least = max(core.gaps, 1)
            if map is not None:
                least = max(least, map.symbols + 1 - core.digits - core.operators - core.equals)
            most = min(hand.size, core.gaps + core.left + core.right)
            # No line takes more than the digits, the operators and one equals sign.
            signs = hand.operators + (hand.equals > 0 and core.equals == 0)
            most = min(most, hand.digits + signs)
            if least > most or core.equals + hand.equals == 0:
                continue
            if grammar.operator_required and core.operators + hand.operators == 0:
                continue
            # Every number of the line has a digit.
            fewest = max(core.operators, 1 if grammar.operator_required else 0) + 2 - core.digits
            for digits in range(min(hand.digits, most - (core.equals == 0)), max(0, fewest) - 1, -1):
                bound = core.points + ceiling.digits[digits] + ceiling.signs + ceiling.bonus
                if bounded and (bound < cut.score or digits + signs < least):
                    continue
                self.jobs[jobs].core = index
                self.jobs[jobs].least = least
                self.jobs[jobs].digits = digits
                self.jobs[jobs].bound = bound
                jobs += 1
                if not bounded or is_long(core, hand):
                    # One job for any number of digits.
                    self.jobs[jobs - 1].digits = -1
                    self.jobs[jobs - 1].bound = NOTHING_MORE
                    break
        if bounded and jobs > 1:
            qsort(self.jobs, jobs, sizeof(Job), _higher)
        return jobs

    cdef int _do_job(self, Snapshot snapshot, const Job *job, const Hand *hand, const Grammar *grammar,
                     Cut *cut) except -1 nogil:
        self.fallbacks += 1
        if is_long(&snapshot.cores[job.core], hand):
            with gil:
                return self._long_lines(snapshot, job.core, hand, grammar, cut)
        if self.method == _STRAIGHT:
            straight_search(snapshot, job.core, hand, grammar, &self.buffer, &self.nodes)
        else:
            self.structure.nodes = 0
            structure_search(self.structure, job.core, job.least, job.digits, job.bound)
            self.nodes += self.structure.nodes
        return 0

    cdef int _long_lines(self, Snapshot snapshot, int32_t index, const Hand *hand, const Grammar *grammar,
                         Cut *cut) except -1:
        """One class whose lines are too long for machine integers."""
        cdef Core *core = &snapshot.cores[index]
        cdef uint64_t tiles
        cdef int32_t place, score
        cdef int symbol, position
        cells = (<const char *> snapshot.cells)[core.first_cell:core.first_cell + core.length]
        search = LongSearch(
            cells, core.right, [hand.counts[symbol] for symbol in range(SYMBOLS)],
            grammar.operator_required, grammar.integer_steps, grammar.max_digits,
        )
        for before, behind, laid in search.run(core.left):
            tiles = <uint64_t> len(laid) << 48 | <uint64_t> before << 52
            score = core.points
            for position, symbol in enumerate(laid):
                tiles |= <uint64_t> symbol << (4 * position)
                score += snapshot.points[symbol]
            if len(laid) >= grammar.full_hand:
                score += grammar.full_hand_bonus
            for place in range(core.first_place, core.first_place + core.places):
                if snapshot.places[place].left >= before and snapshot.places[place].right >= behind:
                    buffer_add(&self.buffer, tiles, place, score)
                    if cut != NULL:
                        cut_note(cut, score)
        return 0

    cdef Plays all_plays(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar):
        """All plays of a hand on a table, in no particular order."""
        self.find(snapshot, hand, grammar, NULL)
        return plays_taking(snapshot, &self.buffer)

    cdef Plays best_plays(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                          Py_ssize_t wanted):
        """The `wanted` best plays, best score first, ties by code points of the texts."""
        if wanted <= 0:
            return plays_from(snapshot, NULL, 0)
        if wanted > MOST_WANTED:
            self.find(snapshot, hand, grammar, NULL)
        else:
            self._find_best(snapshot, hand, grammar, <int32_t> wanted)
        return best_of(snapshot, self.buffer.plays, self.buffer.count, wanted)

    cdef int _find_best(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                        int32_t wanted) except -1:
        """Put the `wanted` best plays into the buffer, and all that score as much as the last of them."""
        cdef EquationMap map
        if self.busy:
            raise RuntimeError("a searcher serves one thread at a time")
        self.busy = True
        try:
            map = self.map_for(grammar)
            with nogil:
                return self.best_in(map, snapshot, hand, grammar, wanted)
        finally:
            self.busy = False

    cdef int best_in(self, EquationMap map, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                     int32_t wanted) except -1 nogil:
        """`_find_best` with a map (or None) that the caller holds, as `search_in`."""
        cdef Cut cut
        cdef int64_t index, kept = 0
        if self.heap_capacity < wanted:
            free(self.heap)
            self.heap_capacity = 0
            self.heap = <int32_t *> malloc(wanted * sizeof(int32_t))
            if self.heap == NULL:
                raise MemoryError
            self.heap_capacity = wanted
        cut.score = NOTHING_YET
        cut.wanted = wanted
        cut.found = 0
        cut.heap = self.heap
        self.search_in(map, snapshot, hand, grammar, &cut)
        # The cut has risen during the search: leave out what fell below it. (The straight search knows no cut.)
        if wanted == 1:
            for index in range(self.buffer.count):
                cut.score = max(cut.score, self.buffer.plays[index].score)
        for index in range(self.buffer.count):
            if self.buffer.plays[index].score >= cut.score:
                self.buffer.plays[kept] = self.buffer.plays[index]
                kept += 1
        self.buffer.count = kept
        return 0

    cdef bint best_play(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar,
                        PackedPlay *best) except -1:
        """The best play, of equals the one whose text comes first; False when there is none."""
        self._find_best(snapshot, hand, grammar, 1)
        if self.buffer.count == 0:
            return False
        best[0] = self.buffer.plays[first_by_text(snapshot, self.buffer.plays, self.buffer.count)]
        return True

    cdef bint any_play(self, Snapshot snapshot, const Hand *hand, const Grammar *grammar) except -1:
        """Whether there is any play; stops at the first."""
        cdef Cut cut
        cut.score = NOTHING_YET
        cut.wanted = 0
        cut.found = 0
        cut.heap = NULL
        self.find(snapshot, hand, grammar, NULL if self.method == _STRAIGHT else &cut)
        return self.buffer.count > 0
