# cython: language_level=3
"""Games played on in crossword placement (`rollout`).

Near the end of a game rollouts come to the same tables with the same hands again and again, so the plays found last are
remembered: by the plays made since the root, in their order, and by the hand.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from summy.engine.kernel.crossword_equity cimport play_before
from summy.engine.kernel.crossword_plays cimport CrosswordPlays, plays_from
from summy.engine.kernel.crossword_position cimport CrosswordPosition
from summy.engine.kernel.crossword_shapes cimport *
from summy.engine.kernel.crossword_sink cimport BEST, sink_start
from summy.engine.kernel.course cimport MOST_KINDS
from summy.engine.kernel.rollout cimport Candidate, Playout
from summy.engine.kernel.rollout_turns cimport PLAY
from summy.engine.kernel.splitmix cimport mixed

cdef enum:
    REMEMBERED = 1024     # searches, a power of two
    MOST_REMEMBERED = 8   # plays of one search; those for more are not remembered

# What a search found, where its plays were the best `wanted` of a hand.
ctypedef struct Search:
    uint64_t path
    int32_t wanted            # 0: nothing is remembered here
    int32_t count
    int8_t hand[32]           # tiles by kind
    PackedPlay plays[8]


cdef class CrosswordPlayout(Playout):
    """Games from a position of crossword placement.

    Arguments:
        position: the table; it stays with this object.
    """

    cdef readonly CrosswordPosition position
    cdef PackedPlay plays[64]         # of candidates
    cdef PackedPlay chosen            # the play of this turn
    cdef Search *searches
    cdef readonly int64_t searched    # how often plays were looked for
    cdef readonly int64_t remembered  # and how often they were known from before

    def __cinit__(self):
        self.searches = <Search *> calloc(REMEMBERED, sizeof(Search))
        if self.searches == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.searches)

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
        take_out(play, made.kept)
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
            take_out(plays._play(index), kept)
            worths.append(self.leaves.worth_of(kept, stock))
        return worths

    cdef int32_t find(self, int32_t wanted) except -1 nogil:
        cdef int32_t kind
        cdef int8_t hand[MOST_KINDS]
        cdef uint64_t key = self.now.path + wanted
        cdef Search *known
        for kind in range(MOST_KINDS):
            hand[kind] = <int8_t> self.now.counts[self.now.to_move][kind]
            if hand[kind]:
                key = mixed(key ^ <uint64_t> (kind << 8 | hand[kind]))
        for kind in range(KINDS):
            self.position._hand.counts[kind] = self.now.counts[self.now.to_move][kind]
        self.position._hand.size = self.now.sizes[self.now.to_move]
        sink_start(&self.position.sink, BEST, 0, wanted)
        known = &self.searches[key & (REMEMBERED - 1)]
        self.searched += 1
        if known.wanted == wanted and known.path == self.now.path and memcmp(known.hand, hand, sizeof(hand)) == 0:
            self.remembered += 1
            # The sink has room for them: it held them when they were found. Before any was it has no memory at all.
            if known.count:
                memcpy(self.position.sink.plays, known.plays, known.count * sizeof(PackedPlay))
            self.position.sink.count = known.count
            return known.count
        self.position._search()
        if wanted <= MOST_REMEMBERED:
            known.path = self.now.path
            known.wanted = wanted
            known.count = <int32_t> self.position.sink.count
            memcpy(known.hand, hand, sizeof(hand))
            if known.count:
                memcpy(known.plays, self.position.sink.plays, known.count * sizeof(PackedPlay))
        return <int32_t> self.position.sink.count

    cdef int64_t option(self, int32_t index, int32_t *kept) noexcept nogil:
        cdef const PackedPlay *play = &self.position.sink.plays[index]
        memcpy(kept, self.now.counts[self.now.to_move], MOST_KINDS * sizeof(int32_t))
        take_out(play, kept)
        return play.score

    cdef bint before(self, int32_t index) noexcept nogil:
        return play_before(&self.position.sink.plays[index], &self.chosen)

    cdef void choose(self, int32_t index) noexcept nogil:
        self.chosen = self.position.sink.plays[index]

    cdef int lay(self) except -1 nogil:
        return self.put(&self.chosen)

    cdef int lay_candidate(self, int32_t candidate) except -1 nogil:
        self.position._refresh()
        return self.put(&self.plays[candidate])

    cdef int put(self, const PackedPlay *play) except -1 nogil:
        """Lay a play on the table."""
        self.now.path = mixed(mixed(mixed(self.now.path) ^ play.faces)
                              ^ (<uint64_t> play.kinds << 32 | <uint64_t> play.square << 16 | play.direction << 8 | play.count))
        return self.position._make(play)

    cdef void take_back(self) noexcept nogil:
        self.position._unmake()

    cdef str text(self, int32_t candidate):
        cdef const PackedPlay *play = &self.plays[candidate] if candidate >= 0 else &self.chosen
        return plays_from(self.position.rules, self.position.table.faces, play, 1)._text(play)
