#include "../core/config_q3.h"

#if defined(KLT_AVR)
/*
 * Adds a feature times its weights to the scores in the core's own 8-bit products, in the same
 * cycles for all words. Carry is the sign of a signed product.
 */
#define KLT_TERM(w)                  \
    "mulsu " w ", %A[z]\n\t"         \
    "sbc %[high], %[high]\n\t"       \
    "mov %[low], r0\n\t"             \
    "mov %[middle], r1\n\t"          \
    "muls " w ", %B[z]\n\t"          \
    "add %[middle], r0\n\t"          \
    "adc %[high], r1\n\t"            \
    "mov " w ", %[high]\n\t"         \
    "lsl " w "\n\t"                  \
    "sbc " w ", " w "\n\t"           \
    "ld %[term], X\n\t"              \
    "add %[term], %[low]\n\t"        \
    "st X+, %[term]\n\t"             \
    "ld %[term], X\n\t"              \
    "adc %[term], %[middle]\n\t"     \
    "st X+, %[term]\n\t"             \
    "ld %[term], X\n\t"              \
    "adc %[term], %[high]\n\t"       \
    "st X+, %[term]\n\t"             \
    "ld %[term], X\n\t"              \
    "adc %[term], " w "\n\t"         \
    "st X+, %[term]\n\t"

__attribute__((noinline)) KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
    uint8_t two, w, low, middle, high, term;
#if KLT_OUTPUTS > 1
    uint8_t count = KLT_OUTPUTS / 2;
    __asm__ volatile("0:\n\t"
                     "lpm %[two], Z+\n\t"
                     "mov %[w], %[two]\n\t"
                     "andi %[w], 15\n\t"
                     "sbrc %[w], 3\n\t" /* two cycles, skipping or not */
                     "ori %[w], 0xf0\n\t" KLT_TERM("%[w]")
                     "swap %[two]\n\t"
                     "andi %[two], 15\n\t"
                     "sbrc %[two], 3\n\t"
                     "ori %[two], 0xf0\n\t" KLT_TERM("%[two]")
                     "dec %[count]\n\t"
                     "brne 0b\n\t"
                     "clr __zero_reg__"
                     : [count] "+r"(count), [two] "=&a"(two), [w] "=&a"(w), [low] "=&r"(low), [middle] "=&r"(middle),
                       [high] "=&r"(high), [term] "=&r"(term), "+z"(head), "+x"(scores)
                     : [z] "a"(z)
                     : "memory");
#endif
#if KLT_OUTPUTS % 2
    __asm__ volatile("lpm %[w], Z\n\t"
                     "andi %[w], 15\n\t"
                     "sbrc %[w], 3\n\t"
                     "ori %[w], 0xf0\n\t" KLT_TERM("%[w]")
                     "clr __zero_reg__"
                     : [w] "=&a"(w), [low] "=&r"(low), [middle] "=&r"(middle), [high] "=&r"(high), [term] "=&r"(term),
                       "+x"(scores)
                     : [z] "a"(z), "z"(head)
                     : "memory");
    (void)two;
#endif
}
#endif
