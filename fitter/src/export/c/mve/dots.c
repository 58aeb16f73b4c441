#include "../core/config.h"

#if defined(KLT_MVE)
/* The dot products of four rows of weights with the inputs; goes on to the next rows. */
KLT_INLINE uint32x4_t dots(const weight **rows, const input *x, eight last)
{
    const weight *b, *c, *d;
    uint32x4_t sums;
    __asm__ __inline__("add %[b], %[a], #%c[inputs]\n\t"
                       "add %[c], %[b], #%c[inputs]\n\t"
                       "add %[d], %[c], #%c[inputs]\n\t"
                       "vldrh.16 q0, [%[x]], #16\n\t"
                       KLT_PRODUCTS("vmladav.s16", "q0", "], #8")
                       KLT_NEXT_8 KLT_NEXT_4 KLT_NEXT_2 KLT_NEXT_1
                       KLT_PRODUCTS("vmladava.s16", "%q[last]", ", #-%c[early]]")
                       "vmov %q[sums][2], %q[sums][0], r8, r12\n\t"
                       "vmov %q[sums][3], %q[sums][1], r10, lr\n\t"
                       "sub %[x], #%c[read]\n\t"
                       "add %[a], %[d], #%c[left]"
                       : [sums] "=&w"(sums), [a] "+l"(*rows), [b] "=&l"(b), [c] "=&l"(c), [d] "=&l"(d)
                       : [x] "r"(x), [last] "w"(last), [inputs] "i"(KLT_INPUTS), [early] "i"(KLT_EARLY),
                         [read] "i"(16 * KLT_EIGHTS), [left] "i"(KLT_INPUTS - 8 * KLT_EIGHTS)
                       : "r8", "r10", "r12", "lr", "q0", "q1", "q2", "cc", "memory");
    return sums;
}
#endif
