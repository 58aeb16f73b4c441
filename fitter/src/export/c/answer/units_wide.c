#include "../core/config_q15.h"
/* Calls core/nonzero. */

/*
 * The distance of a score from one that is not larger, in units of 2^-11 octave, at most 65535;
 * without a branch.
 */
KLT_INLINE uint32_t units(score one, score other, rescale_word rescale)
{
    uint32_t before = rescale >> 16 & 63;
    uint64_t shifted = ((uint64_t)one - (uint64_t)other) >> before;
    uint32_t beyond = (uint32_t)(shifted >> 32) | ((uint32_t)shifted >> 16);
    uint32_t product = ((((uint32_t)shifted | nonzero(beyond)) & 65535u) * (rescale & 65535u)) >> (rescale >> 24 & 31);
    return (product | nonzero(product >> 16)) & 65535u;
}
