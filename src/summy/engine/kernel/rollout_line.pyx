# cython: language_level=3
"""Games played on in line placement (`rollout`)."""

from libc.string cimport memcpy, memset

from summy.engine.kernel.classes cimport Snapshot
from summy.engine.kernel.equations cimport EquationMap
from summy.engine.kernel.plays cimport Plays, plays_from
from summy.engine.kernel.position cimport LinePosition
from summy.engine.kernel.course cimport MOST_KINDS
from summy.engine.kernel.rollout cimport Candidate, Playout
from summy.engine.kernel.rollout_turns cimport PLAY
from summy.engine.kernel.shapes cimport *


cdef class LinePlayout(Playout):
    """Games from a position of line placement.

    Arguments:
        position: the table; it stays with this object, and its searcher searches here alone.
    """

    cdef readonly LinePosition position
    cdef Snapshot at_root             # what candidates and the root's plays name places of
    cdef Snapshot snapshot            # of the table as it is during a course
    cdef bint fresh
    cdef EquationMap map
    cdef PackedPlay plays[64]         # of candidates
    cdef PackedPlay chosen            # the play of this turn

    def __init__(self, LinePosition position):
        self.kinds = SYMBOLS
        self.position = position
        self.at_root = position._classes()
        self.snapshot = Snapshot.__new__(Snapshot)
        memcpy(self.snapshot.points, position.rules.points, sizeof(position.rules.points))
        self.snapshot.bounded = position.rules.width != 0

    def prepare(self):
        self.map = self.position.searcher.map_for(&self.position.rules.grammar)

    def add_play(self, Plays plays, Py_ssize_t index):
        """A play found in this very position is a candidate."""
        cdef const PackedPlay *play = &plays._plays[plays._index(index)]
        cdef Candidate *made = self._new(PLAY, play.score)
        if plays.snapshot is not self.at_root:
            raise ValueError("the plays belong to another position")
        self.plays[self.candidate_count] = play[0]
        take_out(play, made.kept)
        made.size -= (play.tiles >> 48) & 15
        self.candidate_count += 1

    def worths(self, Plays plays):
        """Of each play of this position the worth of the tiles that it keeps, hundredths of a point."""
        cdef int32_t kept[MOST_KINDS]
        cdef Py_ssize_t index
        cdef int32_t stock = self.root.bottom - self.root.top if self.known else self.stock_count
        worths = []
        for index in range(len(plays)):
            memcpy(kept, self.root.counts[self.root.to_move], sizeof(kept))
            take_out(&plays._plays[index], kept)
            worths.append(self.leaves.worth_of(kept, stock))
        return worths

    cdef int32_t find(self, int32_t wanted) except -1 nogil:
        cdef const int32_t *counts = self.now.counts[self.now.to_move]
        cdef int32_t symbol
        if not self.fresh:
            self.snapshot.rebuild(&self.position.table)
            self.fresh = True
        memset(&self.position._hand, 0, sizeof(Hand))
        for symbol in range(SYMBOLS):
            if counts[symbol]:
                self.position._hand_add(symbol, counts[symbol])
        self.position.searcher.best_in(self.map, self.snapshot, &self.position._hand, &self.position.rules.grammar, wanted)
        return <int32_t> self.position.searcher.buffer.count

    cdef int64_t option(self, int32_t index, int32_t *kept) noexcept nogil:
        cdef const PackedPlay *play = &self.position.searcher.buffer.plays[index]
        memcpy(kept, self.now.counts[self.now.to_move], MOST_KINDS * sizeof(int32_t))
        take_out(play, kept)
        return play.score

    cdef bint before(self, int32_t index) noexcept nogil:
        cdef const PackedPlay *play = &self.position.searcher.buffer.plays[index]
        return lies_before(self.snapshot.places, play, &self.chosen)

    cdef void choose(self, int32_t index) noexcept nogil:
        self.chosen = self.position.searcher.buffer.plays[index]

    cdef int lay(self) except -1 nogil:
        self.fresh = False
        return self.position._make(self.snapshot, &self.chosen)

    cdef int lay_candidate(self, int32_t candidate) except -1 nogil:
        self.fresh = False
        return self.position._make(self.at_root, &self.plays[candidate])

    cdef void take_back(self) noexcept nogil:
        self.fresh = False
        self.position._unmake()

    cdef str text(self, int32_t candidate):
        if candidate >= 0:
            return plays_from(self.at_root, &self.plays[candidate], 1)._text(0)
        return plays_from(self.snapshot, &self.chosen, 1)._text(0)
