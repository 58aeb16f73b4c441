#if defined(KLT_DSP)
/* The words of pairs of inputs. */
#define KLT_PAIR_WORDS (KLT_INPUTS / 4 * 2)

/* Four weights, at any address. */
static inline uint32_t four(const weight *weights)
{
    uint32_t word;
    __builtin_memcpy(&word, weights, sizeof word);
    return word;
}

/*
 * The first and the third of four weights, as halves of a word; volatile, for the order in which
 * few registers are enough.
 */
static inline uint32_t even(uint32_t weights)
{
    uint32_t halves;
    __asm__ volatile("sxtb16 %0, %1" : "=r"(halves) : "r"(weights));
    return halves;
}

/* The second and the fourth. */
static inline uint32_t odd(uint32_t weights)
{
    uint32_t halves;
    __asm__ volatile("sxtb16 %0, %1, ror #8" : "=r"(halves) : "r"(weights));
    return halves;
}

/* A sum and two products of halves, modulo 2^32. */
static inline uint32_t plus(uint32_t sum, uint32_t halves, uint32_t others)
{
    __asm__ volatile("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(halves), "r"(others));
    return sum;
}
#endif
