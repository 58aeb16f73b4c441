#include "../core/config_q3.h"
/* Calls avr/times, core/nibble. */

#if defined(KLT_AVR)
/*
 * The dot product of a row of weights with the inputs, modulo 2^32, in the core's own 8-bit
 * products, in the same cycles for all words. A half byte in the upper half is 16 times its weight;
 * so is the sum, which fits. Carry is the sign of a signed product.
 */
__attribute__((noinline)) KLT_LOCAL uint32_t dot(const weight *row, const int16_t *x)
{
    int32_t sum = 0;
#if KLT_INPUTS > 1
    uint8_t count = KLT_INPUTS / 2;
    uint8_t two, w, low, high, minus;
#define KLT_PRODUCT(w)               \
    "ld %[low], X+\n\t"              \
    "ld %[high], X+\n\t"             \
    "mulsu " w ", %[low]\n\t"        \
    "sbc %[minus], %[minus]\n\t"     \
    "add %A[sum], r0\n\t"            \
    "adc %B[sum], r1\n\t"            \
    "adc %C[sum], %[minus]\n\t"      \
    "adc %D[sum], %[minus]\n\t"      \
    "muls " w ", %[high]\n\t"        \
    "sbc %[minus], %[minus]\n\t"     \
    "add %B[sum], r0\n\t"            \
    "adc %C[sum], r1\n\t"            \
    "adc %D[sum], %[minus]\n\t"
    __asm__ volatile("0:\n\t"
                     "lpm %[two], Z+\n\t"
                     "mov %[w], %[two]\n\t"
                     "swap %[w]\n\t"
                     "andi %[w], 0xf0\n\t" KLT_PRODUCT("%[w]")
                     "andi %[two], 0xf0\n\t" KLT_PRODUCT("%[two]")
                     "dec %[count]\n\t"
                     "brne 0b\n\t"
                     "clr __zero_reg__"
                     : [sum] "+r"(sum), [count] "+r"(count), [two] "=&a"(two), [w] "=&a"(w), [low] "=&a"(low),
                       [high] "=&a"(high), [minus] "=&r"(minus), "+z"(row), "+x"(x)
                     :
                     : "memory");
#endif
    sum >>= 4;
#if KLT_INPUTS % 2
    sum += times(nibble(KLT_READ_WEIGHT(row), 0), *x);
#endif
    return (uint32_t)sum;
}
#endif
