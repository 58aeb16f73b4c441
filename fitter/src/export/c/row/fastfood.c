#include "../core/config.h"
/* Calls row/stream, row/flip, row/transform. */

/* A random normal in whole numbers: the sum of 31 fair signs, of 32 for number 1. */
static int32_t normal(uint32_t bits, uint32_t index)
{
    uint32_t ones = bits >> 1;
    ones = ones - ((ones >> 1) & UINT32_C(0x55555555));
    ones = (ones & UINT32_C(0x33333333)) + ((ones >> 2) & UINT32_C(0x33333333));
    ones = (((ones + (ones >> 4)) & UINT32_C(0x0f0f0f0f)) * UINT32_C(0x01010101)) >> 24;
    return 2 * (int32_t)ones - 31 + (index == 1 ? 2 * (int32_t)(bits & 1) - 1 : 0);
}

/* H G P H B: signs B, a permutation P by swaps from the last place down, normals G. */
KLT_LOCAL void fastfood(lane *v, uint32_t seed, uint32_t block)
{
    uint32_t swaps = stream(seed, 4, block), normals = stream(seed, 5, block);
    flip(v, stream(seed, 1, block));
    transform(v);
    for (uint32_t i = KLT_LANES; i-- > 0;) {
        uint32_t place = ((random_word(swaps, i) >> 16) * (i + 1)) >> 16;
        lane last = v[i];
        v[i] = v[place];
        v[place] = last;
    }
    for (uint32_t i = 0; i < KLT_LANES; i++)
        v[i] = v[i] * (lane)normal(random_word(normals, i), i);
    transform(v);
}
