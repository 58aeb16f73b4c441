#include "../core/config.h"

#if defined(KLT_DSP)
/*
 * Inputs in the order of the halves of weights: of four the first and the third, the second and the
 * fourth. Sums of products begin with what it returns.
 */
KLT_INLINE uint32_t pair(const input *x, uint32_t *pairs)
{
    for (uint16_t i = 0; i < KLT_INPUTS / 4; i++) {
        uint32_t first = two(x + 4 * i), second = two(x + 4 * i + 2);
        *pairs++ = lower(first, second);
        *pairs++ = upper(first, second);
    }
    return 0;
}
#endif
