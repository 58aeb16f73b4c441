#include "../core/config.h"

#if defined(KLT_AVR)
/*
 * Adds a feature times its weights to the scores in the core's own 8-bit products: 38 cycles a
 * score. Carry is the sign of a signed product.
 */
__attribute__((noinline)) KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
    loop_count count = KLT_OUTPUTS;
    uint8_t w, low, middle, high, top, term;
    __asm__ volatile("0:\n\t"
                     "lpm %[w], Z+\n\t"
                     "mulsu %[w], %A[z]\n\t"
                     "sbc %[high], %[high]\n\t"
                     "mov %[low], r0\n\t"
                     "mov %[middle], r1\n\t"
                     "muls %[w], %B[z]\n\t"
                     "add %[middle], r0\n\t"
                     "adc %[high], r1\n\t"
                     "mov %[top], %[high]\n\t"
                     "lsl %[top]\n\t"
                     "sbc %[top], %[top]\n\t"
                     "ld %[term], X\n\t"
                     "add %[term], %[low]\n\t"
                     "st X+, %[term]\n\t"
                     "ld %[term], X\n\t"
                     "adc %[term], %[middle]\n\t"
                     "st X+, %[term]\n\t"
                     "ld %[term], X\n\t"
                     "adc %[term], %[high]\n\t"
                     "st X+, %[term]\n\t"
                     "ld %[term], X\n\t"
                     "adc %[term], %[top]\n\t"
                     "st X+, %[term]\n\t" KLT_COUNT_DOWN
                     "brne 0b\n\t"
                     "clr __zero_reg__"
                     : [count] "+w"(count), [w] "=&a"(w), [low] "=&r"(low), [middle] "=&r"(middle), [high] "=&r"(high),
                       [top] "=&r"(top), [term] "=&r"(term), "+z"(head), "+x"(scores)
                     : [z] "a"(z)
                     : "memory");
}
#endif
