#include "../core/config.h"

/* The number, its sign changed where the highest bit of a word is set. */
KLT_LOCAL lane flipped(lane v, uint32_t bits)
{
    uint32_t minus = 0u - (bits >> 31);
    return (v ^ minus) - minus;
}
