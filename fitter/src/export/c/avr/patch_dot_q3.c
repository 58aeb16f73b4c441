#include "../core/config_q3.h"
/* Calls avr/times, core/nibble. */

#if defined(KLT_AVR)
/* The dot product of a row of weights with a patch that begins at x. */
KLT_LOCAL dot_sum patch_dot(uint8_t height, uint8_t width, uint16_t stride, const weight *row, const input *x)
{
    uint16_t first = 0, run = 0;
    dot_sum sum = 0;
    for (uint8_t r = 0; r < height; r++) {
        for (uint8_t c = 0; c < width; c++)
            sum += (uint32_t)times(KLT_WEIGHT_AT(row, (uint16_t)(first + c)), x[run + c]);
        first = (uint16_t)(first + width);
        run = (uint16_t)(run + stride);
    }
    return sum;
}
#endif
