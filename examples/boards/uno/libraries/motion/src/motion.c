/*
 * Made by kernelet 0.1.0; motion.h says what goes in and what comes out. Below stand a configuration,
 * the words of the number format, the constants of the model, and the functions that it needs, each under
 * the path of the file that it comes from, as it stands there.
 */
#include "motion.h"

/* The configuration. Names that other files see begin with the name of the model. */
#define KLT_NAME(word) motion_##word
#if !defined(KLT_LOCAL)
#define KLT_LOCAL static
#define KLT_INLINE static inline
#endif
#define KLT_INPUTS MOTION_INPUTS
#define KLT_OUTPUTS MOTION_OUTPUTS
#define KLT_SCALE MOTION_SCALE
#define KLT_GUARDS 0
#define KLT_LOGARITHMS 0
#define KLT_CHANNELS MOTION_CHANNELS
#define KLT_LENGTH MOTION_LENGTH
#define KLT_STRIDE MOTION_STRIDE
#define KLT_WINDOW_FEATURES 172
#define KLT_UP 9
#define KLT_STEADY MOTION_STEADY
#define KLT_PAIRS_OF_CHANNELS 0
#define KLT_BANDS 0
#define KLT_MISSING MOTION_MISSING

/* core/flash.h */
/*
 * Constants stay in flash. AVR has to be asked for that, and reads them by instructions of their
 * own.
 */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define KLT_FLASH PROGMEM
#define KLT_READ_I8(p) ((int8_t)pgm_read_byte(p))
#define KLT_READ_U8(p) ((uint8_t)pgm_read_byte(p))
#define KLT_READ_I16(p) ((int16_t)pgm_read_word(p))
#define KLT_READ_U16(p) ((uint16_t)pgm_read_word(p))
#define KLT_READ_I32(p) ((int32_t)pgm_read_dword(p))
#define KLT_READ_U32(p) ((uint32_t)pgm_read_dword(p))
#define KLT_READ_F32(p) pgm_read_float(p)
#else
#define KLT_FLASH
#define KLT_READ_I8(p) (*(p))
#define KLT_READ_U8(p) (*(p))
#define KLT_READ_I16(p) (*(p))
#define KLT_READ_U16(p) (*(p))
#define KLT_READ_I32(p) (*(p))
#define KLT_READ_U32(p) (*(p))
#define KLT_READ_F32(p) (*(p))
#endif

/* core/loops.h */
/*
 * Asks GCC to unroll a loop, which it does not do by itself: it saves small cores an eighth of
 * their time.
 */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8 && !defined(__OPTIMIZE_SIZE__)
#define KLT_UNROLLED _Pragma("GCC unroll 4")
#else
#define KLT_UNROLLED
#endif

/* A model that learns keeps the features of a row, where it is given room for them. */
#if defined(KLT_LEARNT)
#define KLT_KEPT , feature *kept
#define KLT_KEEP(z)          \
    do {                     \
        if (kept)            \
            *kept++ = (z);   \
    } while (0)
#else
#define KLT_KEPT
#define KLT_KEEP(z) ((void)0)
#endif

/* core/fixed.h */
/* Fixed point: readings and features of 16 bits, dot products and angles modulo 2^32. */
typedef int16_t input;
typedef int16_t feature;
typedef uint32_t dot_sum;
typedef uint32_t lane;
typedef uint32_t rescale_word; /* of other features: multiplier and shifts, then offset */
typedef int8_t leaf_word;
#define KLT_RESCALE_WORDS 2
#define KLT_READ_INPUT(p) KLT_READ_I16(p)
#define KLT_READ_LEAF(p) KLT_READ_I8(p)

/* core/narrow.h */
/* Scores of 32 bits. */
typedef int32_t score;
typedef uint32_t unsigned_score;
typedef int32_t score_word;
#define KLT_READ_SCORE(array, k) KLT_READ_I32((array) + (k))

/* core/i8.h */
/* Weights of 8 bits. */
typedef int8_t weight;
typedef uint32_t scale_phase_word; /* of a cosine: scale, then phase */
typedef uint32_t scale_word; /* of a row that is made from a seed */
#define KLT_SCALE_PHASE_WORDS 2
#define KLT_WEIGHTS(count) (count) /* words of a row of weights */
#define KLT_READ_WEIGHT(p) KLT_READ_I8(p)
#define KLT_READ_SCALE(p) KLT_READ_U32(p)
#define KLT_WEIGHT_AT(row, i) KLT_READ_WEIGHT((row) + (i))
#define KLT_WHOLE(scale) (scale)
#define KLT_WEIGHT_BITS 8

/* avr/core.h */
/*
 * AVR cores with a multiplier have loops of their own, in products of 8 bits. They are never
 * inlined, since they take most of the registers, and count in a byte where that is enough. A
 * compiler that does not optimise has too few registers for them.
 */
