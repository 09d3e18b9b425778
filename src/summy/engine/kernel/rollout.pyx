# cython: language_level=3
"""Games played on inside the kernel: whole games between simple policies, and rollouts for simulation.

How a turn is taken is `rollout_turns`; `rollout_line` and `rollout_crossword` lay and find the plays.

Random numbers come from a counter, (seed, iteration): what is dealt in one iteration depends on nothing else, so all
candidates of an iteration meet the same hands and the same order of the stock, and any number of threads finds the
same outcomes.
"""

from libc.string cimport memcpy, memset

from summy.engine.kernel.multisets cimport LARGEST
from summy.engine.kernel.rollout_turns cimport PASS, PLAY, SWAP


cdef class Playout(TurnTaker):
    """A position from which games are played on; one for each thread.

    Use `LinePlayout` or `CrosswordPlayout`. Set up with `see` or `know`, then `add_...` candidates.
    """

    def set_chances(self, WinTable table):
        """The table that judges the lead at the end of a course; None for no chances."""
        self.chances = table

    def begin(self, scores, int to_move, int scoreless):
        """Start describing a position; candidates of an earlier one are forgotten."""
        memset(&self.root, 0, sizeof(Course))
        if not 1 <= len(scores) <= MOST_SIDES or not 0 <= to_move < len(scores):
            raise ValueError("no such game")
        self.root.sides = len(scores)
        self.root.to_move = to_move
        self.root.scoreless = scoreless
        for side, score in enumerate(scores):
            self.root.scores[<int> side] = score
        self.candidate_count = 0

    def see(self, hand, sizes, pool, int stock):
        """What the side to move sees: its hand, sizes of all hands, the tiles that it does not see, size of the stock.

        More unseen tiles than hands and stock hold have left the game.
        """
        cdef int side
        if len(pool) > MOST_TILES or (pool and max(pool) >= self.kinds):
            raise ValueError("no such tiles")
        self.known = False
        self.pool_count = len(pool)
        for index, kind in enumerate(pool):
            self.pool[<int> index] = kind
        for side in range(self.root.sides):
            if not 0 <= sizes[side] <= LARGEST:
                raise ValueError("a hand holds at most 12 tiles")
            self.root.sizes[side] = sizes[side]
        self._give(self.root.to_move, hand)
        self.stock_count = stock

    def know(self, hands, stock):
        """All hands, and the stock from its top: nothing is left to chance but where exchanged tiles go."""
        if len(stock) > MOST_TILES or (stock and max(stock) >= self.kinds):
            raise ValueError("no such tiles")
        self.known = True
        for side, hand in enumerate(hands):
            self._give(side, hand)
        for index, kind in enumerate(stock):
            self.root.stock[<int> index] = kind
        self.root.bottom = len(stock)

    def _give(self, int side, hand):
        if len(hand) > LARGEST:
            raise ValueError("a hand holds at most 12 tiles")
        memset(self.root.counts[side], 0, sizeof(self.root.counts[side]))
        for kind in hand:
            if not 0 <= kind < self.kinds:
                raise ValueError("not a tile")
            self.root.counts[side][<int> kind] += 1
        self.root.sizes[side] = len(hand)

    # ------------------------------------------------------------------------------------ candidates

    cdef Candidate *_new(self, int32_t kind, int64_t score) except NULL:
        cdef Candidate *made = &self.candidates[self.candidate_count]
        if self.candidate_count == MOST_CANDIDATES:
            raise ValueError("too many candidates")
        made.kind = kind
        made.score = score
        memcpy(made.kept, self.root.counts[self.root.to_move], sizeof(made.kept))
        made.size = self.root.sizes[self.root.to_move]
        return made

    def add_swap(self, tiles):
        """Discarding or exchanging these tiles is a candidate."""
        cdef Candidate *made = self._new(SWAP, 0)
        for kind in tiles:
            if not 0 <= kind < self.kinds or made.kept[<int> kind] == 0:
                raise ValueError("not a tile of the hand")
            made.kept[<int> kind] -= 1
            made.size -= 1
        self.candidate_count += 1

    def add_pass(self):
        """Passing is a candidate."""
        self._new(PASS, 0)
        self.candidate_count += 1

    # ------------------------------------------------------------------------------------ running

    def run(self, int candidate, uint64_t seed, int64_t first, int32_t[::1] points, int32_t[::1] wins,
            int32_t[::1] utilities, int plies):
        """Play one candidate on in the iterations from `first` on, as many as the arrays hold.

        Arguments:
            points: takes the lead of the side to move, in hundredths of a point, tiles kept counted.
            wins: takes its chances in millionths (0, 500000 or 1000000 where the game ended).
            utilities: takes what is to be maximised: with a table of chances the chances and, so that won and lost games
                are played sensibly, half of a curve that rises with the lead; without one the lead.
            plies: turns after the candidate; negative for the whole game. Once the stock is empty the game is always
                played to its end.
        """
        cdef int64_t index
        cdef Outcome outcome
        if (not 0 <= candidate < self.candidate_count or wins.shape[0] != points.shape[0]
                or utilities.shape[0] != points.shape[0]):
            raise ValueError("no such candidate")
        self.prepare()
        with nogil:
            for index in range(points.shape[0]):
                self.deal(seed, <uint64_t> (first + index))
                self.try_candidate(candidate)
                self.play_on(plies)
                course_judged(&self.now, self.root.to_move, self.chances, &outcome)
                self.go_back()
                points[index] = outcome.points
                wins[index] = outcome.win
                utilities[index] = outcome.utility

    def trace(self, int candidate, uint64_t seed, int64_t iteration, int plies):
        """One iteration in full: hands and stock as dealt, every turn, the scores and whether the game ended.

        A negative candidate plays on from the position itself. Turns are tuples (side, kind, text of a play or kinds
        of tiles changed, points, stock after an exchange or None).
        """
        if candidate >= self.candidate_count:
            raise ValueError("no such candidate")
        self.prepare()
        self.deal(seed, <uint64_t> iteration)
        hands = [self._listed(side) for side in range(self.now.sides)]
        stock = tuple([self.now.stock[index] for index in range(self.now.top, self.now.bottom)])
        self.notes = notes = []
        try:
            if candidate >= 0:
                self.try_candidate(candidate)
            self.play_on(plies)
        finally:
            self.notes = None
        scores = tuple([self.now.scores[side] for side in range(self.now.sides)])
        ended = self.now.ended
        self.go_back()
        return hands, stock, notes, scores, ended

    def play(self, uint64_t seed):
        """The final scores and the number of turns of the game played on from here; `seed` mixes exchanged tiles in."""
        self.prepare()
        with nogil:
            self.deal(seed, 0)
            self.play_on(-1)
            self.go_back()
        return tuple([self.now.scores[side] for side in range(self.now.sides)]), self.now.turns

    def reach(self, int candidate, uint64_t seed, int64_t iteration):
        """Play one candidate on until the stock is empty or the game is over, and stay there.

        The table of `position` is then that of the end game, until `leave` takes it back.

        Returns hands (kinds of tiles), scores, the side to move, turns in a row without a play, and whether the game has
        ended.
        """
        if not 0 <= candidate < self.candidate_count:
            raise ValueError("no such candidate")
        self.prepare()
        with nogil:
            self.deal(seed, <uint64_t> iteration)
            self.try_candidate(candidate)
            while self.now.bottom != self.now.top and not self.is_over():
                self.turn()
            self.is_over()
        return (
            [self._listed(side) for side in range(self.now.sides)],
            tuple([self.now.scores[side] for side in range(self.now.sides)]),
            self.now.to_move,
            self.now.scoreless,
            self.now.ended,
        )

    def leave(self):
        """Take back what `reach` played."""
        self.go_back()

    def prepare(self):
        """Look for a better map before a batch; for placements that have one."""

    def _listed(self, int side):
        return tuple([kind for kind in range(self.kinds) for _ in range(self.now.counts[side][kind])])

    cdef void deal(self, uint64_t seed, uint64_t iteration) noexcept nogil:
        """Begin a course: from the root, with the unseen tiles dealt."""
        memcpy(&self.now, &self.root, sizeof(Course))
        self.now.returns = course_deal(&self.now, NULL if self.known else self.pool, self.pool_count,
                                       self.stock_count, seed, iteration)

    cdef int try_candidate(self, int32_t index) except -1 nogil:
        """Make the candidate's turn."""
        cdef Candidate *candidate = &self.candidates[index]
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top
        cdef int32_t before[MOST_KINDS]
        if self.notes is not None and candidate.kind != SWAP:
            with gil:
                self.note(candidate.kind, index, candidate.score)
        if candidate.kind != PASS and self.leaves is not None:
            self.now.kept[side] = self.leaves.worth_of(candidate.kept, stock)
        if candidate.kind == PLAY:
            self.lay_candidate(index)
            course_played(&self.now, &self.rules, candidate.score, candidate.kept)
        elif candidate.kind == SWAP:
            memcpy(before, self.now.counts[side], sizeof(before))
            course_swap(&self.now, &self.rules, candidate.kept, candidate.size)
            if self.notes is not None:
                with gil:
                    self.note_swap(before, candidate.kept)
        else:
            course_pass(&self.now, &self.rules)
        course_next(&self.now)
        return 0

    cdef int play_on(self, int32_t plies) except -1 nogil:
        """Play so many turns by the policies, or to the end of the game."""
        while not self.is_over():
            if plies == 0 and self.now.bottom != self.now.top:
                break
            self.turn()
            if plies > 0:
                plies -= 1
        return 0

    cdef void go_back(self) noexcept nogil:
        """Take back every play made since the root."""
        while self.now.made:
            self.now.made -= 1
            self.take_back()

    cdef int lay_candidate(self, int32_t candidate) except -1 nogil:
        """Lay a candidate's play; the placement says how."""
        return 0


def paired(const int32_t[::1] one, const int32_t[::1] other):
    """How many numbers both have, the sum of their differences, and the sum of the squares of these."""
    cdef int64_t count = min(one.shape[0], other.shape[0]), index, difference, total = 0, squares = 0
    for index in range(count):
        difference = <int64_t> one[index] - other[index]
        total += difference
        squares += difference * difference
    return count, total, squares
