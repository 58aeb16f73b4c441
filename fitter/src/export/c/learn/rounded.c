#include "../core/config.h"

/* A number divided by a power of two, to nearest. */
KLT_LOCAL int64_t rounded(int64_t number, uint8_t bits)
{
    return (int64_t)((uint64_t)number + (((uint64_t)1 << bits) >> 1)) >> bits;
}
