/* What C compilers offer and Cython has no name for: counting zero bits, loads from any address, hints to
 * the cache. Nothing here knows about the game. See docs/decisions. */
#ifndef SUMMY_MACHINE_H
#define SUMMY_MACHINE_H

#include <stdint.h>
#include <string.h>

#include "wide.h"

/* Index of the lowest bit that is set; `word` must not be 0. */
static inline int summy_lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

/* Eight bytes from an address that need not be aligned. */
static inline uint64_t summy_load(const void *address) {
    uint64_t word;
    memcpy(&word, address, sizeof word);
    return word;
}

/* This address will be read soon. */
static inline void summy_fetch(const void *address) { __builtin_prefetch(address); }

/* A build with -DSUMMY_CHECK_BOUNDS=1 stops at the first play that scores more than the search thought possible. */
#ifndef SUMMY_CHECK_BOUNDS
#define SUMMY_CHECK_BOUNDS 0
#endif

#endif
