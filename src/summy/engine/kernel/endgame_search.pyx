# cython: language_level=3
"""The search of end games of two sides whose hands are known: negamax with proofs.

Values are points that the side to move gains on the other from here to the end, settlement included; scores so far do
not matter. Every value that is kept rests on legal moves and ends of the game alone, on no estimate.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free, qsort
from libc.string cimport memset

import time

from summy.engine.kernel.endgame_memory cimport Known, Memory
from summy.engine.kernel.endgame_table cimport UNBOUNDED, EndMove, EndTable, MoveStack, Signature, stack_next
from summy.engine.kernel.splitmix cimport mixed

cdef enum:
    HISTORY = 4096        # moves are counted by so many marks
    FIRST_FEW = 6         # moves that are picked one by one before the rest is sorted
    FEW_BEST = 12         # best scores that are tried before all plays of a hand with a blank are listed
    LOOK_AFTER = 3000     # plays listed between two looks at the clock


cdef int better(const void *one, const void *other) noexcept nogil:
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

    cdef int begin(self, int64_t nodes, double seconds) except -1:
        """Begin anew with a budget: most positions to look at, most time (0: no limit)."""
        self.nodes = 0
        self.plays = 0
        self.next_look = LOOK_AFTER
        self.node_limit = nodes
        self.until = time.monotonic() + seconds if seconds else 0.0
        self.stopped = False
        self.stack.count = 0
        memset(self.history, 0, 2 * HISTORY * sizeof(int32_t))
        self.table.prepare()
        return 0

    cdef int look_at_clock(self) except -1 nogil:
        """Stop when the budget is used up."""
        self.nodes += 1
        if self.nodes > self.node_limit:
            self.stopped = True
        elif self.plays + self.nodes >= self.next_look:
            self.next_look = self.plays + self.nodes + LOOK_AFTER
            with gil:
                PyErr_CheckSignals()  # whoever presses Ctrl-C need not wait for the proof
                if self.until:
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
            qsort(&self.stack.moves[at], self.stack.count - at, sizeof(EndMove), better)
        if at - first >= FIRST_FEW:
            return
        for index in range(at + 1, self.stack.count):
            if better(&self.stack.moves[index], &self.stack.moves[best]) < 0:
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
