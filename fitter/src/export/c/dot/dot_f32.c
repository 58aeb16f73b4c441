#include "../core/config_f32.h"

/* The dot product of a row of weights with the inputs, from the first to the last. */
KLT_LOCAL float dot(const weight *row, const input *x)
{
    float sum = 0.0f;
    KLT_UNROLLED
    for (uint16_t i = 0; i < KLT_INPUTS; i++)
        sum = sum + KLT_READ_WEIGHT(row + i) * x[i];
    return sum;
}
