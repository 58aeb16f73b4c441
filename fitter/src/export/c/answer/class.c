#include "../core/config.h"
/* Calls answer/class_of. */

/* The class of scores. */
uint16_t KLT_NAME(class_of)(const score scores[KLT_OUTPUTS])
{
    return class_of(scores);
}

/* The class of raw readings. */
uint16_t KLT_NAME(class)(const input inputs[KLT_INPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    return class_of(scores);
}
