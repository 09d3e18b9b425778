# cython: language_level=3
"""The moves of an end game compared: the best ones with their exact values, and the line of best play behind each."""

from libc.stdlib cimport free, malloc, qsort

from summy.engine.kernel.endgame_search cimport EndSearch, better, stack_pass
from summy.engine.kernel.endgame_table cimport UNBOUNDED, EndMove


cdef int _more_promising(const void *one, const void *other) noexcept nogil:
    """Order of moves at the root: by proved bound and guess."""
    cdef const RootMove *first = <const RootMove *> one
    cdef const RootMove *second = <const RootMove *> other
    if first.guess != second.guess:
        return -1 if first.guess > second.guess else 1
    return better(&first.move, &second.move)


cdef class Endgame(EndSearch):
    """Compares the moves at the root of a search; arguments as of `EndSearch`."""

    def __dealloc__(self):
        free(self.roots)

    cdef int search_roots(self, int side, int scoreless, int64_t first, int64_t alpha, int64_t beta) except -1 nogil:
        """Search the root moves from `first` on and put the best of them there; bounds are kept with each."""
        cdef int64_t at, value, best = -UNBOUNDED, bound, leader = first
        cdef RootMove *root
        for at in range(first, self.root_count):
            root = &self.roots[at]
            bound = max(alpha, best)
            if at == first or bound + 1 >= beta:
                value = self.root_child(side, scoreless, root, bound, beta)
            else:
                value = self.root_child(side, scoreless, root, bound, bound + 1)
                if not self.stopped and bound < value < beta:
                    value = self.root_child(side, scoreless, root, value - 1, beta)
            if self.stopped:
                break
            root.guess = value
            if value > best:
                best = value
                leader = at
            if best >= beta:
                break
        self.lead(first, leader)
        return 0

    cdef int64_t root_child(self, int side, int scoreless, RootMove *root, int64_t alpha, int64_t beta) except? -9 nogil:
        """The value of a root move, as `search` gives it, and what is proved by it."""
        cdef int64_t value
        if root.lower == root.upper or root.lower >= beta:
            return root.lower
        if root.upper <= alpha:
            return root.upper
        if root.move.count:
            value = self.after_play(side, &root.move, alpha, beta)
        elif scoreless + 1 >= self.ending.scoreless:
            value = self.rest(side)
        elif not self.each or scoreless + 2 >= self.ending.scoreless:
            # Exact where a pass is the best move, else at most what it is worth: enough to find the best.
            value = self.after_pass(side, alpha, beta)
        else:
            value = -self.search(1 - side, False, -beta, -alpha)
        if not self.stopped:
            if value > alpha:
                root.lower = max(root.lower, value)
            if value < beta:
                root.upper = min(root.upper, value)
        return value

    cdef void lead(self, int64_t first, int64_t leader) noexcept nogil:
        """Move one root move to the front of those from `first` on; the others keep their order."""
        cdef RootMove moved = self.roots[leader]
        while leader > first:
            self.roots[leader] = self.roots[leader - 1]
            leader -= 1
        self.roots[first] = moved

    cdef bint decided(self, int64_t first) noexcept nogil:
        """Whether the root move at `first` is proved to be the best of those from there on, with its exact value."""
        cdef int64_t at
        if self.roots[first].lower != self.roots[first].upper:
            return False
        for at in range(first + 1, self.root_count):
            if self.roots[at].upper > self.roots[first].lower:
                return False
        return True

    cdef int prove(self, int side, int scoreless, int64_t first, int64_t guess) except -1 nogil:
        """Search the root moves from `first` on, in a window around the value that is expected, wider as long as it
        misses."""
        cdef int64_t low = 1, high = 1, alpha, beta
        while not self.stopped and not self.decided(first):
            alpha = guess - low
            beta = guess + high
            self.search_roots(side, scoreless, first, alpha, beta)
            guess = self.roots[first].guess
            if guess <= alpha:
                low *= 4
            elif guess >= beta:
                high *= 4
        return 0

    cdef int open_roots(self, int side) except -1:
        """List the moves at the root, the most promising first."""
        cdef int64_t at, guess
        cdef RootMove *roots
        with nogil:
            self.list_plays(side)
            stack_pass(&self.stack)
            self.order(side, 0)
        free(self.roots)
        self.root_count = 0
        roots = self.roots = <RootMove *> malloc(self.stack.count * sizeof(RootMove))
        if roots == NULL:
            raise MemoryError
        for at in range(self.stack.count):
            roots[at].move = self.stack.moves[at]
            roots[at].guess = self.stack.moves[at].rank
            roots[at].lower = -UNBOUNDED
            roots[at].upper = UNBOUNDED
        self.root_count = self.stack.count
        self.stack.count = 0
        qsort(roots, self.root_count, sizeof(RootMove), _more_promising)
        with nogil:
            guess = self.playout(side, False)
        for at in range(self.root_count):
            roots[at].guess = guess
        return 0

    def solve(self, int side, int scoreless, *, int64_t nodes, double seconds, int lines):
        """Search for the best `lines` moves of a side.

        Arguments:
            nodes: most positions to look at.
            seconds: most time; 0 for no limit.

        Returns for each move found, best first, `(move, lower, upper, guess, line)`: the move as `described` has it or None for
        a pass, proved bounds (None where there is none), the best guess, and the line of best play that begins with it
        (only where its value is proved). The game must not be over.
        """
        cdef int64_t index, wanted
        cdef bint whole
        self.begin(nodes, seconds)
        self.each = lines > 1
        self.open_roots(side)
        wanted = min(lines, self.root_count)
        whole = not self.stopped
        with nogil:
            for index in range(wanted):
                self.prove(side, scoreless, index, self.roots[index].guess)
        self.whole = whole
        self.complete = whole
        for index in range(wanted):
            self.complete = self.complete and self.decided(index)
        return [self.told(side, scoreless, index) for index in range(wanted)]

    def bounds(self):
        """What the last search proved of the best move's value: `(lower, upper)`, None where there is no bound."""
        cdef int64_t at, lower = -UNBOUNDED, upper = -UNBOUNDED
        for at in range(self.root_count):
            lower = max(lower, self.roots[at].lower)
            upper = max(upper, self.roots[at].upper)
        if not self.whole:
            upper = UNBOUNDED
        return None if lower == -UNBOUNDED else lower, None if upper == UNBOUNDED else upper

    cdef object told(self, int side, int scoreless, int64_t index):
        cdef RootMove *root = &self.roots[index]
        cdef list line = []
        move = None if root.move.count == 0 else self.table.described(&root.move)
        if root.lower == root.upper:
            line.append(move)
            self.follow(side, scoreless, &root.move, root.lower, line)
        return (
            move,
            None if root.lower == -UNBOUNDED else root.lower,
            None if root.upper == UNBOUNDED else root.upper,
            root.guess,
            line,
        )

    cdef int follow(self, int side, int scoreless, const EndMove *made, int64_t value, list line) except -1:
        """Append the best play after a move whose value is proved to a line, as far as the budget reaches."""
        cdef int64_t ended, first = self.stack.count, at
        cdef bint over
        cdef int other = 1 - side
        cdef EndMove move = made[0]
        value = move.score - value
        if move.count:
            self.table.make(side, &move)
        scoreless = 0 if move.count else scoreless + 1
        if not self.gone_out(other, &ended) and scoreless < self.ending.scoreless:
            with nogil:
                self.list_plays(other)
                self.order(other, first)
                qsort(&self.stack.moves[first], self.stack.count - first, sizeof(EndMove), better)
                at = first
                while at < self.stack.count and not self.stopped:
                    if self.after_play(other, &self.stack.moves[at], value - 1, value) >= value:
                        break
                    at += 1
                if at == self.stack.count and not self.stopped:
                    stack_pass(&self.stack)
            over = self.ending.no_play and self.stack.count == first + 1 and not self.table.any_play(side)
            if not self.stopped and not (over and self.stack.moves[first].count == 0):
                move = self.stack.moves[at]
                line.append(None if move.count == 0 else self.table.described(&move))
                self.follow(other, scoreless, &move, value, line)
        self.stack.count = first
        if made.count:
            self.table.unmake(side)
        return 0
