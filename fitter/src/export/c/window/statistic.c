#include "../core/config.h"
/* Calls core/positive, window/deviation, core/divide, window/mean, window/segment. */

/* 1 where x is above y, else 0. */
KLT_INLINE uint32_t is_above(uint32_t x, uint32_t y)
{
    return (y - x) >> 31;
}

/* A statistic of a segment: the window, a half, a quarter and so on. */
KLT_LOCAL uint32_t statistic(const uint16_t *samples, uint8_t number, uint8_t segment)
{
    uint16_t first, count = segment_count(segment, &first);
    const uint16_t *x = samples + first;
    uint32_t sum = 0, most = 0, middle = 0;
    switch (number) {
    case 0:
        for (uint16_t t = 0; t < count; t++)
            sum += x[t];
        return divide(8 * sum, count);
    case 1:
        return deviation(x, count);
    case 2:
        for (uint16_t t = 0; t < count; t++)
            most += (uint32_t)positive((int32_t)(x[t] - most));
        return 8 * most;
    case 3:
        for (uint16_t t = 0; t < count; t++)
            most += (uint32_t)positive((int32_t)(4095u - x[t] - most));
        return 8 * (4095 - most);
    case 4:
        for (uint16_t t = 1; t < count; t++) {
            int32_t change = (int32_t)x[t] - x[t - 1], below = sign(change);
            sum += (uint32_t)((change ^ below) - below);
        }
        return divide(8 * sum, count);
    case 5:
        middle = mean(x, count);
        for (uint16_t t = 1; t < count; t++)
            sum += is_above(x[t], middle) ^ is_above(x[t - 1], middle);
        return divide(sum << 14, count);
    default:
        for (uint16_t t = 2; t < count; t++)
            sum += is_above(x[t], x[t - 1]) ^ is_above(x[t - 1], x[t - 2]);
        return divide(sum << 14, count);
    }
}
