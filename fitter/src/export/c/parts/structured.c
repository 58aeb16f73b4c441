/* Adds the features of a block whose rows come from a seed; the last of its scales holds for all that follow. */
static void add_KIND(uint32_t seed, const scale_word *scales, uint16_t count, const weight *weights, const weight *head,
                     uint16_t features, const input *x, score *scores)
{
    lane v[MODEL_LANES];
    scale_word scale = 0;
    uint32_t phases = key(seed, 6, 0);
    for (uint32_t m = 0; m < features; m++) {
        if (m % MODEL_LANES == 0) {
            for (uint32_t i = 0; i < MODEL_LANES; i++)
                v[i] = i < MODEL_INPUTS ? weighed(WEIGHT_AT(weights, i), x[i]) : 0;
            KIND(v, seed, m / MODEL_LANES);
        }
        if (m < count)
            scale = READ_SCALE(scales + m);
        add(head, rotated(v[m % MODEL_LANES], scale, word(phases, m)), scores);
        head += WEIGHTS(MODEL_OUTPUTS);
    }
}
