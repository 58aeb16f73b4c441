#include "../core/config_f32.h"

/* Adds a word of a leaf to a score; nothing is shifted. */
KLT_LOCAL void add_leaf(score *sum, leaf_word leaf, uint8_t shift)
{
    (void)shift;
    *sum = *sum + leaf;
}
