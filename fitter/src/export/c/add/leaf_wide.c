#include "../core/config_q15.h"

/* Adds a word of a leaf to a score. */
KLT_LOCAL void add_leaf(score *sum, leaf_word leaf, uint8_t shift)
{
    *sum = (score)((uint64_t)*sum + (uint64_t)(int32_t)((uint32_t)leaf << shift));
}
