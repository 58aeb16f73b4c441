#include "../core/config.h"
/* Calls core/positive, window/deviation, core/divide, window/mean, window/segment. */

/* 1 where x is above y, else 0. */
KLT_INLINE uint32_t is_above(int32_t x, int32_t y)
{
    return (uint32_t)(y - x) >> 31;
}

/* A statistic of a segment: the window, a half, a quarter and so on. */
KLT_LOCAL uint32_t statistic(const uint16_t *samples, uint8_t number, uint8_t segment)
{
    uint16_t first, count = segment_count(segment, &first);
    const uint16_t *x = samples + first;
    uint32_t sum = 0;
    int32_t most = 0, middle = 0;
    switch (number) {
    case 0:
        for (uint16_t t = 0; t < count; t++)
            sum += x[t];
        return divide(8 * sum, count);
    case 1:
        return deviation(x, count);
    case 2:
        for (uint16_t t = 0; t < count; t++)
            most += positive(x[t] - most);
        return 8 * (uint32_t)most;
    case 3:
        for (uint16_t t = 0; t < count; t++)
            most += positive(4095 - x[t] - most);
        return 8 * (4095 - (uint32_t)most);
    case 4:
        for (uint16_t t = 1; t < count; t++) {
            int32_t change = (int32_t)x[t] - x[t - 1], below = sign(change);
            sum += (uint32_t)((change ^ below) - below);
        }
        return divide(8 * sum, count);
    case 5:
        middle = (int32_t)mean(x, count);
        for (uint16_t t = 1; t < count; t++)
            sum += is_above(x[t], middle) ^ is_above(x[t - 1], middle);
        return divide(sum << 14, count);
    default:
        for (uint16_t t = 2; t < count; t++)
            sum += is_above(x[t], x[t - 1]) ^ is_above(x[t - 1], x[t - 2]);
        return divide(sum << 14, count);
    }
}
