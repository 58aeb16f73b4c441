#include "../core/config.h"
/* Calls row/exceeds, add/leaf. */

/*
 * Adds a leaf of every fern to the scores. A fern is a table that a few tests of single inputs look
 * into: their answers, the first one highest, are the leaf's number.
 */
KLT_LOCAL void add_ferns(const uint8_t *depths, const input_index *indices, const input *thresholds,
                         const leaf_word *leaves, uint8_t shift, uint16_t ferns, const input *x, score *scores)
{
    for (; ferns > 0; ferns--) {
        uint8_t depth = KLT_READ_U8(depths++);
        uint16_t leaf = 0;
        for (uint8_t test = 0; test < depth; test++)
            leaf = (uint16_t)(leaf << 1 | exceeds(x[KLT_READ_INDEX(indices++)], KLT_READ_INPUT(thresholds++)));
        for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
            add_leaf(scores + k, KLT_READ_LEAF(leaves + (uint16_t)(leaf * KLT_OUTPUTS + k)), shift);
        leaves += (uint16_t)(KLT_OUTPUTS << depth);
    }
}
