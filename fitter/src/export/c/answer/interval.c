#include "../core/config.h"
/* Calls answer/above, answer/around. */

/* The ends of the interval around each score: the range that the score lies in has its width. */
void KLT_NAME(interval_of)(const score scores[KLT_OUTPUTS], score low[KLT_OUTPUTS], score high[KLT_OUTPUTS])
{
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++) {
        uint16_t first = (uint16_t)(k * (2 * KLT_RANGES - 1)), range = 0;
        for (uint16_t r = 1; r < KLT_RANGES; r++)
            range = (uint16_t)(range + (above(scores[k], KLT_READ_SCORE(interval, first + r - 1)) & 1));
        around(scores[k], KLT_READ_SCORE(interval, first + KLT_RANGES - 1 + range), low + k, high + k);
    }
}

/* The same of raw readings. */
void KLT_NAME(interval)(const input inputs[KLT_INPUTS], score low[KLT_OUTPUTS], score high[KLT_OUTPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    KLT_NAME(interval_of)(scores, low, high);
}
