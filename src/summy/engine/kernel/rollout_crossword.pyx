# cython: language_level=3
"""Games played on in crossword placement (`rollout`)."""

from libc.string cimport memcmp, memcpy

from summy.engine.kernel.crossword_equity cimport play_before
from summy.engine.kernel.crossword_plays cimport CrosswordPlays, plays_from
from summy.engine.kernel.crossword_position cimport CrosswordPosition
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sink cimport BEST, sink_start
from summy.engine.kernel.course cimport MOST_KINDS
from summy.engine.kernel.rollout cimport Candidate, Playout
from summy.engine.kernel.rollout_turns cimport PLAY


cdef class CrosswordPlayout(Playout):
    """Games from a position of crossword placement.

    Arguments:
        position: the table; it stays with this object.
    """

    cdef readonly CrosswordPosition position
    cdef PackedPlay plays[64]         # of candidates
    cdef PackedPlay chosen            # the play of this turn

    def __init__(self, CrosswordPosition position):
        self.kinds = KINDS
        self.position = position

    def add_play(self, CrosswordPlays plays, Py_ssize_t index):
        """A play found in this very position is a candidate."""
        cdef const PackedPlay *play = plays._play(index)
        cdef Candidate *made = self._new(PLAY, play.score)
        if plays.owner is not self.position.rules or memcmp(plays.faces, self.position.table.faces, sizeof(plays.faces)):
            raise ValueError("the plays belong to another position")
        self.plays[self.candidate_count] = play[0]
        _remove(play, made.kept)
        made.size -= play.count
        self.candidate_count += 1

    def worths(self, CrosswordPlays plays):
        """Of each play of this position the worth of the tiles that it keeps, hundredths of a point."""
        cdef int32_t kept[MOST_KINDS]
        cdef Py_ssize_t index
        cdef int32_t stock = self.root.bottom - self.root.top if self.known else self.stock_count
        worths = []
        for index in range(len(plays)):
            memcpy(kept, self.root.counts[self.root.to_move], sizeof(kept))
            _remove(plays._play(index), kept)
            worths.append(self.leaves.worth_of(kept, stock))
        return worths

    cdef int32_t find(self, int32_t wanted) except -1 nogil:
        cdef int32_t kind
        for kind in range(KINDS):
            self.position._hand.counts[kind] = self.now.counts[self.now.to_move][kind]
        self.position._hand.size = self.now.sizes[self.now.to_move]
        sink_start(&self.position.sink, BEST, 0, wanted)
        self.position._search()
        return <int32_t> self.position.sink.count

    cdef int64_t option(self, int32_t index, int32_t *kept) noexcept nogil:
        cdef const PackedPlay *play = &self.position.sink.plays[index]
        memcpy(kept, self.now.counts[self.now.to_move], MOST_KINDS * sizeof(int32_t))
        _remove(play, kept)
        return play.score

    cdef bint before(self, int32_t index) noexcept nogil:
        return play_before(&self.position.sink.plays[index], &self.chosen)

    cdef void choose(self, int32_t index) noexcept nogil:
        self.chosen = self.position.sink.plays[index]

    cdef int lay(self) except -1 nogil:
        return self.position._make(&self.chosen)

    cdef int lay_candidate(self, int32_t candidate) except -1 nogil:
        self.position._refresh()
        return self.position._make(&self.plays[candidate])

    cdef void take_back(self) noexcept nogil:
        self.position._unmake()

    cdef str text(self, int32_t candidate):
        cdef const PackedPlay *play = &self.plays[candidate] if candidate >= 0 else &self.chosen
        return plays_from(self.position.rules, self.position.table.faces, play, 1)._text(play)


cdef void _remove(const PackedPlay *play, int32_t *kept) noexcept nogil:
    """Take the tiles of a play out of a hand."""
    cdef int32_t laid
    for laid in range(play.count):
        kept[kind_laid(play, laid)] -= 1
