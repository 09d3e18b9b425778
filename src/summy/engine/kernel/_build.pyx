"""What this build of the kernel was made from."""

cdef extern from *:
    """
    #ifndef SUMMY_SOURCE_HASH
    #define SUMMY_SOURCE_HASH ""
    #endif
    """
    const char* SUMMY_SOURCE_HASH

SOURCE_HASH = SUMMY_SOURCE_HASH.decode("ascii")
