#include "../core/config.h"

/* The value of raw readings. */
float KLT_NAME(value)(const input inputs[KLT_INPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    return (float)scores[0] * KLT_SCALE;
}
