#include "../core/config.h"

/* Adds a word of a leaf to a score. */
KLT_LOCAL void add_leaf(score *sum, leaf_word leaf, uint8_t shift)
{
#if defined(__AVR_HAVE_MUL__)
    /* an AVR shifts by one bit at a time: a product and whole bytes are faster */
    uint32_t word = (uint32_t)((int16_t)leaf * (int16_t)(1 << (shift & 7)));
    if (shift & 8)
        word <<= 8;
    if (shift & 16)
        word <<= 16;
    *sum = (score)((uint32_t)*sum + word);
#else
    *sum = (score)((uint32_t)*sum + ((uint32_t)leaf << shift));
#endif
}
