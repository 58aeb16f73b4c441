#include "../core/config.h"

#if defined(KLT_AVR)
/*
 * The product of two words in the core's own 8-bit products, in the same cycles for all words: the
 * library's product takes longer with some signs than with others.
 */
__attribute__((noinline, unused)) KLT_LOCAL int32_t times(int16_t a, int16_t b)
{
    int32_t product;
    uint8_t zero;
    __asm__("clr %[zero]\n\t"
            "muls %B[a], %B[b]\n\t"
            "movw %C[product], r0\n\t"
            "mul %A[a], %A[b]\n\t"
            "movw %A[product], r0\n\t"
            "mulsu %B[a], %A[b]\n\t"
            "sbc %D[product], %[zero]\n\t"
            "add %B[product], r0\n\t"
            "adc %C[product], r1\n\t"
            "adc %D[product], %[zero]\n\t"
            "mulsu %B[b], %A[a]\n\t"
            "sbc %D[product], %[zero]\n\t"
            "add %B[product], r0\n\t"
            "adc %C[product], r1\n\t"
            "adc %D[product], %[zero]\n\t"
            "clr __zero_reg__"
            : [product] "=&r"(product), [zero] "=&r"(zero)
            : [a] "a"(a), [b] "a"(b));
    return product;
}
#endif
