#include "../core/config.h"
/* Calls core/sign, core/divide, window/mean. */

/* The mean absolute deviation from the mean, in eighths of a sample. */
KLT_LOCAL uint32_t deviation(const uint16_t *samples, uint16_t count)
{
    uint32_t middle = mean(samples, count), sum = 0;
    for (uint16_t t = 0; t < count; t++) {
        uint32_t x = samples[t] - middle, below = (uint32_t)sign((int32_t)x);
        sum += (x ^ below) - below;
    }
    return divide(8 * sum, count);
}