#if defined(__OPTIMIZE__) && defined(__AVR_HAVE_MUL__) && defined(__AVR_HAVE_LPMX__) && KLT_INPUTS < 512 && KLT_OUTPUTS < 512
#define KLT_AVR
#if KLT_INPUTS < 256 && KLT_OUTPUTS < 256
typedef uint8_t loop_count;
#define KLT_COUNT_DOWN "dec %[count]\n\t"
#else
typedef uint16_t loop_count;
#define KLT_COUNT_DOWN "sbiw %[count], 1\n\t"
#endif
#endif

/* dsp/core.h */
/*
 * Arm cores with DSP instructions take two products at a time, of four features that share the
 * loads of the inputs; also where code is to be small, since GCC would take three times as long
 * without. Whoever defines KLT_NO_DSP gets the smallest code.
 */
#if defined(__arm__) && defined(__ARM_FEATURE_SIMD32) && !defined(__ARM_BIG_ENDIAN) && defined(__GNUC__) && \
    !defined(KLT_NO_DSP) && !defined(KLT_MVE) && KLT_WEIGHTS(KLT_INPUTS) >= 4
#define KLT_DSP
#if defined(__clang__) || __GNUC__ < 8
#define KLT_UNROLLED_DOTS
#else
#define KLT_UNROLLED_DOTS _Pragma("GCC unroll 16")
#endif
#endif


/* dsp/instructions.h */
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

/* dsp/q7.h */
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

static const uint8_t window_groups[419] KLT_FLASH = {
    96, 0, 1, 0, 29, 1, 2, 8, 1, 8, 255, 10, 255, 14, 208, 15, 30, 17, 6, 18, 240, 20, 32, 23, 199, 26, 35, 26, 250,
    29, 55, 31, 7, 31, 230, 39, 13, 40, 242, 43, 254, 45, 245, 48, 52, 53, 9, 54, 230, 67, 208, 72, 1, 75, 13, 76,
    244, 78, 255, 79, 32, 82, 26, 96, 0, 2, 0, 20, 1, 252, 5, 44, 6, 255, 7, 218, 8, 1, 10, 38, 13, 2, 15, 14, 16,
    224, 19, 36, 24, 30, 24, 241, 32, 34, 46, 22, 51, 7, 65, 1, 68, 36, 70, 8, 78, 2, 79, 187, 96, 0, 3, 0, 4, 20, 43,
    22, 8, 30, 1, 78, 99, 96, 1, 1, 0, 12, 4, 1, 7, 17, 7, 237, 9, 222, 29, 34, 29, 247, 38, 253, 43, 239, 65, 20, 65,
    230, 73, 14, 74, 248, 96, 2, 1, 0, 30, 1, 251, 2, 215, 4, 129, 4, 254, 10, 221, 13, 1, 18, 20, 19, 239, 24, 217,
    28, 255, 30, 1, 30, 255, 33, 240, 41, 2, 41, 254, 46, 201, 52, 170, 55, 248, 61, 255, 63, 33, 69, 240, 71, 21, 72,
    255, 74, 202, 74, 255, 75, 47, 77, 2, 80, 254, 81, 1, 83, 2, 96, 2, 2, 0, 15, 0, 2, 8, 254, 9, 204, 17, 227, 20,
    84, 30, 254, 39, 254, 42, 88, 56, 70, 70, 43, 72, 1, 73, 28, 76, 2, 83, 25, 83, 253, 96, 2, 3, 0, 5, 10, 20, 37,
    24, 43, 246, 46, 38, 55, 4, 97, 0, 1, 0, 19, 8, 38, 10, 27, 12, 25, 16, 17, 19, 238, 21, 241, 23, 19, 41, 23, 43,
    26, 43, 232, 44, 247, 46, 234, 48, 32, 54, 23, 55, 28, 55, 219, 55, 243, 58, 8, 59, 87, 97, 0, 2, 0, 1, 53, 237,
    97, 0, 3, 0, 2, 22, 232, 50, 210, 97, 1, 1, 0, 15, 5, 37, 20, 36, 24, 26, 33, 30, 37, 8, 38, 226, 44, 242, 45,
    226, 48, 209, 50, 37, 55, 29, 56, 35, 61, 196, 65, 23, 72, 213, 97, 1, 2, 0, 2, 8, 53, 58, 222, 97, 2, 1, 0, 16,
    12, 13, 21, 10, 23, 5, 25, 5, 25, 240, 33, 251, 38, 13, 41, 245, 42, 244, 47, 238, 49, 226, 53, 231, 54, 11, 55,
    15, 58, 3, 74, 221, 97, 2, 3, 0, 1, 68, 43, 2, 0, 0, 0, 1, 6, 3,
};

static const int16_t window_centres[3] KLT_FLASH = {
    1, 2, 1001,
};

static const uint8_t window_shifts[3] KLT_FLASH = {
    0, 0, 0,
};

static const int32_t bias[3] KLT_FLASH = {
    358924, -199439, -159485,
};

