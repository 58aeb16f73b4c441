#include "../core/config.h"
/* Calls avr/dot. */

#if !defined(KLT_AVR)
/* The dot product of a row of weights with the inputs, modulo 2^32. */
KLT_LOCAL uint32_t dot(const weight *row, const input *x)
{
    uint32_t sum = 0;
    KLT_UNROLLED
    for (uint16_t i = 0; i < KLT_INPUTS; i++)
        sum += (uint32_t)((int32_t)KLT_READ_WEIGHT(row + i) * x[i]);
    return sum;
}
#endif
