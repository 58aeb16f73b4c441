#include "../core/config.h"

#if defined(KLT_MVE)
/*
 * The inputs as eight bytes of weights take them: those of the lower halves, then those of the upper ones. In the
 * last eight, zero for those that are in an eight before, and for one that an odd number of inputs lacks.
 */
KLT_INLINE void order(const input *x, input *words)
{
    for (int32_t i = 0; i < 8 * KLT_EIGHTS; i++) {
        words[i / 8 * 16 + i % 8] = x[2 * i];
        words[i / 8 * 16 + i % 8 + 8] = x[2 * i + 1];
    }
    words += 16 * KLT_EIGHTS;
    for (int32_t i = 0; i < 8; i++) {
        int32_t first = 2 * (KLT_BYTES - 8 + i);
        words[i] = i < KLT_EARLY ? 0 : x[first];
        words[i + 8] = i < KLT_EARLY || first + 1 >= KLT_INPUTS ? 0 : x[first + 1];
    }
}
#endif
