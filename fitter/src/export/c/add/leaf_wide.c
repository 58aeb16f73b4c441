#include "../core/config_q15.h"
/* Calls avr/times. */

/* Adds a word of a leaf to a score. */
KLT_LOCAL void add_leaf(score *sum, leaf_word leaf, uint8_t shift)
{
#if defined(KLT_AVR)
    /* an AVR shifts by one bit at a time: a product and whole bytes are faster */
    uint32_t word = (uint32_t)times(leaf, (int16_t)(1 << (shift & 7)));
    if (shift & 8)
        word <<= 8;
    if (shift & 16)
        word <<= 16;
    *sum = (score)((uint64_t)*sum + (uint64_t)(int32_t)word);
#else
    *sum = (score)((uint64_t)*sum + (uint64_t)(int32_t)((uint32_t)leaf << shift));
#endif
}
