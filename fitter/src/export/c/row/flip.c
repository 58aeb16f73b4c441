#include "../core/config.h"
/* Calls row/random_word, row/flipped. */

/* Changes signs at random, 32 of them from a word, the highest bit first. */
KLT_LOCAL void flip(lane *v, uint32_t signs)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < KLT_LANES; i++) {
        if (i % 32 == 0)
            bits = random_word(signs, i / 32);
        v[i] = flipped(v[i], bits);
        bits <<= 1;
    }
}
