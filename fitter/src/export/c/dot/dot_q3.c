#include "../core/config_q3.h"
/* Calls avr/dot, core/nibble. */

#if !defined(KLT_AVR)
/* The dot product of a row of weights with the inputs, modulo 2^32. */
KLT_LOCAL uint32_t dot(const weight *row, const input *x)
{
    uint32_t sum = 0;
#if KLT_INPUTS > 1
    KLT_UNROLLED
    for (uint16_t i = 0; i < KLT_INPUTS / 2; i++) {
        uint8_t byte = KLT_READ_WEIGHT(row + i);
        sum += (uint32_t)((int32_t)nibble(byte, 0) * x[2 * i]);
        sum += (uint32_t)((int32_t)nibble(byte, 4) * x[2 * i + 1]);
    }
#endif
#if KLT_INPUTS % 2
    sum += (uint32_t)((int32_t)nibble(KLT_READ_WEIGHT(row + KLT_INPUTS / 2), 0) * x[KLT_INPUTS - 1]);
#endif
    return sum;
}
#endif
