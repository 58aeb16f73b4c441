#if defined(KLT_DSP)
/* The words of weights in a row: whole ones, and a last one that begins too early. */
#define KLT_ROW_WORDS ((KLT_INPUTS + 7) / 8)
#define KLT_PAIR_WORDS (4 * KLT_ROW_WORDS)

/* Eight weights, raised by 8, so that none is negative. */
static inline uint32_t raised(const weight *weights)
{
    uint32_t word;
    __builtin_memcpy(&word, weights, sizeof word);
    return word ^ 0x88888888u;
}

/* The places of a weight in both halves of a word; no constant to the compiler, which would write it out each time. */
static inline uint32_t both(void)
{
    uint32_t places = 0x000f000fu;
    __asm__("" : "+r"(places));
    return places;
}

#if KLT_INPUTS % 8
/* An input that is in the last word of weights, and in none before; zero for others. */
static inline uint32_t rest(const input *x, int32_t i)
{
    return i < KLT_INPUTS / 8 * 8 || i >= KLT_INPUTS ? 0 : (uint32_t)x[i];
}
#endif

/* Two products: of two of the eight weights, shifted to their places, and the halves of another word. */
#define KLT_TWO(sum, shift, others)                        \
    "and %[halves], %[places], %[weights]" shift "\n\t" \
    "smlad %[" sum "], %[halves], %[" others "], %[" sum "]\n\t"
#endif
