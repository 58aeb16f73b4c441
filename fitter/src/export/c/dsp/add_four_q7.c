#include "../core/config.h"

#if defined(KLT_DSP)
/*
 * Adds four features times their weights to the scores: of two scores at a time, then of a last
 * one. Returns what every score has got too much.
 */
KLT_INLINE uint32_t add_four(const weight *head, const feature z[4], score *scores)
{
    uint32_t first = lower((uint32_t)z[0], (uint32_t)z[1]), second = lower((uint32_t)z[2], (uint32_t)z[3]);
#if KLT_OUTPUTS >= 2
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS / 2; k++) {
        uint32_t p = four(head), q = four(head + 4);
        scores[0] = (score)plus(plus((uint32_t)scores[0], even(p), first), even(q), second);
        scores[1] = (score)plus(plus((uint32_t)scores[1], odd(p), first), odd(q), second);
        head += 8;
        scores += 2;
    }
#endif
#if KLT_OUTPUTS % 2
    uint32_t last = four(head);
    *scores = (score)plus(plus((uint32_t)*scores, even(last), first), odd(last), second);
#endif
    return 0;
}
#endif
