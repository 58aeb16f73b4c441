#include "../core/config.h"

/* The values of raw readings, each score with a scale of its own. */
void KLT_NAME(values)(const input inputs[KLT_INPUTS], float values[KLT_OUTPUTS])
{
    static const float scales[KLT_OUTPUTS] = KLT_SCALES;
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        values[k] = (float)scores[k] * scales[k];
}
