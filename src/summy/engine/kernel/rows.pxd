"""One play as a row of an array, the same for both placements: for those who look at all plays at once (`summy.envs`)."""

from libc.stdint cimport int32_t, uint8_t

cdef enum:
    NO_TILE = 255         # fills the places behind the last tile

ctypedef struct PlayRow:
    int32_t x             # square of the first laid tile
    int32_t y
    int32_t last          # of the last laid tile: its x when the line goes across, else its y
    uint8_t down          # direction of the line: 0 across, 1 down
    uint8_t count         # tiles laid
    uint8_t names[12]     # of the laid tiles in line order, as places in `summy.tiles.ORDER`
    uint8_t faces[12]     # the same for what they show
    uint8_t padding[2]
