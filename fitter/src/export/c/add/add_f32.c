#include "../core/config_f32.h"

/* Adds a feature times its weights to the scores. */
KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = scores[k] + KLT_READ_WEIGHT(head + k) * z;
}
