/* Adds a feature times a weight to a score. */
static void add_one(score *sum, int8_t w, feature z)
{
    *sum = (score)((uint32_t)*sum + (uint32_t)((int32_t)w * z));
}

/* Adds a feature times its weights to the scores. */
static void add(const weight *head, feature z, score *scores)
{
#if MODEL_OUTPUTS > 1
    UNROLLED
    for (uint16_t k = 0; k < MODEL_OUTPUTS / 2; k++) {
        uint8_t byte = READ_WEIGHT(head + k);
        add_one(scores + 2 * k, nibble(byte, 0), z);
        add_one(scores + 2 * k + 1, nibble(byte, 4), z);
    }
#endif
#if MODEL_OUTPUTS % 2
    add_one(scores + MODEL_OUTPUTS - 1, nibble(READ_WEIGHT(head + MODEL_OUTPUTS / 2), 0), z);
#endif
}
