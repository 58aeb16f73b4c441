/* Multiplies by the Walsh-Hadamard matrix, in place. */
static void transform(lane *v)
{
    for (uint32_t distance = 1; distance < MODEL_LANES; distance *= 2)
        for (uint32_t i = 0; i < MODEL_LANES; i += 2 * distance)
            for (uint32_t j = i; j < i + distance; j++) {
                lane a = v[j], b = v[j + distance];
                v[j] = a + b;
                v[j + distance] = a - b;
            }
}

/* Changes signs at random, 32 of them from a word, the highest bit first. */
static void flip(lane *v, uint32_t signs)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < MODEL_LANES; i++) {
        if (i % 32 == 0)
            bits = word(signs, i / 32);
        v[i] = flipped(v[i], bits);
        bits <<= 1;
    }
}
