# cython: language_level=3
"""What kept tiles are worth, in hundredths of a point, ready for inner loops.

Up to `exact_size` tiles every multiset has an entry of its own. Larger ones are composed: a constant, a summand for
each tile and one for each pair of tiles, all by how many tiles are kept. A table without entries is a model alone.

Values are those of a stock that lasts. When it is about to run out, kept tiles serve for fewer turns and are not
filled up to a whole hand: `worth` takes the value in proportion to the stock, in full from a hand's size on. With an
empty stock tiles are worth what the end of the game makes of them (`settled`).
"""

from libc.string cimport memcpy, memset

from summy.engine.kernel.multisets cimport CHOOSE, LARGEST, MOST_KINDS, rank_of

from summy.engine.kernel.multisets import how_many


def entry_count(int kinds, int size):
    """Entries of a table for 0 to `size` kept tiles."""
    return sum([how_many(kinds, kept) for kept in range(size + 1)])


def model_length(int kinds):
    """Numbers that make a model: for 0 to 12 tiles a constant, each kind, each pair of kinds (lower one first)."""
    return (LARGEST + 1) * (1 + kinds + kinds * (kinds + 1) // 2)


cdef class LeaveTable:
    """The worth of every set of tiles that may be kept.

    Arguments:
        symbols: tile names in the order of the placement's kernel.
        kinds: names of the ruleset's tiles, in the same order.
        hand_size: of the ruleset.
        exact_size: so many kept tiles at most have entries of their own.
        entries: 16-bit integers of this machine, by number of tiles, then by number of the multiset.
        model: for each number of tiles from 0 to 12 the constant, the summands of kinds, those of pairs.
        settled: what each tile is worth once the stock is empty.
        header: where the values come from.
    """

    def __init__(self, symbols, kinds, int hand_size, *, int exact_size=-1, entries=b"", model, settled, header=None):
        cdef const unsigned char[::1] bytes_of = entries
        cdef int size, kind, other, at = 0
        if not 1 <= len(kinds) <= len(symbols) <= MOST_KINDS or not -1 <= exact_size <= LARGEST:
            raise ValueError("no such table")
        if len(entries) != 2 * entry_count(len(kinds), exact_size) or len(model) != model_length(len(kinds)):
            raise ValueError("a table of another size")
        self.header = header
        self.hand_size = hand_size
        self.exact_size = exact_size
        self.kinds = len(kinds)
        self.symbols = len(symbols)
        memset(self.column, -1, sizeof(self.column))
        for kind, name in enumerate(kinds):
            self.column[<int> symbols.index(name)] = kind
        for name, value in settled.items():
            self.settled[<int> symbols.index(name)] = value
        self.places = {name: place for place, name in enumerate(symbols)}
        self.keeper = entries
        if exact_size >= 0:
            self.entries = <const int16_t *> &bytes_of[0]
        for size in range(exact_size + 1):
            self.first[size + 1] = self.first[size] + <int64_t> how_many(self.kinds, size)
        for size in range(LARGEST + 1):
            self.base[size] = model[at]
            at += 1
            for kind in range(self.kinds):
                self.single[size][kind] = model[at]
                at += 1
            for kind in range(self.kinds):
                for other in range(kind, self.kinds):
                    self.pair[size][kind][other] = self.pair[size][other][kind] = model[at]
                    at += 1

    cdef int32_t _composed(self, const int32_t *kept, int32_t size) noexcept nogil:
        cdef int32_t value = self.base[size]
        cdef int32_t kind, other
        for kind in range(self.kinds):
            if kept[kind] == 0:
                continue
            value += kept[kind] * self.single[size][kind]
            value += kept[kind] * (kept[kind] - 1) // 2 * self.pair[size][kind][kind]
            for other in range(kind + 1, self.kinds):
                if kept[other]:
                    value += kept[kind] * kept[other] * self.pair[size][kind][other]
        return value

    cdef int32_t value_of(self, const int32_t *counts) noexcept nogil:
        cdef int32_t kept[29]
        cdef int32_t symbol, size = 0
        # Tiles that the ruleset does not have are worth nothing.
        for symbol in range(self.symbols):
            if self.column[symbol] >= 0:
                kept[self.column[symbol]] = counts[symbol]
                size += counts[symbol]
        if size <= self.exact_size:
            return self.entries[self.first[size] + rank_of(kept, self.kinds)]
        return self._composed(kept, min(size, LARGEST))

    cdef int32_t worth_of(self, const int32_t *counts, int32_t stock) noexcept nogil:
        cdef int32_t symbol, value = 0
        if stock <= 0:
            for symbol in range(self.symbols):
                value += counts[symbol] * self.settled[symbol]
            return value
        value = self.value_of(counts)
        if stock >= self.hand_size:
            return value
        return value * stock // self.hand_size

    cdef int32_t best_kept(self, const int32_t *counts, int32_t stock, int32_t least, int32_t most,
                           int32_t *kept) noexcept nogil:
        cdef Keeping keeping
        cdef int32_t hand[29]
        cdef int32_t symbol, size = 0
        for symbol in range(self.symbols):
            kept[symbol] = 0
            if self.column[symbol] >= 0:
                hand[self.column[symbol]] = counts[symbol]
                size += counts[symbol]
        memset(keeping.kept, 0, sizeof(keeping.kept))
        memset(keeping.best, 0, sizeof(keeping.best))
        keeping.hand = hand
        keeping.worth = NO_LEAVE
        keeping.least = max(0, least)
        keeping.most = min(most, LARGEST)
        keeping.stock = stock
        self._keep_from(&keeping, 0, 0, 0, size)
        for symbol in range(self.symbols):
            if self.column[symbol] >= 0:
                kept[symbol] = keeping.best[self.column[symbol]]
        return keeping.worth

    cdef void _keep_from(self, Keeping *keeping, int32_t kind, int32_t size, int64_t rank, int32_t left) noexcept nogil:
        """Try all choices of this kind and the later ones, of which the hand has `left`; `rank` as in `rank_of`."""
        cdef int32_t worth, copies, held
        while kind < self.kinds and keeping.hand[kind] == 0:
            kind += 1
        if size > keeping.most or size + left < keeping.least:
            return
        if kind == self.kinds:
            if keeping.stock <= 0:
                worth = self._settled_of(keeping.kept)
            else:
                worth = self.entries[self.first[size] + rank] if size <= self.exact_size else self._composed(keeping.kept, size)
                if keeping.stock < self.hand_size:
                    worth = worth * keeping.stock // self.hand_size
            if worth > keeping.worth:
                keeping.worth = worth
                memcpy(keeping.best, keeping.kept, sizeof(keeping.kept))
            return
        held = keeping.hand[kind]
        for copies in range(held + 1):
            keeping.kept[kind] = copies
            self._keep_from(keeping, kind + 1, size + copies, rank, left - held)
            rank += CHOOSE[kind + size + copies][size + copies + 1]
        keeping.kept[kind] = 0

    cdef int32_t _settled_of(self, const int32_t *kept) noexcept nogil:
        cdef int32_t symbol, worth = 0
        for symbol in range(self.symbols):
            if self.column[symbol] >= 0:
                worth += kept[self.column[symbol]] * self.settled[symbol]
        return worth

    cdef int _count(self, names, int32_t *counts) except -1:
        cdef int taken = 0
        memset(counts, 0, MOST_KINDS * sizeof(int32_t))
        for name in names:
            counts[<int> self.places[name]] += 1
            taken += 1
        if taken > LARGEST:
            raise ValueError("a hand holds at most 12 tiles")
        return 0

    def value(self, names):
        """Hundredths of a point that these kept tiles are worth."""
        cdef int32_t counts[29]
        self._count(names, counts)
        return self.value_of(counts)

    def worth(self, names, int stock):
        """The same when `stock` tiles are left to draw."""
        cdef int32_t counts[29]
        self._count(names, counts)
        return self.worth_of(counts, stock)

    def highest(self):
        """The highest entry, hundredths of a point; 0 for a table without entries."""
        cdef int64_t index
        cdef int32_t highest = 0
        for index in range(self.first[self.exact_size + 1]):
            highest = max(highest, self.entries[index])
        return highest

    def index(self, names):
        """Where these tiles have their entry; ValueError where they have none."""
        cdef int32_t counts[29]
        cdef int32_t kept[29]
        cdef int32_t symbol, size = 0
        self._count(names, counts)
        for symbol in range(self.symbols):
            if self.column[symbol] >= 0:
                kept[self.column[symbol]] = counts[symbol]
            elif counts[symbol]:
                raise ValueError("not a tile of this ruleset")
            size += counts[symbol]
        if size > self.exact_size:
            raise ValueError("these tiles have no entry")
        return self.first[size] + rank_of(kept, self.kinds)

    def best_to_keep(self, names, int stock, int least, int most):
        """The most valuable `least` to `most` of these tiles, as (worth, names); None where there are not so many."""
        cdef int32_t counts[29]
        cdef int32_t kept[29]
        self._count(names, counts)
        worth = self.best_kept(counts, stock, least, most, kept)
        if worth == NO_LEAVE:
            return None
        return worth, tuple([name for name, symbol in self.places.items() for _ in range(kept[<int> symbol])])
