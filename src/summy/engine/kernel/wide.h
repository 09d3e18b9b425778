/* Integers of 128 bits for lines of 19 to 38 digits: Cython has no name of its own for the compiler's type. */
#ifndef SUMMY_WIDE_H
#define SUMMY_WIDE_H

typedef __int128 summy_int128;

#endif
