"""C types that the modules of line placement share: symbols, pattern classes, places, packed plays.

A *symbol* is a small integer: 0 to 9 the digits, then the four operators and the equals sign. A *core* is
the part of a line between its first and last table tile. A *class* is a core with the *places* where it lies
on the table: it is searched once and gives plays at each place.
"""

from libc.stdlib cimport realloc
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "machine.h" nogil:
    ctypedef long long int128 "summy_int128"
    int lowest_bit "summy_lowest_bit" (uint64_t word)
    uint64_t load_word "summy_load" (const void *address)
    void fetch "summy_fetch" (const void *address)
    bint CHECK_BOUNDS "SUMMY_CHECK_BOUNDS"

cdef enum:
    PLUS = 10
    MINUS = 11
    TIMES = 12
    DIVIDE = 13
    EQUALS = 14
    NOTHING_YET = -0x7fffffff   # a cut that every score reaches
    NOTHING_MORE = 0x7fffffff   # a cut that no score reaches
    SYMBOLS = 15          # how many symbols there are
    GAP = 15              # a free square inside a core
    RESERVED = 16         # a square that stays empty for ever
    MOST_DIGITS = 38      # digits of a line that 128 bits hold
    LONGEST_MAPPED = 11   # most symbols of a line in the equation map
    MAX_HAND = 12         # most tiles of a hand that can be laid in one turn

ctypedef struct Place:
    int32_t x             # square of the core's first tile
    int32_t y
    int32_t core          # index of the class
    int8_t down           # direction: 0 across, 1 down
    uint8_t left          # free squares that may be filled before the core, at most MAX_HAND
    uint8_t right         # the same behind it
    uint8_t padding

ctypedef struct Core:
    int64_t first_cell    # where its squares begin in the cells of the snapshot
    int32_t length        # squares from first to last table tile
    int32_t gaps          # free squares among them
    int32_t points        # points of its table tiles
    int32_t digits        # digit tiles
    int32_t operators     # operator tiles
    int32_t equals        # equals signs, 0 or 1
    int32_t left          # most free squares before it over all its places
    int32_t right         # the same behind it
    int32_t first_place   # its places are consecutive
    int32_t places
    uint64_t key          # of its tiles, as in the equation map
    uint64_t pattern      # its tiles, four bits a square, if it is not longer than LONGEST_MAPPED
    uint64_t mask         # which bits of the pattern count

ctypedef struct PackedPlay:
    # Four bits a laid tile in line order, lowest first; from bit 48 their number, from 52 how many stand before
    # the core.
    uint64_t tiles
    uint32_t place
    int32_t score

ctypedef struct Ceiling:
    # the most points that a hand can add to a line
    int32_t digits[13]    # by the number of digits laid
    int32_t signs         # operators and equals sign
    int32_t bonus         # for a full hand

ctypedef struct PlayBuffer:
    PackedPlay *plays
    int64_t count
    int64_t capacity
    bint failed           # out of memory

ctypedef struct Cut:
    # for a search that wants only the best plays: plays that score less than `score` are not wanted any more
    int32_t score
    int32_t wanted        # so many plays; 0: any one play will do
    int32_t found
    int32_t *heap         # the best scores so far, lowest first; NULL: `score` stays as it is

ctypedef struct Grammar:
    bint operator_required
    bint integer_steps
    int max_digits        # of one number; 0: no limit
    int full_hand         # so many tiles laid in one turn
    int full_hand_bonus   # give so many points more

ctypedef struct Hand:
    int32_t counts[16]
    int32_t size
    int32_t digits
    int32_t operators
    int32_t equals


cdef inline void take_out(const PackedPlay *play, int32_t *counts) noexcept nogil:
    """Take the tiles of a play out of a hand, by symbol."""
    cdef int32_t tile
    cdef int32_t laid = (play.tiles >> 48) & 15
    for tile in range(laid):
        counts[(play.tiles >> (4 * tile)) & 15] -= 1


cdef inline bint lies_before(const Place *places, const PackedPlay *one, const PackedPlay *other) noexcept nogil:
    """An order of plays by where they lie and what they lay. (The order of places is that in which lines came about.)"""
    cdef const Place *first = &places[one.place]
    cdef const Place *second = &places[other.place]
    if first.down != second.down:
        return first.down < second.down
    if first.y != second.y:
        return first.y < second.y
    if first.x != second.x:
        return first.x < second.x
    return one.tiles < other.tiles


cdef inline uint64_t key_of(int symbol) noexcept nogil:
    """The key of one symbol; the key of a multiset of tiles is the sum over its tiles (`equations.pyx`)."""
    return <uint64_t> 0x9E3779B97F4A7C15ULL << (4 * symbol)


cdef inline bint buffer_grow(PlayBuffer *buffer) noexcept nogil:
    """Make room for more plays; False when memory is out."""
    cdef int64_t capacity = 2 * buffer.capacity if buffer.capacity else 1024
    cdef PackedPlay *bigger = <PackedPlay *> realloc(buffer.plays, capacity * sizeof(PackedPlay))
    if bigger == NULL:
        buffer.failed = True
        return False
    buffer.plays = bigger
    buffer.capacity = capacity
    return True


cdef inline bint buffer_add(PlayBuffer *buffer, uint64_t tiles, uint32_t place, int32_t score) noexcept nogil:
    """Append one play; False when memory is out."""
    if buffer.count == buffer.capacity and not buffer_grow(buffer):
        return False
    buffer.plays[buffer.count].tiles = tiles
    buffer.plays[buffer.count].place = place
    buffer.plays[buffer.count].score = score
    buffer.count += 1
    return True


cdef inline void cut_note(Cut *cut, int32_t score) noexcept nogil:
    """A play with this score has been found: raise the cut when enough plays score as much."""
    cdef int32_t at, child
    if cut.wanted == 0:
        cut.score = NOTHING_MORE
        return
    if cut.heap == NULL:
        return
    if cut.found < cut.wanted:
        at = cut.found
        cut.found += 1
        while at and cut.heap[(at - 1) // 2] > score:
            cut.heap[at] = cut.heap[(at - 1) // 2]
            at = (at - 1) // 2
        cut.heap[at] = score
    elif score > cut.heap[0]:
        at = 0
        while 2 * at + 1 < cut.wanted:
            child = 2 * at + 1
            if child + 1 < cut.wanted and cut.heap[child + 1] < cut.heap[child]:
                child += 1
            if cut.heap[child] >= score:
                break
            cut.heap[at] = cut.heap[child]
            at = child
        cut.heap[at] = score
    if cut.found == cut.wanted:
        cut.score = cut.heap[0]


cdef inline void ceiling_of(Ceiling *ceiling, const Hand *hand, const Grammar *grammar,
                            const int32_t *points) noexcept nogil:
    """Bound what a hand can add to a line."""
    cdef int32_t left[10]
    cdef int digit, best, taken
    for digit in range(PLUS):
        left[digit] = hand.counts[digit]
    ceiling.digits[0] = 0
    for taken in range(1, hand.digits + 1):
        best = -1
        for digit in range(PLUS - 1, -1, -1):
            if left[digit] and (best < 0 or points[digit] > points[best]):
                best = digit
        left[best] -= 1
        ceiling.digits[taken] = ceiling.digits[taken - 1] + points[best]
    # Signs score nothing in the games we know, but a ruleset may say otherwise.
    ceiling.signs = 0
    for digit in range(PLUS, SYMBOLS):
        if points[digit] > 0:
            ceiling.signs += points[digit] * hand.counts[digit]
    ceiling.bonus = max(0, grammar.full_hand_bonus) if hand.size >= grammar.full_hand else 0
