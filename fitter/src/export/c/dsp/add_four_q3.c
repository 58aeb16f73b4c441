#include "../core/config_q3.h"

#if defined(KLT_DSP)
/*
 * Adds four features times their weights to the scores: of two scores at a time, then of a last
 * one. Returns what every score has got too much, since weights are raised by 8.
 */
KLT_INLINE uint32_t add_four(const weight *head, const feature z[4], score *scores)
{
    uint32_t first = lower((uint32_t)z[0], (uint32_t)z[1]), second = lower((uint32_t)z[2], (uint32_t)z[3]);
    uint32_t places = both(), halves;
#if KLT_OUTPUTS >= 2
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS / 2; k++) {
        uint32_t a = (uint32_t)scores[0], b = (uint32_t)scores[1];
        __asm__ volatile(KLT_TWO("a", "", "first")
                         KLT_TWO("a", ", lsr #4", "second")
                         KLT_TWO("b", ", lsr #8", "first")
                         KLT_TWO("b", ", lsr #12", "second")
                         : [a] "+r"(a), [b] "+r"(b), [halves] "=&r"(halves)
                         : [weights] "r"(raised(head)), [places] "r"(places), [first] "r"(first), [second] "r"(second));
        scores[0] = (score)a;
        scores[1] = (score)b;
        head += 4;
        scores += 2;
    }
#endif
#if KLT_OUTPUTS % 2
    uint32_t last = (uint32_t)*scores, weights = (uint32_t)head[0] | (uint32_t)head[1] << 16;
    __asm__ volatile(KLT_TWO("last", "", "first")
                     KLT_TWO("last", ", lsr #4", "second")
                     : [last] "+r"(last), [halves] "=&r"(halves)
                     : [weights] "r"(weights ^ 0x00880088u), [places] "r"(places), [first] "r"(first), [second] "r"(second));
    *scores = (score)last;
#endif
    return 8 * (uint32_t)(z[0] + z[1] + z[2] + z[3]);
}
#endif
