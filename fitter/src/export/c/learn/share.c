#include "../core/config.h"
/* Calls learn/rounded, core/times. */

/* What learnt weights add to a score. */
KLT_LOCAL int64_t share(const int32_t *weights, const feature *z)
{
    int64_t sum = 0;
    for (uint16_t i = 0; i <= KLT_FEATURES; i++)
        sum += ((weights[i] + 128) >> 8) * (int32_t)z[i];
    return rounded(sum, 16 - KLT_WEIGHT_BITS);
}