static const int8_t rows_1[516] KLT_FLASH = {
    19, 28, -20, -23, 21, -19, -13, 13, -10, 12, -10, 12, 2, -10, 15, -10, 8, 10, 15, -7, -12, 14, 10, 23, -8, 15,
    -26, -12, -11, -23, -11, -24, 13, 27, -7, 22, -23, 7, -9, -12, 13, -7, -13, -19, 24, -13, -17, 22, 23, -34, -32,
    28, -62, 13, -14, 10, 9, -14, 9, 7, 15, -10, 15, -11, 11, -23, 15, 10, -27, 11, 28, -14, 10, 14, -27, 30, -20, 10,
    -9, 12, 13, 17, 10, -24, -11, 13, -20, -33, 10, -26, -13, 28, -30, 29, 30, 28, -33, 22, 9, -11, -31, -20, -18,
    -19, -17, 21, -50, 32, -32, -31, -23, -19, 43, -34, 49, -9, -59, -48, -39, 46, 58, -54, -60, -54, 61, 48, 44, -42,
    -56, -53, 55, 52, -40, 93, 74, 127, -75, -47, -63, -52, -55, -41, 62, 49, 64, 50, -54, -56, -52, 65, -50, 46, 46,
    72, -54, -44, -45, -67, 54, 47, -55, 45, 42, 49, 54, 54, -47, -58, -43, 56, 52, -24, 13, 10, -11, -8, -43, 36, 35,
    -32, 42, -40, 36, -31, 40, 26, -36, 33, -30, -30, -41, 34, 31, -36, -35, 10, 30, -32, -12, 48, 40, -14, 43, -4,
    -52, 7, 43, 14, 52, -48, 46, 47, -47, 40, 48, 36, 8, 47, 19, 10, -61, 110, 89, 21, 127, 6, 33, -33, -41, 37, -27,
    -29, -35, 34, -37, 33, -31, -11, -43, -69, -13, -39, 12, 33, -32, -36, -9, 12, -5, -34, 31, -33, -40, -40, -29,
    -15, 31, -38, 38, -13, -39, -12, 51, 10, -15, 8, 11, 18, -12, -67, -46, 62, -16, -8, 60, 59, 52, 8, 62, 11, 13,
    -15, 97, 71, -99, 83, 24, -17, 7, 15, -3, -15, -7, 20, -16, 20, -15, -10, -18, 26, 19, 12, 2, -12, 12, -29, -20,
    -8, -18, 25, -10, 19, 21, 7, -23, -5, 18, -23, 32, 24, -17, 27, 15, 13, -16, -26, -2, 14, 12, 2, -14, -9, 11, 15,
    -17, -9, -21, -23, 7, 6, 3, -28, -3, -3, -31, -39, 30, 30, 14, -9, -16, 13, -24, 20, -19, 13, -35, -11, 15, -17,
    16, 14, 18, -21, -14, 15, 18, -33, -16, 11, 37, -28, -21, 36, -24, 28, 30, -34, -28, -35, -18, 33, -29, -27, 25,
    -26, -26, -9, -32, -26, 2, -31, 26, -55, -40, -47, -39, -19, -13, 16, 24, -15, 13, 16, 13, -17, 14, -16, 13, 34,
    20, 47, 39, 21, -40, -13, 15, 14, 36, -42, 25, 17, -16, 15, 20, 16, 13, 38, -14, 18, -10, 45, 21, 38, -29, -39,
    44, -38, -41, -44, 44, 32, 29, -39, 46, 28, -30, -29, -26, -29, 1, -43, 23, 45, -56, -39, 37, -33, -72, 23, 57,
    39, 44, -36, -55, 40, 77, 41, -52, -42, -32, 23, 44, 47, -60, -45, 32, -75, -62, -127, 95, 29, 75, 39, 41, 37,
    -47, -47, -83, -34, 31, 39, 69, -91, 41, -59, -36, -55, 59, 35, 38, 69, -45, -42, 49, -60, -30, -44, -39, -38, 44,
    56, 43, -36, -52, 28,
};

static const uint32_t rescales_1[6] KLT_FLASH = {
    252136655u, 4283572960u, 252213346u, 15143941u, 252135624u, 4294507974u,
};

#if defined(KLT_DSP)
static const int8_t head_1[9] KLT_FLASH = {
    92, -17, -75, -38, 126, -88, -35, -18, 53,
};
#else
static const int8_t head_1[9] KLT_FLASH = {
    92, -17, -75, -38, 126, -88, -35, -18, 53,
};
#endif

/* The taps of weight 2 of each kernel, four bits each. */
static const uint16_t kernels[84] KLT_FLASH = {
    528, 784, 1040, 1296, 1552, 1808, 2064, 800, 1056, 1312, 1568, 1824, 2080, 1072, 1328, 1584, 1840, 2096, 1344,
    1600, 1856, 2112, 1616, 1872, 2128, 1888, 2144, 2160, 801, 1057, 1313, 1569, 1825, 2081, 1073, 1329, 1585, 1841,
    2097, 1345, 1601, 1857, 2113, 1617, 1873, 2129, 1889, 2145, 2161, 1074, 1330, 1586, 1842, 2098, 1346, 1602, 1858,
    2114, 1618, 1874, 2130, 1890, 2146, 2162, 1347, 1603, 1859, 2115, 1619, 1875, 2131, 1891, 2147, 2163, 1620, 1876,
    2132, 1892, 2148, 2164, 1893, 2149, 2165, 2166,
};

