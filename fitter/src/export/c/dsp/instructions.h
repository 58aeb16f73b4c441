#if defined(KLT_DSP)
/* Two inputs, at any address. */
static inline uint32_t two(const input *inputs)
{
    uint32_t word;
    __builtin_memcpy(&word, inputs, sizeof word);
    return word;
}

/* The lower halves of two words. */
static inline uint32_t lower(uint32_t first, uint32_t second)
{
    uint32_t halves;
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(halves) : "r"(first), "r"(second));
    return halves;
}

/* The upper halves. */
static inline uint32_t upper(uint32_t first, uint32_t second)
{
    uint32_t halves;
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(halves) : "r"(second), "r"(first));
    return halves;
}
#endif
