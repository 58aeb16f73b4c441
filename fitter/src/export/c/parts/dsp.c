#if defined(MODEL_DSP)
/* Four weights, from any address. */
static inline uint32_t four(const weight *weights)
{
    uint32_t word;
    __builtin_memcpy(&word, weights, sizeof word);
    return word;
}

/* Two inputs, likewise. */
static inline uint32_t two(const input *inputs)
{
    uint32_t word;
    __builtin_memcpy(&word, inputs, sizeof word);
    return word;
}

/* The first and the third of four weights, as halves of a word; volatile, for the order in which few registers are enough. */
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

/* A sum and two products of halves, modulo 2^32. */
static inline uint32_t plus(uint32_t sum, uint32_t halves, uint32_t others)
{
    __asm__ volatile("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(halves), "r"(others));
    return sum;
}

/* Inputs in the order of the halves of weights: of four the first and the third, the second and the fourth. */
static inline void pair(const input *x, uint32_t *pairs)
{
    for (uint16_t i = 0; i < MODEL_INPUTS / 4; i++) {
        uint32_t first = two(x + 4 * i), second = two(x + 4 * i + 2);
        *pairs++ = lower(first, second);
        *pairs++ = upper(first, second);
    }
}

/* The dot products of four rows of weights with the inputs. */
static inline void dots(const weight *rows, const uint32_t *pairs, const input *x, uint32_t sums[4])
{
    uint32_t a = 0, b = 0, c = 0, d = 0;
    UNROLLED_DOTS
    for (uint16_t i = 0; i < MODEL_INPUTS / 4; i++) {
        uint32_t first = pairs[0], second = pairs[1];
        uint32_t w = four(rows);
        a = plus(plus(a, even(w), first), odd(w), second);
        w = four(rows + MODEL_INPUTS);
        b = plus(plus(b, even(w), first), odd(w), second);
        w = four(rows + 2 * MODEL_INPUTS);
        c = plus(plus(c, even(w), first), odd(w), second);
        w = four(rows + 3 * MODEL_INPUTS);
        d = plus(plus(d, even(w), first), odd(w), second);
        rows += 4;
        pairs += 2;
    }
    for (uint16_t i = MODEL_INPUTS / 4 * 4; i < MODEL_INPUTS; i++) {
        a += (uint32_t)(rows[0] * x[i]);
        b += (uint32_t)(rows[MODEL_INPUTS] * x[i]);
        c += (uint32_t)(rows[2 * MODEL_INPUTS] * x[i]);
        d += (uint32_t)(rows[3 * MODEL_INPUTS] * x[i]);
        rows++;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

/* Adds four features times their weights to the scores: of two scores at a time, then of a last one. */
static inline void add_four(const weight *head, const feature z[4], score *scores)
{
    uint32_t first = lower((uint32_t)z[0], (uint32_t)z[1]), second = lower((uint32_t)z[2], (uint32_t)z[3]);
#if MODEL_OUTPUTS >= 2
    UNROLLED
    for (uint16_t k = 0; k < MODEL_OUTPUTS / 2; k++) {
        uint32_t p = four(head), q = four(head + 4);
        scores[0] = (score)plus(plus((uint32_t)scores[0], even(p), first), even(q), second);
        scores[1] = (score)plus(plus((uint32_t)scores[1], odd(p), first), odd(q), second);
        head += 8;
        scores += 2;
    }
#endif
#if MODEL_OUTPUTS % 2
    uint32_t last = four(head);
    *scores = (score)plus(plus((uint32_t)*scores, even(last), first), odd(last), second);
#endif
}
#endif

