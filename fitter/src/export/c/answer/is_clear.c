#include "../core/config.h"
/* Calls answer/class_of, answer/leads. */

/* 1 where the largest score leads all others by more than a margin, else 0; a single one, zero. */
KLT_LOCAL uint8_t is_clear(const score scores[KLT_OUTPUTS], score margin)
{
#if KLT_OUTPUTS == 1
    int32_t one = above(scores[0], 0) & 1;
    return one ? leads(scores[0], 0, margin) : leads(0, scores[0], margin);
#else
    uint16_t class_ = class_of(scores);
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        if (k != class_ && !leads(scores[class_], scores[k], margin))
            return 0;
    return 1;
#endif
}
