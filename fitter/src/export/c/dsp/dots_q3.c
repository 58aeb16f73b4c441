#include "../core/config_q3.h"

#if defined(KLT_DSP)
/* A sum and eight products. */
static inline uint32_t and_eight(uint32_t sum, uint32_t weights, uint32_t places, const uint32_t pairs[4])
{
    uint32_t halves;
    __asm__ volatile(KLT_TWO("sum", "", "a")
                     KLT_TWO("sum", ", lsr #4", "b")
                     KLT_TWO("sum", ", lsr #8", "c")
                     KLT_TWO("sum", ", lsr #12", "d")
                     : [sum] "+r"(sum), [halves] "=&r"(halves)
                     : [weights] "r"(weights), [places] "r"(places), [a] "r"(pairs[0]), [b] "r"(pairs[1]),
                       [c] "r"(pairs[2]), [d] "r"(pairs[3]));
    return sum;
}

/* The dot products of four rows of weights with the inputs. */
KLT_INLINE void dots(const weight *rows, const uint32_t *pairs, const input *x, uint32_t start, uint32_t sums[4])
{
    const uint16_t bytes = KLT_WEIGHTS(KLT_INPUTS);
    uint32_t places = both(), a = start, b = start, c = start, d = start;
    (void)x;
    KLT_UNROLLED
    for (uint16_t i = 0; i < KLT_ROW_WORDS; i++) {
#if KLT_INPUTS % 8
        if (i + 1 == KLT_ROW_WORDS)
            rows -= 4 * KLT_ROW_WORDS - bytes;
#endif
        a = and_eight(a, raised(rows), places, pairs);
        b = and_eight(b, raised(rows + bytes), places, pairs);
        c = and_eight(c, raised(rows + 2 * bytes), places, pairs);
        d = and_eight(d, raised(rows + 3 * bytes), places, pairs);
        rows += 4;
        pairs += 4;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}
#endif
