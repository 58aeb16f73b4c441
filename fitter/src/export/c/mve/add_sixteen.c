#include "../core/config.h"

#if defined(KLT_MVE)
/* Adds sixteen features times their weights to the scores. */
KLT_INLINE void add_sixteen(const weight *head, eight z, eight y, score *scores)
{
    KLT_UNROLLED_SCORES
    for (uint32_t k = 0; k < KLT_OUTPUTS; k++) {
        eight w, v;
        __asm__ volatile("ldr r8, [%[scores]]\n\t"
                         KLT_SIXTEEN
                         "str r8, [%[scores]], #4"
                         : [w] "=&w"(w), [v] "=&w"(v), [head] "+l"(head), [scores] "+r"(scores)
                         : [z] "w"(z), [y] "w"(y)
                         : "r8", "memory");
    }
}
#endif
