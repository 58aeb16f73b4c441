#include "../core/config.h"
/* Calls feature/angle. */

#if defined(KLT_MVE)
/* Eight cosines of dot products, by the upper halves of the angles; goes on to the next parameters. */
KLT_INLINE eight eight_cosine(eight_sums sums, const scale_phase_word **parameters)
{
    __asm__ __inline__(KLT_ANGLES("first")
                       KLT_ANGLES("second")
                       "vshrnb.i32 %q[first], %q[first], #16\n\t"
                       "vshrnt.i32 %q[first], %q[second], #16\n\t"
                       "vshr.s16 q0, %q[first], #15\n\t"
                       "veor q0, q0, %q[first]\n\t" /* cos(-a) = cos(a) */
                       "vshr.u16 q0, q0, #8\n\t"
                       "vshr.u16 q1, q0, #6\n\t"
                       "vneg.s16 q1, q1\n\t" /* the second quarter runs backwards, negated */
                       "veor q0, q0, q1\n\t"
                       "vand q0, q0, %q[places]\n\t"
                       "vldrh.u16 %q[first], [%[quarter], q0, uxtw #1]\n\t"
                       "veor %q[first], %q[first], q1\n\t"
                       "vsub.i16 %q[first], %q[first], q1"
                       : [first] "+w"(sums.first), [second] "+w"(sums.second), [parameters] "+l"(*parameters)
                       : [places] "w"(vdupq_n_s16(63)), [quarter] "r"(quarter)
                       : "q0", "q1", "q2", "memory");
    return vreinterpretq_s16_u32(sums.first);
}
#endif
