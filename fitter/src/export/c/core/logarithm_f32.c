#include "../core/config_f32.h"

/*
 * log2 of x * gain + offset along straight lines between the powers of two: the bits of a float are
 * that already.
 */
static float logarithm(float x, float gain, float offset)
{
    float scaled = x * gain + offset;
    uint32_t bits;
    const unsigned char *from = (const unsigned char *)&scaled;
    unsigned char *to = (unsigned char *)&bits;
    for (uint8_t i = 0; i < 4; i++)
        to[i] = from[i];
    return (float)(int32_t)(bits - 0x3f800000u) * (1.0f / 8388608.0f);
}

/* Puts logarithms in the place of readings. */
KLT_LOCAL void take_logarithms(input *x)
{
    for (uint16_t i = 0; i < KLT_LOGARITHMS; i++) {
        float *reading = x + KLT_READ_U16(logarithm_inputs + i);
        const float *scale = logarithm_scales + 2 * i;
        *reading = logarithm(*reading, KLT_READ_F32(scale), KLT_READ_F32(scale + 1));
    }
}
