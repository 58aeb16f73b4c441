#include "../core/config.h"

#if defined(KLT_DSP)
/* The dot products of four rows of weights with the inputs. */
KLT_INLINE void dots(const weight *rows, const uint32_t *pairs, const input *x, uint32_t start, uint32_t sums[4])
{
    uint32_t a = start, b = start, c = start, d = start;
    KLT_UNROLLED_DOTS
    for (uint16_t i = 0; i < KLT_INPUTS / 4; i++) {
        uint32_t first = pairs[0], second = pairs[1];
        uint32_t w = four(rows);
        a = plus(plus(a, even(w), first), odd(w), second);
        w = four(rows + KLT_INPUTS);
        b = plus(plus(b, even(w), first), odd(w), second);
        w = four(rows + 2 * KLT_INPUTS);
        c = plus(plus(c, even(w), first), odd(w), second);
        w = four(rows + 3 * KLT_INPUTS);
        d = plus(plus(d, even(w), first), odd(w), second);
        rows += 4;
        pairs += 2;
    }
    for (uint16_t i = KLT_INPUTS / 4 * 4; i < KLT_INPUTS; i++) {
        a += (uint32_t)(rows[0] * x[i]);
        b += (uint32_t)(rows[KLT_INPUTS] * x[i]);
        c += (uint32_t)(rows[2 * KLT_INPUTS] * x[i]);
        d += (uint32_t)(rows[3 * KLT_INPUTS] * x[i]);
        rows++;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}
#endif
