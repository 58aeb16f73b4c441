#include "../core/config.h"
/* Calls core/sign, core/divide, window/mean, window/segment. */

/* The magnitude of x, a signed number. */
KLT_INLINE uint32_t distance(uint32_t x)
{
    uint32_t below = (uint32_t)sign((int32_t)x);
    return (x ^ below) - below;
}

/*
 * A statistic of a segment of two channels: the smaller of their deviations with the sign of their
 * product, or how often both are above their means or neither is.
 */
KLT_LOCAL uint32_t pair_statistic(const uint16_t *samples, const uint16_t *others, uint8_t record)
{
    uint16_t first, count = segment_count(record & 127, &first);
    const uint16_t *x = samples + first, *y = others + first;
    uint32_t middle = mean(x, count), other_middle = mean(y, count), sum = 0;
    for (uint16_t t = 0; t < count; t++) {
        uint32_t dx = x[t] - middle, dy = y[t] - other_middle;
        if (record < 128)
            sum += distance(dx + dy) - distance(dx - dy);
        else
            sum += ((0u - dx) ^ (0u - dy) ^ 0x80000000ul) >> 31;
    }
    return record < 128 ? divide(((uint32_t)count << 14) + 2 * sum, count) : divide(sum << 14, count);
}
