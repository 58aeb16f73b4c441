#include "../core/config.h"

#if defined(KLT_MVE)
/* Adds sixteen features times their weights to the scores: eight have the lower halves of bytes. */
KLT_INLINE void add_sixteen(const weight *head, eight z, eight y, score *scores)
{
    KLT_UNROLLED_SCORES
    for (uint32_t k = 0; k < KLT_OUTPUTS; k++) {
        eight w, v;
        __asm__ volatile("ldr r8, [%[scores]]\n\t"
                         "vldrb.s16 %q[w], [%[head]], #8\n\t"
                         "vshr.s16 %q[v], %q[w], #4\n\t"
                         "vmladava.s16 r8, %q[v], %q[y]\n\t"
                         "vshl.i16 %q[w], %q[w], #12\n\t"
                         "vshr.s16 %q[w], %q[w], #12\n\t"
                         "vmladava.s16 r8, %q[w], %q[z]\n\t"
                         "str r8, [%[scores]], #4"
                         : [w] "=&w"(w), [v] "=&w"(v), [head] "+l"(head), [scores] "+r"(scores)
                         : [z] "w"(z), [y] "w"(y)
                         : "r8", "memory");
    }
}
#endif