/* Each block by its number, counted from one, and the call that adds it to the scores. */
#define KLT_BLOCKS(BLOCK) \
    BLOCK(1, add_linear(rows_1, rescales_1, head_1, 3, x, scores))

/* core/hidden.c */
/* Hides a number from the compiler, which would put a branch on a choice that it recognises. */
KLT_LOCAL int32_t hidden(int32_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
#endif
    return x;
}

/* core/sign.c */
/* -1 below zero, else 0. */
KLT_LOCAL int32_t sign(int32_t x)
{
    return hidden(-(int32_t)((uint32_t)x >> 31));
}

/* core/positive.c */
/* x above zero, else 0. */
KLT_LOCAL int32_t positive(int32_t x)
{
    return x & ~sign(x);
}

/* window/push.c */
/* The sample of a reading: its difference to the centre, shifted down, in 12 bits. */
KLT_LOCAL uint16_t sample(int16_t reading, uint16_t channel)
{
    int32_t x = (int32_t)reading - KLT_READ_I16(window_centres + channel), below = sign(x);
    x = positive((((x ^ below) >> KLT_READ_U8(window_shifts + channel)) ^ below) + 2048);
    return (uint16_t)(x - positive(x - 4095));
}

/* Makes room for the samples of the next window. */
KLT_LOCAL void slide(KLT_NAME(window) *window)
{
    uint16_t kept = KLT_STRIDE < KLT_LENGTH ? KLT_LENGTH - KLT_STRIDE : 0;
    for (uint16_t channel = 0; channel < KLT_CHANNELS; channel++) {
        uint16_t *samples = window->samples[channel];
        for (uint16_t t = 0; t < kept; t++)
            samples[t] = samples[t + KLT_STRIDE];
    }
    window->filled = kept;
    window->skipped = (uint16_t)(KLT_STRIDE > KLT_LENGTH ? KLT_STRIDE - KLT_LENGTH : 0);
}

/* Adds the readings of all channels at one time; returns 1 where they complete a window, else 0. */
uint8_t KLT_NAME(push)(KLT_NAME(window) *window, const int16_t readings[KLT_CHANNELS])
{
    if (window->filled >= KLT_LENGTH)
        slide(window);
    if (window->skipped > 0) {
        window->skipped--;
        return 0;
    }
    for (uint16_t channel = 0; channel < KLT_CHANNELS; channel++)
        window->samples[channel][window->filled] = sample(readings[channel], channel);
    window->filled++;
    return window->filled >= KLT_LENGTH;
}

/* core/divide.c */
/*
 * of / by, rounded down, one bit a step: the same instructions for all numbers. `by` is from 1 to
 * 2^31.
 */
KLT_LOCAL uint32_t divide(uint32_t of, uint32_t by)
{
    uint32_t rest = 0, quotient = of;
    for (uint8_t bit = 0; bit < 32; bit++) {
        rest = (rest << 1) | (quotient >> 31);
        uint32_t lacks = (uint32_t)sign((int32_t)(rest - by)); /* all ones where it does not fit */
        rest -= by & ~lacks;
        quotient = (quotient << 1) | (lacks + 1);
    }
    return quotient;
}

/* window/mean.c */
/* The mean of samples, rounded down. */
KLT_LOCAL uint32_t mean(const uint16_t *samples, uint16_t count)
{
    uint32_t sum = 0;
    for (uint16_t t = 0; t < count; t++)
        sum += samples[t];
    return divide(sum, count);
}

/* window/deviation.c */
/* The mean absolute deviation from the mean, in eighths of a sample. */
KLT_LOCAL uint32_t deviation(const uint16_t *samples, uint16_t count)
{
    uint32_t middle = mean(samples, count), sum = 0;
    for (uint16_t t = 0; t < count; t++) {
        uint32_t x = samples[t] - middle, below = (uint32_t)sign((int32_t)x);
        sum += (x ^ below) - below;
    }
    return divide(8 * sum, count);
}

/* window/share.c */
/* Pairs of positions that share their sums at a time. */
#define KLT_PAIRS 16

/* A word of the samples at two neighbouring positions: 12 bits each, so that sums stay apart. */
KLT_INLINE uint32_t neighbours(const uint16_t *samples)
{
    return samples[0] | (uint32_t)samples[1] << 16;
}

/* The threshold of a share: as it is stored, or a multiple of the deviation in this window. */
KLT_LOCAL int32_t share_threshold(int8_t stored, uint8_t shift, int32_t spread)
{
    if (spread < 0)
        return (int32_t)stored * ((int32_t)1 << shift);
    int32_t product = (int32_t)((uint32_t)stored * (uint32_t)spread), below = sign(product);
    int32_t limit = ((product ^ below) >> (12 - shift)) ^ below;
    limit = positive(limit + 8191);
    return limit - positive(limit - 2 * 8191) - 8191;
}

