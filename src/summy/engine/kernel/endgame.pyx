# cython: language_level=3
"""The exact end game of two sides whose hands are known: negamax with proofs.

Values are points that the side to move gains on the other from here to the end, settlement included; scores so far do
not matter. Every value that is kept rests on legal moves and ends of the game alone, on no estimate.
"""

from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

import time

from summy.engine.kernel.endgame_memory cimport Known, Memory
from summy.engine.kernel.endgame_table cimport UNBOUNDED, EndMove, EndTable, MoveStack, Signature, mixed, stack_next

cdef enum:
    HISTORY = 4096        # moves are counted by so many marks
    FIRST_FEW = 6         # moves that are picked one by one before the rest is sorted
    FEW_BEST = 12         # best scores that are tried before all plays of a hand with a blank are listed
    LOOK_AFTER = 3000     # plays listed between two looks at the clock


cdef int _better(const void *one, const void *other) noexcept nogil:
    """Order of moves: highest rank first; equal ranks in an order that does not depend on the search."""
    cdef const EndMove *first = <const EndMove *> one
    cdef const EndMove *second = <const EndMove *> other
    if first.rank != second.rank:
        return -1 if first.rank > second.rank else 1
    if first.mark != second.mark:
        return -1 if first.mark < second.mark else 1
    if first.tiles != second.tiles:
        return -1 if first.tiles < second.tiles else 1
    return (first.kinds > second.kinds) - (first.kinds < second.kinds)


cdef int _more_promising(const void *one, const void *other) noexcept nogil:
    """Order of moves at the root: by proved bound and guess."""
    cdef const RootMove *first = <const RootMove *> one
    cdef const RootMove *second = <const RootMove *> other
    if first.guess != second.guess:
        return -1 if first.guess > second.guess else 1
    return _better(&first.move, &second.move)


cdef bint is_same(const EndMove *one, const EndMove *other) noexcept nogil:
    """Whether two plays of one position are the same."""
    return (one.mark == other.mark and one.tiles == other.tiles and one.kinds == other.kinds and one.x == other.x
            and one.y == other.y and one.down == other.down and one.count == other.count)


cdef int stack_pass(MoveStack *stack) except -1 nogil:
    """Append a pass to the moves of a stack."""
    memset(stack_next(stack), 0, sizeof(EndMove))
    return 0


cdef int8_t effort_of(int64_t nodes) noexcept nogil:
    """Binary logarithm of a number of positions, rounded down."""
    cdef int8_t found = 0
    while nodes > 1:
        nodes >>= 1
        found += 1
    return found


