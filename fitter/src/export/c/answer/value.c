#include "../core/config.h"

/* The value of a score. */
float KLT_NAME(value_of)(const score scores[KLT_OUTPUTS])
{
    return (float)scores[0] * KLT_SCALE;
}

/* The value of raw readings. */
float KLT_NAME(value)(const input inputs[KLT_INPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    return KLT_NAME(value_of)(scores);
}
