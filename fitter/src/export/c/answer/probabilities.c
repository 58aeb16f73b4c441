#include "../core/config.h"
/* Calls answer/softmax. */

/* The probability of each class; a single score is compared with the threshold. */
void KLT_NAME(probabilities_of)(const score scores[KLT_OUTPUTS], uint16_t probabilities[KLT_OUTPUTS])
{
#if KLT_OUTPUTS == 1
    score both[2];
    uint16_t of_both[2];
    both[0] = KLT_READ_SCORE(threshold, 0);
    both[1] = scores[0];
    softmax(both, of_both, 2);
    probabilities[0] = of_both[1];
#else
    softmax(scores, probabilities, KLT_OUTPUTS);
#endif
}

/* The same of raw readings. */
void KLT_NAME(probabilities)(const input inputs[KLT_INPUTS], uint16_t probabilities[KLT_OUTPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    KLT_NAME(probabilities_of)(scores, probabilities);
}
