#include "../core/config_q3.h"
/* Calls avr/patch_dot, core/nibble. */

#if !defined(KLT_AVR)
/* The most inputs of a patch, and one more. */
#define KLT_PATCH 65

/*
 * The dot product of a row of weights with a patch that begins at x. It is copied first, since weights come by twos;
 * zero for an input that an odd number lacks.
 */
KLT_LOCAL dot_sum patch_dot(uint8_t height, uint8_t width, uint16_t stride, const weight *row, const input *x)
{
    input patch[KLT_PATCH];
    input *end = patch;
    uint32_t sum = 0;
    for (uint8_t r = 0; r < height; r++) {
        const input *run = x + (uint16_t)(r * stride);
        for (uint8_t c = 0; c < width; c++)
            *end++ = run[c];
    }
    *end = 0;
    for (const input *pair = patch; pair < end; pair += 2) {
        uint8_t byte = KLT_READ_WEIGHT(row++);
        sum += (uint32_t)((int32_t)nibble(byte, 0) * pair[0]);
        sum += (uint32_t)((int32_t)nibble(byte, 4) * pair[1]);
    }
    return sum;
}
#endif