/*
 * Sets the shares of a group: how often the output of a kernel is above its threshold, lifted to 14
 * bits. The weights of a kernel are 2 for three taps and -1 for six; `spread` is the deviation, or
 * -1 for thresholds as they are stored.
 */
KLT_LOCAL void shares(const uint16_t *samples, uint16_t dilation, uint8_t shift, int32_t spread,
                      const uint8_t *records, uint8_t count, input *x)
{
    uint16_t left = (uint16_t)((KLT_LENGTH - 8u * dilation) & 0xfffeu);
    for (uint8_t i = 0; i < count; i++)
        x[i] = 0;
    while (left > 0) {
        uint8_t pairs = (uint8_t)(left < 2 * KLT_PAIRS ? left / 2 : KLT_PAIRS);
        uint32_t sums[KLT_PAIRS];
        for (uint8_t p = 0; p < pairs; p++) {
            const uint16_t *tap = samples + 2 * p;
            sums[p] = 0;
            for (uint8_t i = 0; i < 9; i++, tap += dilation)
                sums[p] += neighbours(tap);
        }
        for (uint8_t i = 0; i < count; i++) {
            uint16_t taps = KLT_READ_U16(kernels + KLT_READ_U8(records + 2 * i));
            const uint16_t *a = samples + (taps & 15) * dilation;
            const uint16_t *b = samples + (taps >> 4 & 15) * dilation;
            const uint16_t *c = samples + (taps >> 8) * dilation;
            int8_t stored = (int8_t)KLT_READ_U8(records + 2 * i + 1);
            /* a half is at least 2^15 where its output is above the threshold */
            uint32_t above = (uint32_t)(0x7fff - share_threshold(stored, shift, spread)) * 0x10001ul;
            uint32_t found = 0;
            for (uint8_t p = 0; p < pairs; p++) {
                uint32_t output = 3 * (neighbours(a + 2 * p) + neighbours(b + 2 * p) + neighbours(c + 2 * p)) - sums[p] + above;
                found += output >> 15 & 0x10001ul;
            }
            x[i] = (input)(x[i] + (input)(((found & 0xffff) + (found >> 16)) << KLT_UP));
        }
        samples += 2 * KLT_PAIRS;
        left = (uint16_t)(left - 2u * pairs);
    }
}

/* window/segment.c */
/* The samples of a segment, which is the window, a half, a quarter and so on, and the first. */
KLT_LOCAL uint16_t segment_count(uint8_t segment, uint16_t *first)
{
    uint8_t level = 0;
    while ((segment + 1) >> (level + 1) > 0)
        level++;
    *first = (uint16_t)(KLT_LENGTH * ((uint32_t)segment + 1 - ((uint32_t)1 << level)) >> level);
    return (uint16_t)(KLT_LENGTH >> level);
}

/* window/statistic.c */
/* 1 where x is above y, else 0. */
KLT_INLINE uint32_t is_above(uint32_t x, uint32_t y)
{
    return (y - x) >> 31;
}

/* A statistic of a segment: the window, a half, a quarter and so on. */
KLT_LOCAL uint32_t statistic(const uint16_t *samples, uint8_t number, uint8_t segment)
{
    uint16_t first, count = segment_count(segment, &first);
    const uint16_t *x = samples + first;
    uint32_t sum = 0, most = 0, middle = 0;
    switch (number) {
    case 0:
        for (uint16_t t = 0; t < count; t++)
            sum += x[t];
        return divide(8 * sum, count);
    case 1:
        return deviation(x, count);
    case 2:
        for (uint16_t t = 0; t < count; t++)
            most += (uint32_t)positive((int32_t)(x[t] - most));
        return 8 * most;
    case 3:
        for (uint16_t t = 0; t < count; t++)
            most += (uint32_t)positive((int32_t)(4095u - x[t] - most));
        return 8 * (4095 - most);
    case 4:
        for (uint16_t t = 1; t < count; t++) {
            int32_t change = (int32_t)x[t] - x[t - 1], below = sign(change);
            sum += (uint32_t)((change ^ below) - below);
        }
        return divide(8 * sum, count);
    case 5:
        middle = mean(x, count);
        for (uint16_t t = 1; t < count; t++)
            sum += is_above(x[t], middle) ^ is_above(x[t - 1], middle);
        return divide(sum << 14, count);
    default:
        for (uint16_t t = 2; t < count; t++)
            sum += is_above(x[t], x[t - 1]) ^ is_above(x[t - 1], x[t - 2]);
        return divide(sum << 14, count);
    }
}

/* window/inputs.c */
/* The bytes of a group before its features. */
#define KLT_GROUP 5

