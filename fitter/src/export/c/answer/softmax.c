#include "../core/config.h"
/* Calls answer/above, answer/units, answer/power, answer/reciprocal. */

/* The probability of the class of each score, in units of 2^-16. */
KLT_LOCAL void softmax(const score *scores, uint16_t *probabilities, uint16_t count)
{
    uint16_t largest = 0;
    for (uint16_t k = 1; k < count; k++)
        largest = (uint16_t)(largest ^ ((largest ^ k) & (uint16_t)above(scores[k], scores[largest])));
    uint32_t sum = 0;
    for (uint16_t k = 0; k < count; k++) {
        probabilities[k] = power(units(scores[largest], scores[k], KLT_PROBABILITY_RESCALE));
        sum += probabilities[k];
    }
    uint32_t share = reciprocal(sum);
    for (uint16_t k = 0; k < count; k++)
        probabilities[k] = (uint16_t)(((uint32_t)probabilities[k] * share) >> 16);
}
