#include "../core/config.h"
/* Calls core/positive. */

/* The smaller of two numbers below 2^31. */
static uint32_t least(uint32_t number, uint32_t most)
{
    return number - (uint32_t)positive((int32_t)(number - most));
}

/*
 * min((min(|t| >> before, 65535) * multiplier) >> after, 32767); |t| stands for -1 - t below zero.
 */
KLT_LOCAL int32_t magnitude(int32_t t, uint32_t rescale)
{
    uint32_t factor = least((uint32_t)(t ^ sign(t)) >> (rescale >> 16 & 31), 65535);
    return (int32_t)least(factor * (rescale & 32767) >> (rescale >> 24 & 31), 32767);
}
