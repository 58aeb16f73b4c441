#include "../core/config.h"
/* Calls learn/rounded, learn/saturated. */

/* The step for the error of a score, for a full feature. */
KLT_LOCAL int32_t step_length(int64_t error, uint32_t reciprocal)
{
    int32_t near = saturated(rounded(error, KLT_SHIFT), 15);
    int64_t by = (int64_t)KLT_RATE * near * (int64_t)reciprocal;
    return saturated(rounded(by, 21 + KLT_WEIGHT_BITS - KLT_SHIFT), 19);
}
