"""C types that all kernel modules share: symbols, pattern classes, places, packed plays.

A *symbol* is a small integer: 0 to 9 the digits, then the four operators and the equals sign. A *core* is the part
of a line between its first and last table tile; cores with equal symbols and equal gaps are one *class*, searched
once, with a list of the *places* where it lies on the table.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef extern from "wide.h" nogil:
    ctypedef long long int128 "summy_int128"

cdef enum:
    PLUS = 10
    MINUS = 11
    TIMES = 12
    DIVIDE = 13
    EQUALS = 14
    SYMBOLS = 15          # how many symbols there are
    GAP = 15              # a free square inside a core
    RESERVED = 16         # a square that stays empty for ever
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
    uint64_t hash

ctypedef struct PackedPlay:
    uint64_t tiles        # four bits a laid tile in line order, lowest first; bit 48 their number; bit 52 how many before the core
    uint32_t place
    int32_t score

ctypedef struct PlayBuffer:
    PackedPlay *plays
    int64_t count
    int64_t capacity
    bint failed           # out of memory

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
