#include "../core/config.h"
/* Calls core/positive. */

/* The smaller of two numbers that are not negative. */
static int32_t least(int32_t number, int32_t most)
{
    return number - positive(number - most);
}

/*
 * min((min(|t| >> before, 65535) * multiplier) >> after, 32767); |t| stands for -1 - t below zero.
 */
KLT_LOCAL int32_t magnitude(int32_t t, uint32_t rescale)
{
    int32_t factor = least((int32_t)((uint32_t)(t ^ sign(t)) >> (rescale >> 16 & 31)), 65535);
    return least((int32_t)((uint32_t)(factor * (int32_t)(rescale & 32767)) >> (rescale >> 24 & 31)), 32767);
}
