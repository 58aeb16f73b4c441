#include "../core/config.h"
/* Calls answer/above, core/sign. */

/*
 * The score of a row's own class, and the largest of another; of a single score, that towards the
 * class, and zero.
 */
KLT_LOCAL void rivals(const score *scores, uint16_t label, int64_t *own, int64_t *other)
{
#if KLT_OUTPUTS == 1
    uint64_t mirrored = (uint64_t)label - 1;
    *own = (int64_t)(((uint64_t)(int64_t)scores[0] ^ mirrored) - mirrored);
    *other = 0;
#else
    uint16_t best = label == 0;
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++) {
        uint16_t is_own = (uint16_t)sign((int32_t)(uint32_t)(k ^ label) - 1);
        best = (uint16_t)(best ^ ((best ^ k) & (uint16_t)above(scores[k], scores[best]) & (uint16_t)~is_own));
    }
    *own = scores[label];
    *other = scores[best];
#endif
}
