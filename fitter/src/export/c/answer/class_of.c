#include "../core/config.h"
/* Calls answer/above. */

/*
 * The index of the largest score, the first of equal ones; of a single score, 1 where it is above
 * zero.
 */
KLT_LOCAL uint16_t class_of(const score scores[KLT_OUTPUTS])
{
#if KLT_OUTPUTS == 1
    return (uint16_t)(above(scores[0], 0) & 1);
#else
    uint16_t class_ = 0;
    for (uint16_t k = 1; k < KLT_OUTPUTS; k++)
        class_ = (uint16_t)(class_ ^ ((class_ ^ k) & (uint16_t)above(scores[k], scores[class_])));
    return class_;
#endif
}
