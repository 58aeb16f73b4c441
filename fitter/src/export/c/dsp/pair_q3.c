#include "../core/config_q3.h"

#if defined(KLT_DSP)
/*
 * Inputs in the order of the halves of weights: of eight the first and the fifth, and so on. In the last eight, zero
 * for those that are in an eight before, and for one that an odd number of inputs lacks. Sums of products begin with
 * what it returns, since weights are raised by 8.
 */
KLT_INLINE uint32_t pair(const input *x, uint32_t *pairs)
{
    uint32_t sum = 0;
    for (uint16_t i = 0; i < KLT_INPUTS; i++)
        sum += (uint32_t)x[i];
#if KLT_INPUTS >= 8
    for (uint16_t i = 0; i < KLT_INPUTS / 8; i++) {
        for (uint16_t j = 0; j < 2; j++) {
            uint32_t first = two(x + 8 * i + 2 * j), second = two(x + 8 * i + 2 * j + 4);
            *pairs++ = lower(first, second);
            *pairs++ = upper(first, second);
        }
    }
#endif
#if KLT_INPUTS % 8
    for (int32_t i = 2 * KLT_WEIGHTS(KLT_INPUTS) - 8; i < 2 * KLT_WEIGHTS(KLT_INPUTS) - 4; i++)
        *pairs++ = lower(rest(x, i), rest(x, i + 4));
#endif
    return 0 - 8 * sum;
}
#endif
