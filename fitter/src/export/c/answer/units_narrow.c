#include "../core/config.h"
/* Calls core/nonzero. */

/*
 * The distance of a score from one that is not larger, in units of 2^-11 octave, at most 65535;
 * without a branch.
 */
KLT_INLINE uint32_t units(score one, score other, rescale_word rescale)
{
    uint32_t before = rescale >> 16 & 63;
    uint32_t shifted = before > 31 ? 0 : ((uint32_t)one - (uint32_t)other) >> (before & 31);
    uint32_t product = (((shifted | nonzero(shifted >> 16)) & 65535u) * (rescale & 65535u)) >> (rescale >> 24 & 31);
    return (product | nonzero(product >> 16)) & 65535u;
}
