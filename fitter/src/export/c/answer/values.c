#include "../core/config.h"

/* The values of raw readings. */
void KLT_NAME(values)(const input inputs[KLT_INPUTS], float values[KLT_OUTPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        values[k] = (float)scores[k] * KLT_SCALE;
}
