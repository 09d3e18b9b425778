# cython: language_level=3
"""Turns played on inside the kernel: whole games between simple policies, and rollouts for simulation.

A *policy* looks at the plays of the highest scores and takes the one with the most points and tiles kept together
(`LeaveTable`); where other tiles would be worth more it discards or exchanges. Everything about turns and the end of
the game is here and comes from the ruleset; `rollout_line` and `rollout_crossword` lay and find the plays.

Random numbers come from a counter, (seed, iteration): what is dealt in one iteration depends on nothing else, so all
candidates of an iteration meet the same hands and the same order of the stock, and any number of threads finds the
same outcomes.
"""

from libc.string cimport memcpy, memset


cdef class Playout:
    """A position from which games are played on; one for each thread.

    Use `LinePlayout` or `CrosswordPlayout`. Set up with `see` or `know`, then `add_...` candidates.
    """

    def set_rules(self, *, int hand_size, bint discards, bint swaps, int swap_stock, int scoreless_turns,
                  bint scoreless_always, bint scoreless_deducts, bint out, int out_bonus, bint no_play, points):
        """What the ruleset says of turns and of the end; `scoreless_turns` for all sides together."""
        self.rules.hand_size = hand_size
        self.rules.discards = discards
        self.rules.swaps = swaps
        self.rules.swap_stock = swap_stock
        self.rules.scoreless_turns = scoreless_turns
        self.rules.scoreless_always = scoreless_always
        self.rules.scoreless_deducts = scoreless_deducts
        self.rules.out = out
        self.rules.out_bonus = out_bonus
        self.rules.no_play = no_play
        for kind, worth in enumerate(points):
            self.rules.points[<int> kind] = worth

    def set_policies(self, LeaveTable leaves, int most_worth, wanted, weighs):
        """How each side plays.

        Arguments:
            leaves: the worth of kept tiles; None for no worth at all.
            most_worth: a bound of it, hundredths of a point.
            wanted: for each side how many plays it compares, 1 to 64.
            weighs: for each side whether kept tiles count for it; a side that weighs nothing takes the best score, and
                without a play changes its whole hand.
        """
        cdef int side
        self.leaves = leaves
        self.most_worth = most_worth
        for side in range(MOST_SIDES):
            self.policies[side].wanted = min(max(1, wanted[side % len(wanted)]), MOST_FOUND)
            self.policies[side].leaves = leaves is not None and weighs[side % len(weighs)]

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
                self.judge(&outcome)
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
                self.note(candidate.kind, -1 - index)
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

    cdef int turn(self) except -1 nogil:
        """One turn of the side to move by its policy."""
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top
        cdef Policy *policy = &self.policies[side]
        cdef int32_t index, best = -1, found, swap_size = 0
        cdef int64_t score, best_score = 0, worth, best_worth = 0, value, best_value = 0
        cdef int32_t kept[MOST_KINDS]
        cdef int32_t best_kept[MOST_KINDS]
        cdef int32_t swap_kept[MOST_KINDS]
        cdef bint swaps = self.rules.swaps and stock >= self.rules.swap_stock and self.now.sizes[side] > 0
        found = self.find(policy.wanted) if self.now.sizes[side] else 0
        for index in range(found):
            score = self.option(index, kept)
            worth = self.leaves.worth_of(kept, stock) if policy.leaves else 0
            value = 100 * score + worth
            if best < 0 or value > best_value or (value == best_value and self.before(index, best)):
                best, best_value, best_score, best_worth = index, value, score, worth
                memcpy(best_kept, kept, sizeof(kept))
        if swaps and policy.leaves and (best < 0 or best_value < self.most_worth):
            value = self.best_swap(swap_kept, &swap_size)
            if best < 0 or value > best_value:
                best, best_worth = -2, value
        elif swaps and best < 0:
            # Without a play and without an opinion of tiles: all of them, as far as the stock reaches.
            best = -2
            memset(swap_kept, 0, sizeof(swap_kept))
            if not self.rules.discards:
                swap_size = max(0, self.now.sizes[side] - stock)
                self._first_kept(swap_kept, swap_size)
        if best >= 0:
            if self.notes is not None:
                with gil:
                    self.note(PLAY, best)
            self.lay(best)
            course_played(&self.now, &self.rules, best_score, best_kept)
        elif best == -2:
            memcpy(kept, self.now.counts[side], sizeof(kept))
            course_swap(&self.now, &self.rules, swap_kept, swap_size)
            if self.notes is not None:
                with gil:
                    self.note_swap(kept, swap_kept)
        else:
            if self.notes is not None:
                with gil:
                    self.note(PASS, 0)
            course_pass(&self.now, &self.rules)
        if policy.leaves:
            self.now.kept[side] = best_worth
        course_next(&self.now)
        return 0

    cdef void _first_kept(self, int32_t *kept, int32_t size) noexcept nogil:
        """Keep so many tiles of the hand, lowest kinds first."""
        cdef int32_t kind
        for kind in range(self.kinds):
            kept[kind] = min(size, self.now.counts[self.now.to_move][kind])
            size -= kept[kind]

    cdef int64_t best_swap(self, int32_t *kept, int32_t *size) noexcept nogil:
        """The tiles of the hand that are worth most when the others are changed; returns their worth.

        All sub-multisets of the hand but the whole of it, counted up like a number; of equal ones the first.
        """
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top
        cdef int32_t *hand = self.now.counts[side]
        cdef int32_t trial[MOST_KINDS]
        cdef int32_t whole = self.now.sizes[side], held = 0, kind
        cdef int64_t value, best = 0
        cdef bint any = False
        # An exchange takes no more tiles than the stock has.
        cdef int32_t least = 0 if self.rules.discards else max(0, whole - stock)
        memset(trial, 0, sizeof(trial))
        while True:
            if least <= held < whole:
                value = self.leaves.worth_of(trial, stock)
                if not any or value > best:
                    any = True
                    best = value
                    size[0] = held
                    memcpy(kept, trial, sizeof(trial))
            kind = 0
            while kind < self.kinds and trial[kind] == hand[kind]:
                held -= trial[kind]
                trial[kind] = 0
                kind += 1
            if kind == self.kinds:
                return best
            trial[kind] += 1
            held += 1

    cdef bint is_over(self) except -1 nogil:
        """Whether the game has ended; hands are settled once."""
        if not self.now.ended:
            self.now.ended = course_ends(&self.now, &self.rules) or (
                self.rules.no_play and self.now.bottom == self.now.top and self.no_side_can_play())
        return self.now.ended

    cdef int no_side_can_play(self) except -1 nogil:
        """Whether no side has a play."""
        cdef int32_t side = self.now.to_move, other
        cdef int found = 0
        for other in range(self.now.sides):
            self.now.to_move = other
            if not found and self.now.sizes[other]:
                found = self.find(1) > 0
        self.now.to_move = side
        return not found

    cdef void judge(self, Outcome *outcome) noexcept nogil:
        """How the side to move at the root stands now."""
        cdef int32_t me = self.root.to_move, side, unseen
        cdef int64_t mine, theirs = 0, value
        cdef double chance
        cdef bint any = False
        mine = 100 * self.now.scores[me] + (0 if self.now.ended else self.now.kept[me])
        unseen = self.now.bottom - self.now.top
        for side in range(self.now.sides):
            if side != self.now.to_move:
                unseen += self.now.sizes[side]
            if side == me:
                continue
            value = 100 * self.now.scores[side] + (0 if self.now.ended else self.now.kept[side])
            if not any or value > theirs:
                theirs = value
                any = True
        value = max(-(1 << 30), min(1 << 30, mine - theirs))
        outcome.points = <int32_t> value
        if self.now.ended or self.chances is None:
            outcome.win = 500_000 if value == 0 else 1_000_000 if value > 0 else 0
        else:
            # The table is for the side whose turn it is.
            if self.now.to_move == me:
                chance = self.chances.chance_of(value, unseen)
            else:
                chance = 1 - self.chances.chance_of(-value, unseen)
            outcome.win = <int32_t> (1_000_000 * chance + 0.5)
        if self.chances is None:
            outcome.utility = outcome.points
            return
        # 0.5 * (0.5 + 0.5 x / (1 + |x|)) with x in units of 100 points, in whole numbers.
        outcome.utility = <int32_t> (outcome.win + 250_000 + 250_000 * value // (10_000 + (value if value >= 0 else -value)))

    cdef void go_back(self) noexcept nogil:
        """Take back every play made since the root."""
        while self.now.made:
            self.now.made -= 1
            self.take_back()

    cdef int note(self, int32_t kind, int32_t index) except -1:
        """Write down a play or pass about to be made; a negative index names a candidate."""
        cdef int32_t kept[MOST_KINDS]
        if kind == PLAY:
            points = self.candidates[-1 - index].score if index < 0 else self.option(index, kept)
            self.notes.append((self.now.to_move, PLAY, self.text(index), points, None))
        else:
            self.notes.append((self.now.to_move, PASS, (), 0, None))
        return 0

    cdef int note_swap(self, const int32_t *before, const int32_t *kept) except -1:
        """Write down a swap that has been made."""
        changed = tuple([kind for kind in range(self.kinds) for _ in range(before[kind] - kept[kind])])
        self.notes.append((self.now.to_move, SWAP, changed, 0, None if self.rules.discards else self._stock()))
        return 0

    def _stock(self):
        return tuple([self.now.stock[index] for index in range(self.now.top, self.now.bottom)])

    # ------------------------------------------------------------------------------------ placements

    cdef int32_t find(self, int32_t wanted) except -1 nogil:
        """Find the best `wanted` plays of the side to move; how many there are."""
        return 0

    cdef int64_t option(self, int32_t index, int32_t *kept) noexcept nogil:
        """The score of a play found, and the hand without its tiles."""
        return 0

    cdef bint before(self, int32_t one, int32_t other) noexcept nogil:
        """An order of plays that does not depend on how they were found."""
        return False

    cdef int lay(self, int32_t index) except -1 nogil:
        return 0

    cdef int lay_candidate(self, int32_t candidate) except -1 nogil:
        return 0

    cdef void take_back(self) noexcept nogil:
        pass

    cdef str text(self, int32_t index):
        return ""


def paired(const int32_t[::1] one, const int32_t[::1] other):
    """How many numbers both have, the sum of their differences, and the sum of the squares of these."""
    cdef int64_t count = min(one.shape[0], other.shape[0]), index, difference, total = 0, squares = 0
    for index in range(count):
        difference = <int64_t> one[index] - other[index]
        total += difference
        squares += difference * difference
    return count, total, squares


def highest_entry(LeaveTable table):
    """The largest entry of a table of kept tiles, hundredths of a point."""
    cdef int64_t index
    cdef int32_t highest = 0
    for index in range(table.first[table.exact_size + 1]):
        highest = max(highest, table.entries[index])
    return highest
