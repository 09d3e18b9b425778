# cython: language_level=3
"""The equation map: every true line up to a length, found by the multiset of its tiles.

Layout of a map (one block of memory, or one file):

- a header of sixteen 64-bit words;
- `slots`: a hash table by the key's highest bits with linear probing: in the upper half of a word the low
  half of the key, in the lower half where the multiset begins in `data`, 0 for an empty slot;
- `present`: one bit for each value of the key's highest bits and two more, a filter that is small enough
  for the processor's cache;
- `completions`: for each subset of tiles that lacks one tile of a line, and each place in that line, the
  symbols that make it a line there (16 bits a place);
- `data`: an unused word, then for each multiset its key and its equations.

The *key* of a multiset holds the count of each symbol in four bits, multiplied by an odd constant modulo
2^64. That is exact (no two multisets share a key), spreads them over the slots, and keys of parts can be
added.
"""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from summy.engine.kernel.structure cimport EquationBuffer, all_equations

cdef enum:
    HEADER_WORDS = 16
    VERSION = 1

cdef uint64_t MAGIC = 0x70616D796D6D7573ULL     # "summymap", lowest byte first


cdef int64_t _choose(int total, int taken) noexcept:
    cdef int64_t ways = 1
    cdef int index
    for index in range(taken):
        ways = ways * (total - index) // (index + 1)
    return ways


cdef void _fill_tables() noexcept:
    """Ranks: a multiset d1 <= d2 <= ... has the rank sum over i of C(d_i + i - 1, i) among those of its
    size.
    """
    cdef int symbol, size
    for symbol in range(SYMBOLS):
        KEYS[symbol] = key_of(symbol)
    KEYS[15] = 0
    for size in range(13):
        DIGIT_SETS[size] = <int32_t> _choose(size + 9, size)
        for symbol in range(10):
            DIGIT_RANK[symbol][size] = <int32_t> _choose(symbol + size, size + 1)
    for size in range(4):
        OPERATOR_SETS[size] = <int32_t> _choose(size + 3, size)
        for symbol in range(4):
            OPERATOR_RANK[symbol][size] = <int32_t> _choose(symbol + size, size + 1)


_fill_tables()


cdef int64_t _subset_bases(int64_t *bases) noexcept:
    """Where the subsets of each composition begin in `completions`; returns its size. `bases` is [2][4][9].
    """
    cdef int equals, operators, digits
    cdef int64_t size = 0
    for equals in range(2):
        for operators in range(4):
            for digits in range(9):
                bases[(equals * 4 + operators) * 9 + digits] = size
                if equals + operators + digits <= LARGEST_SUBSET:
                    size += (<int64_t> OPERATOR_SETS[operators] * DIGIT_SETS[digits]
                             * (equals + operators + digits + 1))
    # Records are read in words of four places: allow for the last one.
    return size + 16


cdef inline uint64_t _key_of(uint64_t equation) noexcept nogil:
    cdef int size = (equation >> 48) & 15
    cdef uint64_t key = 0
    while size:
        key += KEYS[equation & 15]
        equation >>= 4
        size -= 1
    return key


