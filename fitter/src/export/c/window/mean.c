#include "../core/config.h"
/* Calls core/divide. */

/* The mean of samples, rounded down. */
KLT_LOCAL uint32_t mean(const uint16_t *samples, uint16_t count)
{
    uint32_t sum = 0;
    for (uint16_t t = 0; t < count; t++)
        sum += samples[t];
    return divide(sum, count);
}
