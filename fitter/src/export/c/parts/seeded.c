/* A lane with a sign: of the upper half of a word the highest bit is the sign, the others the place, as a share of 2^15. */
static lane term(const lane *v, uint32_t half)
{
    return flipped(v[(((half << 1) >> 17) * (uint32_t)MODEL_INPUTS) >> 15], half);
}

/* The sum of the four terms of a candidate's row, of each random word first the lower half. */
static lane row_sum(const lane *v, uint32_t seed, uint16_t candidate)
{
    uint32_t first = word(key(seed, 7, candidate), 0), second = word(key(seed, 7, candidate), 1);
    lane sum = 0;
    sum = sum + term(v, first << 16);
    sum = sum + term(v, first);
    sum = sum + term(v, second << 16);
    return sum + term(v, second);
}

/* Adds the features of a block whose rows are candidates of a pool; the scales, a power of two of them, come round. */
static void add_KIND(uint32_t seed, const scale_word *scales, uint16_t last, const weight *weights,
                     const uint16_t *candidates, const weight *head, uint16_t features, const input *x, score *scores)
{
    lane v[MODEL_INPUTS];
    uint32_t phases = key(seed, 6, 0);
    for (uint32_t i = 0; i < MODEL_INPUTS; i++)
        v[i] = weighed(WEIGHT_AT(weights, i), x[i]);
    for (; features > 0; features--) {
        uint16_t m = READ_U16(candidates++);
        add(head, rotated(row_sum(v, seed, m), READ_SCALE(scales + (m & last)), word(phases, m)), scores);
        head += WEIGHTS(MODEL_OUTPUTS);
    }
}
