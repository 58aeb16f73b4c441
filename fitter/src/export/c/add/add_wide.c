#include "../core/config_q15.h"
/* Calls core/times. */

/* Adds a feature times its weights to the scores. */
KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = (score)((uint64_t)scores[k] + (uint64_t)times(KLT_READ_WEIGHT(head + k), z));
}
