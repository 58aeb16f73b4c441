#include "../core/config.h"
/* Calls core/sign, core/divide, window/mean. */

/* The mean absolute deviation from the mean, in eighths of a sample. */
KLT_LOCAL uint32_t deviation(const uint16_t *samples, uint16_t count)
{
    int32_t middle = (int32_t)mean(samples, count);
    uint32_t sum = 0;
    for (uint16_t t = 0; t < count; t++) {
        int32_t x = samples[t] - middle, below = sign(x);
        sum += (uint32_t)((x ^ below) - below);
    }
    return divide(8 * sum, count);
}