/* The inputs of a window: its features, then those of other sensors, which are missing. */
void KLT_NAME(inputs)(const KLT_NAME(window) *window, input inputs[KLT_INPUTS])
{
    const uint8_t *group = window_groups;
    uint16_t first = 0;
    while (first < KLT_WINDOW_FEATURES) {
        uint8_t kind = KLT_READ_U8(group), count = KLT_READ_U8(group + 4);
        uint16_t dilation = (uint16_t)(KLT_READ_U8(group + 2) | KLT_READ_U8(group + 3) << 8);
        const uint16_t *samples = window->samples[KLT_READ_U8(group + 1)];
        const uint8_t *records = group + KLT_GROUP;
        if ((kind & 15) < 2) {
            int32_t spread = (kind & 15) == 0 ? -1 : (int32_t)deviation(samples, KLT_LENGTH);
            shares(samples, dilation, kind >> 4, spread, records, count, inputs + first);
        }
        for (uint8_t i = 0; (kind & 15) >= 2 && i < count; i++) {
            uint8_t low = KLT_READ_U8(records + 2 * i), high = KLT_READ_U8(records + 2 * i + 1);
            uint32_t found = 0;
            if ((kind & 15) == 2)
                found = statistic(samples, low, high);
            if ((kind & 15) == 3)
                found = 8u * samples[(uint16_t)(low | high << 8)];
#if KLT_PAIRS_OF_CHANNELS
            if ((kind & 15) == 4)
                found = pair_statistic(samples, window->samples[low], high);
#endif
#if KLT_BANDS
            if ((kind & 15) == 5)
                found = band(samples, kind >> 4, low, high);
#endif
            inputs[first + i] = (input)found;
        }
        first = (uint16_t)(first + count);
        group = records + 2 * count;
    }
    for (; first < KLT_INPUTS; first++)
        inputs[first] = KLT_MISSING;
}

/* feature/offset_fixed.c */
/* The dot product and its offset. */
KLT_LOCAL int32_t with_offset(uint32_t dot, const rescale_word *parameters)
{
    return (int32_t)(dot + KLT_READ_U32(parameters + 1));
}

/* feature/magnitude_fixed.c */
/* The smaller of two numbers below 2^31. */
static uint32_t least(uint32_t number, uint32_t most)
{
    return number - (uint32_t)positive((int32_t)(number - most));
}

/*
 * min((min(|t| >> before, 65535) * multiplier) >> after, 32767); |t| stands for -1 - t below zero.
 */
KLT_LOCAL int32_t magnitude(int32_t t, uint32_t rescale)
{
    uint32_t factor = least((uint32_t)(t ^ sign(t)) >> (rescale >> 16 & 31), 65535);
    return (int32_t)least(factor * (rescale & 32767) >> (rescale >> 24 & 31), 32767);
}

/* feature/linear_fixed.c */
/* The dot product itself. */
KLT_LOCAL feature linear(uint32_t dot, const rescale_word *parameters)
{
    int32_t t = with_offset(dot, parameters);
    uint32_t below = (uint32_t)sign(t);
    return (feature)(((uint32_t)magnitude(t, KLT_READ_U32(parameters)) ^ below) - below);
}

/* avr/dot_i8.c */
#if defined(KLT_AVR)
/*
 * The dot product of a row of weights with the inputs, modulo 2^32, in the core's own 8-bit
 * products: 23 cycles an input, whatever its value. Carry is the sign of a signed product.
 */
__attribute__((noinline)) KLT_LOCAL uint32_t dot(const weight *row, const int16_t *x)
{
    uint32_t sum = 0;
    loop_count count = KLT_INPUTS;
    uint8_t w, low, high, minus;
    __asm__ volatile("0:\n\t"
                     "lpm %[w], Z+\n\t"
                     "ld %[low], X+\n\t"
                     "ld %[high], X+\n\t"
                     "mulsu %[w], %[low]\n\t"
                     "sbc %[minus], %[minus]\n\t"
                     "add %A[sum], r0\n\t"
                     "adc %B[sum], r1\n\t"
                     "adc %C[sum], %[minus]\n\t"
                     "adc %D[sum], %[minus]\n\t"
                     "muls %[w], %[high]\n\t"
                     "sbc %[minus], %[minus]\n\t"
                     "add %B[sum], r0\n\t"
                     "adc %C[sum], r1\n\t"
                     "adc %D[sum], %[minus]\n\t" KLT_COUNT_DOWN
                     "brne 0b\n\t"
                     "clr __zero_reg__"
                     : [sum] "+r"(sum), [count] "+w"(count), [w] "=&a"(w), [low] "=&a"(low), [high] "=&a"(high),
                       [minus] "=&r"(minus), "+z"(row), "+x"(x)
                     :
                     : "memory");
    return sum;
}
#endif

/* dot/dot_fixed.c */
#if !defined(KLT_AVR)
/* The dot product of a row of weights with the inputs, modulo 2^32. */
KLT_LOCAL uint32_t dot(const weight *row, const input *x)
{
    uint32_t sum = 0;
    KLT_UNROLLED
    for (uint16_t i = 0; i < KLT_INPUTS; i++)
        sum += (uint32_t)((int32_t)KLT_READ_WEIGHT(row + i) * x[i]);
    return sum;
}
#endif

/* avr/add_narrow.c */
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

/* add/add_narrow.c */
#if !defined(KLT_AVR)
/* Adds a feature times its weights to the scores. */
KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = (score)((uint32_t)scores[k] + (uint32_t)((int32_t)KLT_READ_WEIGHT(head + k) * z));
}
#endif