def build_map(int symbols):
    """All true lines of at most `symbols` symbols (up to 11), as the bytes of an equation map."""
    if not 5 <= symbols <= 11:
        raise ValueError("a map holds lines of 5 to 11 symbols")
    cdef EquationBuffer found
    cdef int64_t bases[72]
    cdef int64_t completions = _subset_bases(bases)
    cdef int64_t index, words, groups, at, bucket, buckets, size
    cdef int slot_bits, present_bits, sort_bits
    cdef uint64_t *sorted_equations = NULL
    cdef uint32_t *starts = NULL
    cdef uint8_t *memory
    cdef uint64_t key
    memset(&found, 0, sizeof(found))
    found.capacity = 1 << 16
    found.equations = <uint64_t *> malloc(found.capacity * sizeof(uint64_t))
    if found.equations == NULL:
        raise MemoryError
    try:
        with nogil:
            all_equations(symbols, &found)
        if found.failed:
            raise MemoryError
        slot_bits = 2 * symbols - 1
        present_bits = slot_bits + 2
        sort_bits = present_bits
        buckets = <int64_t> 1 << sort_bits
        sorted_equations = <uint64_t *> malloc(found.count * sizeof(uint64_t))
        starts = <uint32_t *> calloc(buckets + 1, sizeof(uint32_t))
        if sorted_equations == NULL or starts == NULL:
            raise MemoryError
        with nogil:
            _sort(&found, sorted_equations, starts, sort_bits)
            groups = _count_groups(sorted_equations, found.count)
        words = 1 + found.count + groups
        size = (HEADER_WORDS + (<int64_t> 1 << slot_bits) + (<int64_t> 1 << present_bits) // 64
                + (completions + 3) // 4 + words)
        made = bytearray(8 * size)
        memory = made
        _write_header(<uint64_t *> memory, symbols, found.count, groups, slot_bits, present_bits, words)
        with nogil:
            _write(memory, sorted_equations, found.count, slot_bits, present_bits, completions, bases)
        (<uint64_t *> memory)[8] = _checksum(<uint64_t *> memory + HEADER_WORDS, size - HEADER_WORDS)
        return made
    finally:
        free(found.equations)
        free(sorted_equations)
        free(starts)


cdef uint64_t _checksum(const uint64_t *words, int64_t count) noexcept nogil:
    cdef uint64_t first = 1, second = 0
    cdef int64_t index
    for index in range(count):
        first += words[index]
        second += first
    return first ^ second


cdef void _write_header(uint64_t *header, int symbols, int64_t equations, int64_t groups, int slot_bits,
                        int present_bits, int64_t words) noexcept:
    header[0] = MAGIC
    header[1] = VERSION
    header[2] = symbols
    header[3] = equations
    header[4] = groups
    header[5] = slot_bits
    header[6] = present_bits
    header[7] = words


cdef void _sort(EquationBuffer *found, uint64_t *into, uint32_t *starts, int bits) noexcept nogil:
    """Bring equations of one multiset together: by bucket first, then by key within each bucket."""
    cdef int64_t index, bucket, buckets = <int64_t> 1 << bits
    cdef int64_t low, high, at
    cdef uint64_t key, equation
    for index in range(found.count):
        starts[(_key_of(found.equations[index]) >> (64 - bits)) + 1] += 1
    for bucket in range(buckets):
        starts[bucket + 1] += starts[bucket]
    for index in range(found.count):
        bucket = _key_of(found.equations[index]) >> (64 - bits)
        into[starts[bucket]] = found.equations[index]
        starts[bucket] += 1
    # Each start has moved to the next bucket's.
    low = 0
    for bucket in range(buckets):
        high = starts[bucket]
        for index in range(low + 1, high):
            equation = into[index]
            key = _key_of(equation)
            at = index
            while at > low and _key_of(into[at - 1]) > key:
                into[at] = into[at - 1]
                at -= 1
            into[at] = equation
        low = high


cdef int64_t _count_groups(const uint64_t *equations, int64_t count) noexcept nogil:
    cdef int64_t index, groups = 0
    for index in range(count):
        groups += index == 0 or _key_of(equations[index]) != _key_of(equations[index - 1])
    return groups


cdef void _write(uint8_t *memory, const uint64_t *equations, int64_t count, int slot_bits, int present_bits,
                 int64_t completion_places, const int64_t *bases) noexcept nogil:
    """Write everything behind the header."""
    cdef uint64_t mask = (<uint64_t> 1 << slot_bits) - 1
    cdef uint64_t *slots = <uint64_t *> memory + HEADER_WORDS
    cdef uint64_t *present = slots + mask + 1
    cdef uint16_t *completions = <uint16_t *> (present + (<int64_t> 1 << present_bits) // 64)
    cdef uint64_t *data = <uint64_t *> completions + (completion_places + 3) // 4
    cdef int64_t at = 1, first = 0, index
    cdef uint64_t key, bit, slot
    while first < count:
        key = _key_of(equations[first])
        slot = key >> (64 - slot_bits)
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = key << 32 | <uint64_t> at
        bit = key >> (64 - present_bits)
        present[bit >> 6] |= <uint64_t> 1 << (bit & 63)
        data[at] = key
        at += 1
        index = first
        while index < count and _key_of(equations[index]) == key:
            data[at] = equations[index]
            at += 1
            index += 1
        data[at - 1] |= <uint64_t> 1 << LAST_AT
        _note_completions(completions, bases, equations + first, index - first)
        first = index


cdef void _note_completions(uint16_t *completions, const int64_t *bases, const uint64_t *equations,
                            int64_t count) noexcept nogil:
    """For each tile of each equation of one multiset: without it, this symbol completes a line at its
    place.
    """
    cdef int size = (equations[0] >> 48) & 15
    cdef int8_t counts[16]
    cdef int64_t records[16]
    cdef int place, symbol
    cdef int64_t index
    if size > LARGEST_SUBSET + 1:
        return
    memset(counts, 0, sizeof(counts))
    for place in range(size):
        counts[(equations[0] >> (4 * place)) & 15] += 1
    for symbol in range(SYMBOLS):
        if counts[symbol]:
            counts[symbol] -= 1
            records[symbol] = _record(bases, counts)
            counts[symbol] += 1
    for index in range(count):
        for place in range(size):
            symbol = (equations[index] >> (4 * place)) & 15
            completions[records[symbol] + place] |= <uint16_t> (1 << symbol)


cdef int64_t _record(const int64_t *bases, const int8_t *counts) noexcept nogil:
    """Where the record of a subset begins in `completions`."""
    cdef int symbol, each, digits = 0, operators = 0
    cdef int64_t digit_rank = 0, operator_rank = 0
    for symbol in range(PLUS):
        for each in range(counts[symbol]):
            digit_rank += DIGIT_RANK[symbol][digits]
            digits += 1
    for symbol in range(PLUS, EQUALS):
        for each in range(counts[symbol]):
            operator_rank += OPERATOR_RANK[symbol - PLUS][operators]
            operators += 1
    return (bases[(counts[EQUALS] * 4 + operators) * 9 + digits]
            + (operator_rank * DIGIT_SETS[digits] + digit_rank) * (counts[EQUALS] + operators + digits + 1))


cdef class EquationMap:
    """An equation map in memory: `EquationMap(block)` for any block of bytes, such as a mapped file.

    Errors: ValueError when the block is not a whole map of this version.
    """

    def __init__(self, block):
        cdef const uint8_t[::1] view = block
        self.keeper = view
        if view.shape[0] < 8 * HEADER_WORDS:
            raise ValueError("not an equation map")
        self._point(&view[0], view.shape[0])

    cdef int _point(self, const uint8_t *memory, int64_t size) except -1:
        cdef const uint64_t *header = <const uint64_t *> memory
        cdef int64_t completions = _subset_bases(&self.subset_base[0][0][0])
        cdef int64_t slots, filters
        if header[0] != MAGIC or header[1] != VERSION or header[5] > 30 or header[6] > 40:
            raise ValueError("not an equation map of this version")
        slots = <int64_t> 1 << header[5]
        filters = (<int64_t> 1 << header[6]) // 64
        if size != 8 * <int64_t> (HEADER_WORDS + slots + filters + (completions + 3) // 4 + header[7]):
            raise ValueError("the equation map is not whole")
        if header[8] != _checksum(header + HEADER_WORDS, size // 8 - HEADER_WORDS):
            raise ValueError("the equation map is damaged")
        self.symbols = header[2]
        self.equations = header[3]
        self.multisets = header[4]
        self.slot_shift = 64 - <int> header[5]
        self.slot_mask = slots - 1
        self.present_shift = 64 - <int> header[6]
        self.slots = header + HEADER_WORDS
        self.present = self.slots + slots
        self.completions = <const uint16_t *> (self.present + filters)
        self.data = <const uint64_t *> self.completions + (completions + 3) // 4
        return 0

    def lines(self, tiles):
        """The true lines that use exactly these symbols, each as a tuple of symbols; for tests and curious
        people.
        """
        cdef uint64_t key = 0
        cdef const uint64_t *at
        for symbol in tiles:
            key += KEYS[<int> symbol]
        at = equations_of(self, key)
        found = []
        while at != NULL:
            found.append(tuple([(at[0] >> (4 * place)) & 15 for place in range((at[0] >> 48) & 15)]))
            if at[0] >> LAST_AT:
                break
            at += 1
        return found
