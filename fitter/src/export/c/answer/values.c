#include "../core/config.h"

/* The values of scores. */
void KLT_NAME(values_of)(const score scores[KLT_OUTPUTS], float values[KLT_OUTPUTS])
{
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        values[k] = (float)scores[k] * KLT_SCALE;
}

/* The values of raw readings. */
void KLT_NAME(values)(const input inputs[KLT_INPUTS], float values[KLT_OUTPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    KLT_NAME(values_of)(scores, values);
}
