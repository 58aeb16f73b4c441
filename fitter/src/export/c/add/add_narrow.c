#include "../core/config.h"
/* Calls avr/add. */

#if !defined(KLT_AVR)
/* Adds a feature times its weights to the scores. */
KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = (score)((uint32_t)scores[k] + (uint32_t)((int32_t)KLT_READ_WEIGHT(head + k) * z));
}
#endif
