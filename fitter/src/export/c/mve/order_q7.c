#include "../core/config.h"

#if defined(KLT_MVE)
/* The inputs as eights of weights take them: in the last eight, zero for those that are in an eight before. */
KLT_INLINE void order(const input *x, input *words)
{
    for (int32_t i = 0; i < 8 * KLT_EIGHTS; i++)
        words[i] = x[i];
    for (int32_t i = 0; i < 8; i++)
        words[8 * KLT_EIGHTS + i] = i < KLT_EARLY ? 0 : x[KLT_INPUTS - 8 + i];
}
#endif