/* dsp/pair_q7.c */
#if defined(KLT_DSP)
/*
 * Inputs in the order of the halves of weights: of four the first and the third, the second and the
 * fourth. Sums of products begin with what it returns.
 */
KLT_INLINE uint32_t pair(const input *x, uint32_t *pairs)
{
    for (uint16_t i = 0; i < KLT_INPUTS / 4; i++) {
        uint32_t first = two(x + 4 * i), second = two(x + 4 * i + 2);
        *pairs++ = lower(first, second);
        *pairs++ = upper(first, second);
    }
    return 0;
}
#endif

/* dsp/dots_q7.c */
#if defined(KLT_DSP)
/* The dot products of four rows of weights with the inputs. */
KLT_INLINE void dots(const weight *rows, const uint32_t *pairs, const input *x, uint32_t start, uint32_t sums[4])
{
    uint32_t a = start, b = start, c = start, d = start;
    KLT_UNROLLED_DOTS
    for (uint16_t i = 0; i < KLT_INPUTS / 4; i++) {
        uint32_t first = pairs[0], second = pairs[1];
        uint32_t w = four(rows);
        a = plus(plus(a, even(w), first), odd(w), second);
        w = four(rows + KLT_INPUTS);
        b = plus(plus(b, even(w), first), odd(w), second);
        w = four(rows + 2 * KLT_INPUTS);
        c = plus(plus(c, even(w), first), odd(w), second);
        w = four(rows + 3 * KLT_INPUTS);
        d = plus(plus(d, even(w), first), odd(w), second);
        rows += 4;
        pairs += 2;
    }
    for (uint16_t i = KLT_INPUTS / 4 * 4; i < KLT_INPUTS; i++) {
        a += (uint32_t)(rows[0] * x[i]);
        b += (uint32_t)(rows[KLT_INPUTS] * x[i]);
        c += (uint32_t)(rows[2 * KLT_INPUTS] * x[i]);
        d += (uint32_t)(rows[3 * KLT_INPUTS] * x[i]);
        rows++;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}
#endif

/* dsp/add_four_q7.c */
#if defined(KLT_DSP)
/*
 * Adds four features times their weights to the scores: of two scores at a time, then of a last
 * one. Returns what every score has got too much.
 */
KLT_INLINE uint32_t add_four(const weight *head, const feature z[4], score *scores)
{
    uint32_t first = lower((uint32_t)z[0], (uint32_t)z[1]), second = lower((uint32_t)z[2], (uint32_t)z[3]);
#if KLT_OUTPUTS >= 2
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS / 2; k++) {
        uint32_t p = four(head), q = four(head + 4);
        scores[0] = (score)plus(plus((uint32_t)scores[0], even(p), first), even(q), second);
        scores[1] = (score)plus(plus((uint32_t)scores[1], odd(p), first), odd(q), second);
        head += 8;
        scores += 2;
    }
#endif
#if KLT_OUTPUTS % 2
    uint32_t last = four(head);
    *scores = (score)plus(plus((uint32_t)*scores, even(last), first), odd(last), second);
#endif
    return 0;
}
#endif

#define KLT_KIND linear
#define KLT_ADD_KIND add_linear
#define KLT_EIGHT eight_linear
#define KLT_PARAMETER rescale_word
#define KLT_PARAMETERS KLT_RESCALE_WORDS
/* dsp/dense_narrow.c */
#if defined(KLT_DSP)
/*
 * Adds the features of a block, which stream: four are computed by KLT_KIND at a time, multiplied
 * into the scores and forgotten. What the weights were raised by is taken from the scores at the end.
 */
