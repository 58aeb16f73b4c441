/* The number, its sign changed where the highest bit of a word is set. */
static lane flipped(lane v, uint32_t bits)
{
    return bits >> 31 ? -v : v;
}

/* The product of an input and its weight, before a transform. */
static lane weighed(float w, float x)
{
    return w * x;
}

/* cos(v * scale + phase), in turns; of the phase the upper 24 bits, which a float holds exactly. */
static feature rotated(lane v, scale_word scale, uint32_t phase)
{
    return turned(v * scale + (float)(phase >> 8) * (1.0f / 16777216.0f));
}
