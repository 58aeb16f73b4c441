#include "../core/config_q15.h"

#if defined(KLT_AVR)
/*
 * The dot product of a row of weights with the inputs, modulo 2^32, in the core's own 8-bit
 * products, in the same cycles for all words. Carry is the sign of a signed product; of the upper
 * bytes' no more than that of the lower is needed.
 */
__attribute__((noinline)) KLT_LOCAL uint32_t dot(const weight *row, const int16_t *x)
{
    uint32_t sum = 0;
    loop_count count = KLT_INPUTS;
    uint8_t v, w, low, high, minus, zero = 0;
    __asm__ volatile("0:\n\t"
                     "lpm %[v], Z+\n\t"
                     "lpm %[w], Z+\n\t"
                     "ld %[low], X+\n\t"
                     "ld %[high], X+\n\t"
                     "mul %[v], %[low]\n\t"
                     "add %A[sum], r0\n\t"
                     "adc %B[sum], r1\n\t"
                     "adc %C[sum], %[zero]\n\t"
                     "adc %D[sum], %[zero]\n\t"
                     "mulsu %[w], %[low]\n\t"
                     "sbc %[minus], %[minus]\n\t"
                     "add %B[sum], r0\n\t"
                     "adc %C[sum], r1\n\t"
                     "adc %D[sum], %[minus]\n\t"
                     "mulsu %[high], %[v]\n\t"
                     "sbc %[minus], %[minus]\n\t"
                     "add %B[sum], r0\n\t"
                     "adc %C[sum], r1\n\t"
                     "adc %D[sum], %[minus]\n\t"
                     "muls %[w], %[high]\n\t"
                     "add %C[sum], r0\n\t"
                     "adc %D[sum], r1\n\t" KLT_COUNT_DOWN
                     "brne 0b\n\t"
                     "clr __zero_reg__"
                     : [sum] "+r"(sum), [count] "+w"(count), [v] "=&a"(v), [w] "=&a"(w), [low] "=&a"(low),
                       [high] "=&a"(high), [minus] "=&r"(minus), "+z"(row), "+x"(x)
                     : [zero] "r"(zero)
                     : "memory");
    return sum;
}
#endif
