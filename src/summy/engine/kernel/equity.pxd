"""What the searches for the highest equity share, whatever the placement."""

from libc.stdint cimport int32_t

cdef enum:
    PLAY = 0              # what a move is
    SWAP = 1              # tiles are discarded or exchanged
    PASS = 2
    POINT = 100           # equities and leaves are counted in hundredths of a point
    ENDLESS = 1 << 20     # tiles of a stock that will not run out

# What a side may do instead of playing.
ctypedef struct SwapRules:
    int32_t least_stock   # tiles that the stock needs for it; more than there are: never
    bint limited          # no more tiles than the stock has
