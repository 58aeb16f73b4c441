/* Adds a leaf of every fern to the scores: the answers of its tests, the first one highest, are the leaf's number. */
static void add_KIND(const uint8_t *depths, const INDEX_TYPE *indices, const input *thresholds, const LEAF_TYPE *leaves,
                     uint8_t shift, uint16_t ferns, const input *x, score *scores)
{
    for (; ferns > 0; ferns--) {
        uint8_t depth = READ_U8(depths++);
        uint16_t leaf = 0;
        for (uint8_t test = 0; test < depth; test++)
            leaf = (uint16_t)(leaf << 1 | exceeds(x[READ_INDEX(indices++)], READ_THRESHOLD(thresholds++)));
        for (uint16_t k = 0; k < MODEL_OUTPUTS; k++)
            shed(scores + k, READ_LEAF(leaves + (uint16_t)(leaf * MODEL_OUTPUTS + k)), shift);
        leaves += (uint16_t)(MODEL_OUTPUTS << depth);
    }
}
