#include "../core/config.h"

/* Adds a word of a leaf to a score. */
KLT_LOCAL void add_leaf(score *sum, leaf_word leaf, uint8_t shift)
{
    *sum = (score)((uint32_t)*sum + ((uint32_t)leaf << shift));
}
