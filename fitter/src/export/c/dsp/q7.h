#if defined(KLT_DSP)
/* The words of pairs of inputs. */
#define KLT_PAIR_WORDS (KLT_INPUTS / 4 * 2)

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
#endif