cdef class EndSearch:
    """Searches end games on one table.

    Arguments:
        table: the table with both hands.
        memory: what was found before; one memory may serve all positions of a game.
        scoreless: turns in a row without a play that end the game.
        deduct: whether each side then loses the points of its hand.
        out: whether the game ends when a hand is empty.
        out_bonus: times the points of the other hand that the empty side gains.
        no_play: whether the game ends when no side has a play.
    """

    def __cinit__(self, EndTable table, Memory memory, *, int scoreless, bint deduct, bint out, int64_t out_bonus, bint no_play):
        self.table = table
        self.memory = memory
        self.ending.scoreless = scoreless
        self.ending.deduct = deduct
        self.ending.out = out
        self.ending.out_bonus = out_bonus
        self.ending.no_play = no_play
        self.history = <int32_t *> calloc(2 * HISTORY, sizeof(int32_t))
        if self.history == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.stack.moves)
        free(self.roots)
        free(self.history)

    # ------------------------------------------------------------------------------------ the rules

    cdef bint gone_out(self, int side, int64_t *value) noexcept nogil:
        """Whether the game is over because a hand is empty; `value` is then what `side` gains on the other."""
        cdef int other = 1 - side
        value[0] = 0
        if not self.ending.out or (self.table.sizes[0] and self.table.sizes[1]):
            return False
        if self.table.sizes[side] == 0:
            value[0] += self.ending.out_bonus * self.table.worth[other]
        if self.table.sizes[other] == 0:
            value[0] -= self.ending.out_bonus * self.table.worth[side]
        return True

    cdef int64_t rest(self, int side) noexcept nogil:
        """What a side gains on the other when both only pass from here on."""
        return self.table.worth[1 - side] - self.table.worth[side] if self.ending.deduct else 0

    cdef int list_plays(self, int side) except -1 nogil:
        """Append all plays of a side to the stack; more than can be kept end the search like any other limit."""
        cdef int64_t first = self.stack.count
        if self.table.list_plays(side, &self.stack):
            self.stopped = True
        self.plays += self.stack.count - first
        return 0

    cdef int look_at_clock(self) except -1 nogil:
        """Stop when the budget is used up."""
        self.nodes += 1
        if self.nodes > self.node_limit:
            self.stopped = True
        elif self.plays + self.nodes >= self.next_look:
            self.next_look = self.plays + self.nodes + LOOK_AFTER
            if self.until:
                with gil:
                    self.stopped = time.monotonic() >= self.until
        return 0

    # ------------------------------------------------------------------------------------ order of moves

    cdef int order(self, int side, int64_t first) except -1 nogil:
        """Rank the moves of the stack from `first` on: first those with many points that have often refuted others."""
        cdef int64_t index
        cdef EndMove *move
        cdef int other = 1 - side
        for index in range(first, self.stack.count):
            move = &self.stack.moves[index]
            move.rank = 16 * (move.score + self.ending.out_bonus * move.worth)
            if self.ending.out and move.count == self.table.sizes[side]:
                move.rank += 16 * self.ending.out_bonus * self.table.worth[other]
            move.rank += self.history[side * HISTORY + move.mark % HISTORY]
            if move.count == 0:
                move.rank = -UNBOUNDED
        return 0

    cdef void pick(self, int64_t first, int64_t at) noexcept nogil:
        """Bring the best of the moves from `at` on there."""
        cdef int64_t index, best = at
        cdef EndMove moved
        if at - first == FIRST_FEW:
            qsort(&self.stack.moves[at], self.stack.count - at, sizeof(EndMove), _better)
        if at - first >= FIRST_FEW:
            return
        for index in range(at + 1, self.stack.count):
            if _better(&self.stack.moves[index], &self.stack.moves[best]) < 0:
                best = index
        if best != at:
            moved = self.stack.moves[at]
            self.stack.moves[at] = self.stack.moves[best]
            self.stack.moves[best] = moved

    cdef void credit(self, int side, const EndMove *move) noexcept nogil:
        """A move has refuted what came before it."""
        cdef int32_t *count = &self.history[side * HISTORY + move.mark % HISTORY]
        cdef int64_t index
        if move.count == 0:
            return
        count[0] += 4
        if count[0] > 1000:
            for index in range(2 * HISTORY):
                self.history[index] //= 2

    # ------------------------------------------------------------------------------------ search

    cdef int64_t playout(self, int side, bint passed) except? -9 nogil:
        """What comes out when both sides always take the play of the highest score; `passed` says that the other side has none."""
        cdef int64_t value, first = self.stack.count
        cdef EndMove move
        if self.gone_out(side, &value):
            return value
        self.table.list_first(side, &self.stack)
        self.plays += 1
        if self.stack.count == first:
            if passed:
                return self.rest(side)
            return -self.playout(1 - side, True)
        move = self.stack.moves[first]
        self.stack.count = first
        self.table.make(side, &move)
        value = move.score - self.playout(1 - side, False)
        self.table.unmake(side)
        return value

    cdef Signature signature_of(self, int side, bint must_play) noexcept nogil:
        """By what a position is known again, with the side to move and the question that is asked of it."""
        cdef Signature found = self.table.signature
        found.low ^= mixed(<uint64_t> (2 * must_play + side + 1))
        return found

    cdef int64_t after_play(self, int side, const EndMove *made, int64_t alpha, int64_t beta) except? -9 nogil:
        """The value of a play: its score less what the other side gains after it, in a window moved by the score."""
        cdef EndMove move = made[0]
        cdef int64_t value
        self.table.make(side, &move)
        value = move.score - self.search(1 - side, False, move.score - beta, move.score - alpha)
        self.table.unmake(side)
        return value

    cdef int64_t after_pass(self, int side, int64_t alpha, int64_t beta) except? -9 nogil:
        """The value of a pass, where one alone does not end the game: the other side plays on or passes too, and then it
        is best for both to go on passing."""
        cdef int64_t rest = self.rest(side)
        if rest <= alpha:
            return rest  # it is worth no more than that
        return min(rest, -self.search(1 - side, True, -min(beta, rest), -alpha))

    cdef int try_stages(self, int side, int64_t first, const Known *known, Node *node) except -1 nogil:
        """Try plays until one refutes: the best known, then the best scores where a blank makes all plays many, then all.

        Plays tried stay on the stack: it is empty from `first` on only if the side has no play.
        """
        if known != NULL and known.best.count:
            stack_next(&self.stack)[0] = known.best
            self.try_plays(side, first, node)
        if node.best < node.beta and not self.stopped and self.table.wild(side):
            self.list_more(side, first, FEW_BEST, node)
            self.try_plays(side, node.listed, node)
        if node.best < node.beta and not self.stopped:
            self.list_more(side, first, 0, node)
            self.try_plays(side, node.listed, node)
        return 0

    cdef int list_more(self, int side, int64_t first, int wanted, Node *node) except -1 nogil:
        """List the `wanted` best plays (0: all) behind those of this position that were tried, without these again."""
        cdef int64_t index, before
        cdef int64_t kept = self.stack.count
        cdef bint tried
        node.listed = kept
        if wanted:
            self.table.list_best(side, wanted, &self.stack)
        else:
            self.list_plays(side)
        if kept == first:
            return 0
        for index in range(kept, self.stack.count):
            tried = False
            for before in range(first, node.listed):
                if is_same(&self.stack.moves[index], &self.stack.moves[before]):
                    tried = True
                    break
            if not tried:
                self.stack.moves[kept] = self.stack.moves[index]
                kept += 1
        self.stack.count = kept
        return 0

    cdef int try_plays(self, int side, int64_t first, Node *node) except -1 nogil:
        """Try the plays of the stack from `first` on, the most promising first, until one refutes."""
        cdef int64_t at, value, bound
        self.order(side, first)
        for at in range(first, self.stack.count):
            self.pick(first, at)
            bound = max(node.alpha, node.best)
            # The first is taken for the best: of the others it is only asked whether they are better.
            if at == first or bound + 1 >= node.beta:
                value = self.after_play(side, &self.stack.moves[at], bound, node.beta)
            else:
                value = self.after_play(side, &self.stack.moves[at], bound, bound + 1)
                if not self.stopped and bound < value < node.beta:
                    value = self.after_play(side, &self.stack.moves[at], value - 1, node.beta)
            if self.stopped:
                return 0
            if value > node.best:
                node.best = value
                node.found = self.stack.moves[at]
            if value >= node.beta:
                self.credit(side, &self.stack.moves[at])
                return 0
        return 0

    cdef int64_t search(self, int side, bint must_play, int64_t alpha, int64_t beta) except? -9 nogil:
        """The value of a position for the side to move: exact between `alpha` and `beta`, a bound from above where it is
        not above `alpha`, from below where it is not below `beta`. Of no use once the search has `stopped`.

        Arguments:
            must_play: the value of its plays alone; -UNBOUNDED when it has none. Else a pass is looked at too.
        """
        cdef int64_t value, first = self.stack.count, before = self.nodes
        cdef Signature signature
        cdef Known *known
        cdef Node node
        if self.gone_out(side, &value):
            return value
        self.look_at_clock()
        if self.stopped:
            return 0
        signature = self.signature_of(side, must_play)
        known = self.memory.find(&signature)
        if known != NULL:
            if known.lower >= beta or known.lower == known.upper:
                return known.lower
            if known.upper <= alpha:
                return known.upper
            # What is proved narrows the window.
            alpha = max(alpha, known.lower)
            beta = min(beta, known.upper)
        node.alpha = alpha
        node.beta = beta
        node.best = -UNBOUNDED
        node.found.count = 0
        self.try_stages(side, first, known, &node)
        if (self.stack.count == first and not self.stopped and not must_play and self.ending.no_play
                and not self.table.any_play(1 - side)):
            return 0
        self.stack.count = first
        if node.best < beta and not must_play and not self.stopped:
            value = self.after_pass(side, max(alpha, node.best), beta)
            if value > node.best:
                node.best = value
                node.found.count = 0
        if self.stopped:
            return 0
        known = self.memory.claim(&signature)
        known.best = node.found
        known.effort = effort_of(self.nodes - before)
        if node.best > alpha:
            known.lower = max(known.lower, node.best)
        if node.best < beta:
            known.upper = min(known.upper, node.best)
        return node.best

    # ------------------------------------------------------------------------------------ the root

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
        self.stack.count = 0
        self.table.prepare()
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
        self.nodes = 0
        self.plays = 0
        self.next_look = LOOK_AFTER
        self.node_limit = nodes
        self.until = time.monotonic() + seconds if seconds else 0.0
        self.stopped = False
        self.each = lines > 1
        memset(self.history, 0, 2 * HISTORY * sizeof(int32_t))
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
                qsort(&self.stack.moves[first], self.stack.count - first, sizeof(EndMove), _better)
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
