/* The number, its sign changed where the highest bit of a word is set. */
static lane flipped(lane v, uint32_t bits)
{
    uint32_t minus = 0u - (bits >> 31);
    return (v ^ minus) - minus;
}

/* The product of an input and its weight, before a transform. */
static lane weighed(int16_t w, int16_t x)
{
    return (lane)times(w, x);
}

/* cos(v * scale + phase). */
static feature rotated(lane v, scale_word scale, uint32_t phase)
{
    return turned(v * WHOLE(scale) + phase);
}
