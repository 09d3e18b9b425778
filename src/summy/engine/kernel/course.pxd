"""A game at one moment without its table: hands, stock, scores, and what turns do to them (`course.pyx`)."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_SIDES = 4
    MOST_KINDS = 32       # kinds of tiles, at least those of both placements
    MOST_TILES = 1024     # tiles of a game

ctypedef struct TurnRules:
    int32_t hand_size
    bint discards             # a swap takes tiles out of the game; else it is an exchange
    int32_t swap_stock        # fewest tiles in the stock for a swap
    bint swaps                # whether there are swaps at all
    int32_t scoreless_turns   # so many turns in a row without a play end the game
    bint scoreless_always     # they count before the stock is empty, too
    bint scoreless_deducts
    bint out
    int32_t out_bonus
    bint no_play
    int32_t points[32]        # by kind

# A game at one moment, without its table.
ctypedef struct Course:
    int32_t counts[4][32]     # hands by side and kind
    int32_t sizes[4]
    int64_t scores[4]
    int64_t kept[4]           # worth of the tiles that each side kept at its last turn, hundredths of a point
    uint8_t stock[1024]
    int32_t top
    int32_t bottom
    int32_t sides
    int32_t to_move
    int32_t scoreless
    int32_t turns
    int32_t made              # plays laid since the root
    uint64_t path             # a hash of these plays in their order; only where the placement keeps one
    bint ended
    uint64_t returns          # state of the generator that mixes returned tiles into the stock

cdef uint64_t course_deal(Course *course, const uint8_t *pool, int32_t count, int32_t stock, uint64_t seed,
                          uint64_t iteration) noexcept nogil
cdef void course_draw(Course *course, const TurnRules *rules, int32_t side) noexcept nogil
cdef void course_swap(Course *course, const TurnRules *rules, const int32_t *kept, int32_t size) noexcept nogil
cdef void course_pass(Course *course, const TurnRules *rules) noexcept nogil
cdef void course_played(Course *course, const TurnRules *rules, int64_t score, const int32_t *kept) noexcept nogil
cdef void course_next(Course *course) noexcept nogil
cdef bint course_ends(Course *course, const TurnRules *rules) noexcept nogil