KLT_LOCAL void KLT_ADD_KIND(const weight *rows, const KLT_PARAMETER *parameters, const weight *head, uint16_t features,
                            const input *x, score *scores KLT_KEPT)
{
    uint32_t pairs[KLT_PAIR_WORDS];
    uint32_t start = pair(x, pairs);
    uint32_t excess = 0;
    for (; features >= 4; features = (uint16_t)(features - 4)) {
        uint32_t sums[4];
        dots(rows, pairs, x, start, sums);
        const feature z[4] = {KLT_KIND(sums[0], parameters), KLT_KIND(sums[1], parameters + KLT_PARAMETERS),
                              KLT_KIND(sums[2], parameters + 2 * KLT_PARAMETERS),
                              KLT_KIND(sums[3], parameters + 3 * KLT_PARAMETERS)};
        KLT_KEEP(z[0]);
        KLT_KEEP(z[1]);
        KLT_KEEP(z[2]);
        KLT_KEEP(z[3]);
        __asm__ volatile("" : : : "memory"); /* or scores would be kept on the stack too */
        excess += add_four(head, z, scores);
        rows += 4 * KLT_WEIGHTS(KLT_INPUTS);
        parameters += 4 * KLT_PARAMETERS;
        head += KLT_WEIGHTS(4) * KLT_OUTPUTS;
    }
    if (excess != 0)
        for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
            scores[k] = (score)((uint32_t)scores[k] - excess);
    for (; features > 0; features--) {
        feature z = KLT_KIND(dot(rows, x), parameters);
        KLT_KEEP(z);
        add(head, z, scores);
        rows += KLT_WEIGHTS(KLT_INPUTS);
        parameters += KLT_PARAMETERS;
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
#endif

/* row/dense.c */
#if !defined(KLT_DSP) && !defined(KLT_MVE)
/*
 * Adds the features of a block, which stream: each is computed by KLT_KIND, multiplied into the
 * scores and forgotten.
 */
KLT_LOCAL void KLT_ADD_KIND(const weight *rows, const KLT_PARAMETER *parameters, const weight *head, uint16_t features,
                            const input *x, score *scores KLT_KEPT)
{
    for (; features > 0; features--) {
        feature z = KLT_KIND(dot(rows, x), parameters);
        KLT_KEEP(z);
        add(head, z, scores);
        rows += KLT_WEIGHTS(KLT_INPUTS);
        parameters += KLT_PARAMETERS;
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
#endif

#undef KLT_KIND
#undef KLT_ADD_KIND
#undef KLT_EIGHT
#undef KLT_PARAMETER
#undef KLT_PARAMETERS

/* answer/scores.c */
#define KLT_ADD(number, call) call;

#if defined(KLT_LEARNT)
/* The scores of raw readings, as below; room for the features may be given. */
KLT_LOCAL void sum_blocks(const input *inputs, score *scores, feature *kept)
#else
/* The scores of raw readings: the bias, then what every block adds. */
void KLT_NAME(scores)(const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS])
#endif
{
#if KLT_GUARDS > 0 || KLT_LOGARITHMS > 0
    input x[KLT_INPUTS];
    prepare(inputs, x);
#else
    const input *x = inputs;
    (void)x; /* a model may have no block */
#endif
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = KLT_READ_SCORE(bias, k);
#if defined(KLT_LEARNT)
    (void)kept;
#endif
    KLT_BLOCKS(KLT_ADD)
}

#if defined(KLT_LEARNT)
/* The scores of raw readings: the bias, then what every block adds. */
void KLT_NAME(scores)(const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS])
{
    sum_blocks(inputs, scores, 0);
}
#endif

/* answer/above_narrow.c */
/* -1 where a score is above the other, else 0, without a branch. */
KLT_LOCAL int32_t above(score one, score other)
{
    uint32_t a = (uint32_t)one, b = (uint32_t)other, difference = b - a;
    return sign((int32_t)(difference ^ ((b ^ a) & (b ^ difference))));
}

/* answer/class_of.c */
/*
 * The index of the largest score, the first of equal ones; of a single score, 1 where it is above
 * zero.
 */
KLT_LOCAL uint16_t class_of(const score scores[KLT_OUTPUTS])
{
#if KLT_OUTPUTS == 1
    return (uint16_t)(above(scores[0], 0) & 1);
#else
    uint16_t class_ = 0;
    for (uint16_t k = 1; k < KLT_OUTPUTS; k++)
        class_ = (uint16_t)(class_ ^ ((class_ ^ k) & (uint16_t)above(scores[k], scores[class_])));
    return class_;
#endif
}

/* answer/class.c */
/* The class of scores. */
uint16_t KLT_NAME(class_of)(const score scores[KLT_OUTPUTS])
{
    return class_of(scores);
}

/* The class of raw readings. */
uint16_t KLT_NAME(class)(const input inputs[KLT_INPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    return class_of(scores);
}

/* answer/frequency.c */
/* The number of the latest answers that are a class; without a branch on them. */
KLT_LOCAL uint8_t frequency(const KLT_NAME(window) *window, uint16_t class_)
{
    uint8_t count = 0;
    for (uint8_t i = 0; i < window->known; i++)
        count = (uint8_t)(count + (((uint32_t)(window->latest[i] ^ class_) - 1) >> 31));
    return count;
}

/* answer/remember.c */
/* Makes the class of a window the latest answer. */
KLT_LOCAL void remember(KLT_NAME(window) *window, uint16_t class_)
{
    for (uint8_t i = KLT_STEADY - 1; i > 0; i--)
        window->latest[i] = window->latest[i - 1];
    window->latest[0] = class_;
    window->known = (uint8_t)(window->known + (window->known < KLT_STEADY));
}

/* answer/majority.c */
/* The most frequent one of the latest answers, of equally frequent ones the one that came last. */
uint16_t KLT_NAME(steady)(KLT_NAME(window) *window, uint16_t class_)
{
    uint16_t most = 0;
    remember(window, class_);
    for (uint8_t i = 0; i < window->known; i++) {
        uint16_t answer = window->latest[i], count = frequency(window, answer);
        uint16_t more = (uint16_t)(0 - (uint16_t)((uint16_t)(most - count) >> 15));
        window->steady = (uint16_t)(window->steady ^ ((window->steady ^ answer) & more));
        most = (uint16_t)(most ^ ((most ^ count) & more));
    }
    return window->steady;
}
