# cython: language_level=3
"""How sides take turns inside the kernel.

A *policy* looks at the plays of the highest scores, and at those that keep the most valuable tiles, and takes the one
with the most points and tiles kept together (`LeaveTable`); where other tiles would be worth more it discards or
exchanges. Everything about turns and the end of the game comes from the ruleset.
"""

from libc.string cimport memcpy, memset

from summy.engine.kernel.leave_table cimport NO_LEAVE


cdef class TurnTaker:
    """A game at one moment, and how its sides go on. Placements say how plays are found and laid."""

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

    def set_policies(self, LeaveTable leaves, int most_worth, treasures, wanted, weighs):
        """How each side plays.

        Arguments:
            leaves: the worth of kept tiles; None for no worth at all.
            most_worth: a bound of it, hundredths of a point.
            treasures: kinds of tiles that are worth so much that a side that weighs also compares plays that keep all
                of them.
            wanted: for each side how many plays it compares, 1 to 64.
            weighs: for each side whether kept tiles count for it; a side that weighs nothing takes the best score, and
                without a play changes its whole hand.
        """
        cdef int side
        self.leaves = leaves
        self.most_worth = most_worth
        memset(self.treasure, 0, sizeof(self.treasure))
        for kind in treasures:
            self.treasure[<int> kind] = True
        for side in range(MOST_SIDES):
            self.policies[side].wanted = min(max(1, wanted[side % len(wanted)]), MOST_FOUND)
            self.policies[side].leaves = leaves is not None and weighs[side % len(weighs)]

    cdef int turn(self) except -1 nogil:
        """One turn of the side to move by its policy."""
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top
        cdef bint leaves = self.policies[side].leaves
        cdef Option best
        cdef int32_t before[MOST_KINDS]
        cdef bint plays = self.best_play(&best)
        cdef bint swaps = self.rules.swaps and stock >= self.rules.swap_stock and self.now.sizes[side] > 0
        if swaps and leaves:
            swaps = (not plays or best.value < self.most_worth) and self.best_swap(&best, plays)
        elif swaps:
            # Without an opinion of tiles: all of them where there is no play, as far as the stock reaches.
            swaps = not plays
            if swaps:
                best.worth = 0
                self.keep_first(best.kept, 0 if self.rules.discards else max(0, self.now.sizes[side] - stock))
        if swaps:
            memcpy(before, self.now.counts[side], sizeof(before))
            course_swap(&self.now, &self.rules, best.kept, size_of(best.kept, self.kinds))
            if self.notes is not None:
                with gil:
                    self.note_swap(before, best.kept)
        elif plays:
            if self.notes is not None:
                with gil:
                    self.note(PLAY, CHOSEN_PLAY, best.score)
            self.lay()
            course_played(&self.now, &self.rules, best.score, best.kept)
        else:
            if self.notes is not None:
                with gil:
                    self.note(PASS, CHOSEN_PLAY, 0)
            course_pass(&self.now, &self.rules)
            best.worth = 0
        if leaves:
            self.now.kept[side] = best.worth
        course_next(&self.now)
        return 0

    cdef bint compare(self, int32_t found, const int32_t *spared, bint any, Option *best) noexcept nogil:
        """Take the best of the plays found, if it is better than the best so far (`any`); whether there is one now.

        Arguments:
            spared: tiles of the hand that were kept from the search; they are kept by all these plays.
        """
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top, index, kind
        cdef int64_t score, worth, value
        cdef int32_t kept[MOST_KINDS]
        for index in range(found):
            score = self.option(index, kept)
            for kind in range(self.kinds):
                kept[kind] += spared[kind]
            worth = self.leaves.worth_of(kept, stock) if self.policies[side].leaves else 0
            value = 100 * score + worth
            if not any or value > best.value or (value == best.value and self.before(index)):
                any = True
                best.value, best.score, best.worth = value, score, worth
                memcpy(best.kept, kept, sizeof(kept))
                self.choose(index)
        return any

    cdef int32_t spare(self, int32_t *spared) noexcept nogil:
        """Take the treasures out of the hand to move; how many there are."""
        cdef int32_t side = self.now.to_move, kind, count = 0
        memset(spared, 0, MOST_KINDS * sizeof(int32_t))
        for kind in range(self.kinds):
            if self.treasure[kind]:
                spared[kind] = self.now.counts[side][kind]
                self.now.counts[side][kind] = 0
                count += spared[kind]
        self.now.sizes[side] -= count
        return count

    cdef void restore(self, const int32_t *spared) noexcept nogil:
        """Give spared tiles back."""
        cdef int32_t side = self.now.to_move, kind
        for kind in range(self.kinds):
            self.now.counts[side][kind] += spared[kind]
            self.now.sizes[side] += spared[kind]

    cdef bint best_play(self, Option *best) except -1 nogil:
        """The play that the side to move makes by its policy, chosen for `lay`; whether there is one."""
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top, count
        cdef int32_t spared[MOST_KINDS]
        cdef bint any = False
        memset(spared, 0, sizeof(spared))
        if self.now.sizes[side]:
            any = self.compare(self.find(self.policies[side].wanted), spared, any, best)
        # The plays of the highest scores use up the most valuable tiles. With an empty stock there is nothing to save
        # them for.
        if any and self.policies[side].leaves and stock:
            count = self.spare(spared)
            if count and self.now.sizes[side]:
                any = self.compare(self.find(self.policies[side].wanted), spared, any, best)
            self.restore(spared)
        return any

    cdef bint best_swap(self, Option *best, bint any) noexcept nogil:
        """Take the swap after which the kept tiles are worth most, if that is more than the best play (`any`)."""
        cdef int32_t side = self.now.to_move, stock = self.now.bottom - self.now.top, size = self.now.sizes[side]
        cdef int32_t kept[MOST_KINDS]
        cdef int64_t value
        memset(kept, 0, sizeof(kept))
        # An exchange takes no more tiles than the stock has.
        value = self.leaves.best_kept(self.now.counts[side], stock, 0 if self.rules.discards else size - stock,
                                      size - 1, kept)
        if value == NO_LEAVE or (any and value <= best.value):
            return False
        best.value, best.worth, best.score = value, value, 0
        memcpy(best.kept, kept, sizeof(kept))
        return True

    cdef void keep_first(self, int32_t *kept, int32_t size) noexcept nogil:
        """Keep so many tiles of the hand, lowest kinds first."""
        cdef int32_t kind
        memset(kept, 0, MOST_KINDS * sizeof(int32_t))
        for kind in range(self.kinds):
            kept[kind] = min(size, self.now.counts[self.now.to_move][kind])
            size -= kept[kind]

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

    cdef int note(self, int32_t kind, int32_t candidate, int64_t points) except -1:
        """Write down a play or pass about to be made."""
        what = self.text(candidate) if kind == PLAY else ()
        self.notes.append((self.now.to_move, kind, what, points, None))
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

    cdef bint before(self, int32_t index) noexcept nogil:
        """Whether a play found comes before the chosen one, in an order that does not depend on how they were found."""
        return False

    cdef void choose(self, int32_t index) noexcept nogil:
        """Remember a play found: it is the chosen one, whatever is found later on the same table."""
        pass

    cdef int lay(self) except -1 nogil:
        """Lay the chosen play."""
        return 0

    cdef void take_back(self) noexcept nogil:
        """Take the last play back."""
        pass

    cdef str text(self, int32_t candidate):
        """The text of a candidate, or of the chosen play (`CHOSEN_PLAY`)."""
        return ""


cdef inline int32_t size_of(const int32_t *counts, int32_t kinds) noexcept nogil:
    """How many tiles these are."""
    cdef int32_t kind, size = 0
    for kind in range(kinds):
        size += counts[kind]
    return size
