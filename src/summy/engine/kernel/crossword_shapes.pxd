"""C types that the modules of crossword placement share: faces, tiles, rules, the table, packed plays.

A *face* is a small integer in the canonical order of faces: 0 to 20 the numbers, then `+`, `-`, `x`, `:`, `=`. A *kind*
of tile is a face or one of three more: the two choice tiles and the blank. A *square* is `y * width + x`. Directions are
0 across, 1 down.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "wide.h" nogil:
    ctypedef long long int128 "summy_int128"

cdef enum:
    ADD = 21
    SUBTRACT = 22
    TIMES = 23
    DIVIDE = 24
    EQUALS = 25
    FACES = 26            # how many faces there are
    CHOICE_SUM = 26       # the tile that is + or -
    CHOICE_PRODUCT = 27   # the tile that is x or :
    BLANK = 28
    KINDS = 29            # how many kinds of tiles there are
    EMPTY = -1            # the face of a square without a tile
    LONGEST = 26          # most squares of a row or column
    SQUARES = 676         # most squares of a board
    MOST_TILES = 12       # most tiles of a hand
    ALL_FACES = (1 << 26) - 1

# What was laid to show a face, two bits a tile.
cdef enum:
    OWN = 0
    CHOSEN = 1
    BLANKED = 2

ctypedef struct Rules:
    int32_t width
    int32_t height
    int32_t centre                # the square that an opening play covers
    bint several_equals
    bint operator_required
    bint right_side_number
    bint sign
    bint integer_steps
    int32_t max_digits            # of one number; 0: no limit
    bint result                   # the number on the right scores
    int32_t full_hand             # so many tiles laid in one turn
    int32_t full_hand_bonus       # give so many points more
    bint reserves_ends
    uint32_t blank_faces          # bit mask of the faces that a blank may show
    int32_t points[29]            # by kind
    uint8_t tile_factor[676]      # premium of each square for a tile: 1, 2 or 3
    uint8_t equation_factor[676]  # and for the equation

ctypedef struct Cross:
    uint32_t faces        # faces that may be laid here when the line runs in this direction
    int32_t length        # tiles of the crossing line, without the one to be laid; 0: there is none
    int64_t points        # points of these tiles

# The faces that make a line true, remembered.
ctypedef struct Known:
    uint64_t low
    uint64_t high
    uint32_t faces

ctypedef struct Table:
    const Rules *rules
    Known *known                  # 1024 of them, by a hash of the line
    int32_t tiles                 # how many lie on the table
    int8_t faces[676]             # EMPTY where there is no tile
    int8_t kinds[676]
    uint8_t reserved[676]
    Cross cross[2][676]           # by direction of the line that is played
    int64_t *results              # [direction][square][face]: right-hand number of the crossing line; NULL unless it scores

ctypedef struct Hand:
    int32_t counts[29]            # by kind
    int32_t size

ctypedef struct PackedPlay:
    uint64_t faces        # five bits a laid tile in line order, lowest first
    int64_t score
    uint32_t kinds        # two bits a laid tile: OWN, CHOSEN, BLANKED
    uint16_t square       # of the first laid tile
    uint8_t direction
    uint8_t count

# What a hand can still give during a search that decides on faces before tiles: `left` may fall below zero, as long as
# choice tiles and blanks make up for it.
ctypedef struct Supply:
    int32_t left[26]          # tiles that show just this face, less what was taken
    int32_t blanks
    int32_t choices[2]        # choice tiles of sums and of products
    uint32_t blank_faces
    int32_t missing           # numbers and equals signs taken that have no tile of their own
    int32_t signs[2]          # the same for signs: of sums, of products
    int32_t strict[2]         # those of them that a blank may not show

cdef inline void supply_open(Supply *supply, const Hand *hand, const Rules *rules) noexcept nogil:
    """All of a hand."""
    cdef int face
    for face in range(FACES):
        supply.left[face] = hand.counts[face]
    supply.blanks = hand.counts[BLANK]
    supply.choices[0] = hand.counts[CHOICE_SUM]
    supply.choices[1] = hand.counts[CHOICE_PRODUCT]
    supply.blank_faces = rules.blank_faces
    supply.missing = 0
    for face in range(2):
        supply.signs[face] = 0
        supply.strict[face] = 0

cdef inline int supply_blanks(const Supply *supply) noexcept nogil:
    """How many blanks are needed for what was taken, at the least."""
    cdef int needed = supply.missing
    if supply.signs[0] > supply.choices[0]:
        needed += supply.signs[0] - supply.choices[0]
    if supply.signs[1] > supply.choices[1]:
        needed += supply.signs[1] - supply.choices[1]
    return needed

cdef inline void give(Supply *supply, int face) noexcept nogil:
    """Put a face back."""
    cdef int group
    supply.left[face] += 1
    if supply.left[face] <= 0:
        if ADD <= face <= DIVIDE:
            group = face >= TIMES
            supply.signs[group] -= 1
            if not supply.blank_faces >> face & 1:
                supply.strict[group] -= 1
        else:
            supply.missing -= 1

cdef inline bint take(Supply *supply, int face) noexcept nogil:
    """Take a face; False, with nothing changed, when the tiles do not suffice for all that was taken."""
    cdef int group
    supply.left[face] -= 1
    if supply.left[face] >= 0:
        return True
    if ADD <= face <= DIVIDE:
        group = face >= TIMES
        supply.signs[group] += 1
        if not supply.blank_faces >> face & 1:
            supply.strict[group] += 1
        if supply_blanks(supply) <= supply.blanks and supply.strict[group] <= supply.choices[group]:
            return True
    else:
        supply.missing += 1
        if supply_blanks(supply) <= supply.blanks and supply.blank_faces >> face & 1:
            return True
    give(supply, face)
    return False


cdef inline int kind_of(int face, int shown_by) noexcept nogil:
    """The kind of tile that shows a face: the tile itself (OWN), a choice tile (CHOSEN) or a blank (BLANKED)."""
    if shown_by == BLANKED:
        return BLANK
    if shown_by == CHOSEN:
        return CHOICE_SUM if face < TIMES else CHOICE_PRODUCT
    return face


cdef inline int kind_laid(const PackedPlay *play, int laid) noexcept nogil:
    """The kind of tile that a play takes from the hand for one of its squares."""
    return kind_of(play.faces >> (5 * laid) & 31, play.kinds >> (2 * laid) & 3)


cdef inline void take_out(const PackedPlay *play, int32_t *counts) noexcept nogil:
    """Take the tiles of a play out of a hand, by kind."""
    cdef int laid
    for laid in range(play.count):
        counts[kind_laid(play, laid)] -= 1
