#include "../core/config.h"

/* The values of scores, each with a scale of its own. */
void KLT_NAME(values_of)(const score scores[KLT_OUTPUTS], float values[KLT_OUTPUTS])
{
    static const float scales[KLT_OUTPUTS] KLT_FLASH = KLT_SCALES;
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        values[k] = (float)scores[k] * KLT_READ_F32(scales + k);
}

/* The values of raw readings. */
void KLT_NAME(values)(const input inputs[KLT_INPUTS], float values[KLT_OUTPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    KLT_NAME(values_of)(scores, values);
}
