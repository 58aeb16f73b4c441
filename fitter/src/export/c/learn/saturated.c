#include "../core/config.h"
/* Calls core/sign. */

/* The nearest number from -2^bits to 2^bits - 1, of at most 31 bits. */
KLT_LOCAL int32_t saturated(int64_t x, uint8_t bits)
{
    int64_t more = (x >> bits) ^ (x >> 63);
    uint32_t any = (uint32_t)((uint64_t)more | ((uint64_t)more >> 32));
    uint32_t beyond = (uint32_t)sign((int32_t)(any | (0u - any)));
    uint32_t most = (uint32_t)(x >> 63) ^ ((UINT32_C(1) << bits) - 1);
    return (int32_t)(((uint32_t)x & ~beyond) | (most & beyond));
}
