#include "../core/config.h"

#if defined(KLT_MVE)
/* The dot products of four rows of weights with ordered inputs; goes on to the next rows. */
KLT_INLINE uint32x4_t dots(const weight **rows, const input *x)
{
    const weight *b, *c, *d;
    uint32x4_t sums;
    __asm__ __inline__("add %[b], %[a], #%c[bytes]\n\t"
                       "add %[c], %[b], #%c[bytes]\n\t"
                       "add %[d], %[c], #%c[bytes]\n\t"
                       KLT_FIRST_EIGHT KLT_NEXT_8 KLT_NEXT_4 KLT_NEXT_2 KLT_NEXT_1 KLT_LAST_EIGHT
                       "vmov %q[sums][2], %q[sums][0], r8, r12\n\t"
                       "vmov %q[sums][3], %q[sums][1], r10, lr\n\t"
                       "add %[a], %[d], #%c[left]"
                       : [sums] "=&w"(sums), [a] "+l"(*rows), [b] "=&l"(b), [c] "=&l"(c), [d] "=&l"(d), [x] "+r"(x)
                       : [bytes] "i"(KLT_BYTES), [early] "i"(KLT_EARLY), [left] "i"(KLT_BYTES - 8 * KLT_EIGHTS)
                       : "r8", "r10", "r12", "lr", "q0", "q1", "q2", "q3", "cc", "memory");
    return sums;
}
#endif
