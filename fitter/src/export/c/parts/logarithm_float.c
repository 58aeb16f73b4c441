/* log2 of x * gain + offset along straight lines between the powers of two: the bits of a float are that already. */
static float logarithm(float x, float gain, float offset)
{
    float magnitude = x * gain + offset;
    uint32_t bits;
    const unsigned char *from = (const unsigned char *)&magnitude;
    unsigned char *to = (unsigned char *)&bits;
    for (uint8_t i = 0; i < sizeof bits; i++)
        to[i] = from[i];
    return (float)(int32_t)(bits - 0x3f800000u) * (1.0f / 8388608.0f);
}

/* Puts logarithms in the place of readings. */
static void take_logarithms(float *x)
{
    for (uint16_t i = 0; i < sizeof logarithm_inputs / sizeof logarithm_inputs[0]; i++) {
        float *input = x + READ_U16(logarithm_inputs + i);
        *input = logarithm(*input, READ_F32(logarithm_scales + 2 * i), READ_F32(logarithm_scales + 2 * i + 1));
    }
}
