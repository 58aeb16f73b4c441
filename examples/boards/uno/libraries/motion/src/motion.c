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
    96, 0, 1, 0, 24, 4, 238, 8, 1, 9, 243, 12, 35, 17, 6, 18, 240, 20, 32, 23, 199, 26, 35, 26, 250, 31, 7, 37, 219,
    39, 13, 40, 242, 43, 65, 43, 254, 48, 52, 53, 9, 54, 230, 65, 82, 67, 208, 72, 1, 76, 244, 81, 226, 96, 0, 2, 0,
    7, 16, 224, 19, 36, 35, 255, 49, 1, 57, 213, 60, 32, 60, 232, 96, 0, 3, 0, 1, 29, 244, 96, 1, 1, 0, 21, 1, 56, 7,
    17, 7, 237, 21, 231, 24, 44, 29, 34, 29, 247, 37, 18, 43, 6, 48, 188, 53, 2, 56, 3, 57, 249, 62, 225, 65, 20, 65,
    230, 73, 14, 74, 248, 77, 92, 80, 127, 82, 64, 96, 2, 1, 0, 33, 1, 1, 2, 4, 2, 215, 7, 1, 7, 222, 8, 43, 9, 1, 10,
    254, 13, 75, 18, 20, 18, 129, 19, 239, 22, 96, 24, 217, 27, 27, 28, 255, 32, 20, 33, 240, 41, 254, 46, 201, 49,
    57, 49, 255, 52, 170, 54, 15, 58, 50, 63, 33, 66, 78, 72, 255, 74, 202, 77, 2, 79, 1, 81, 255, 83, 2, 96, 2, 2, 0,
    15, 0, 2, 9, 204, 14, 168, 22, 2, 26, 3, 34, 45, 39, 254, 44, 6, 45, 200, 56, 70, 62, 238, 70, 43, 76, 2, 76, 255,
    81, 2, 96, 2, 3, 0, 5, 21, 2, 21, 21, 40, 1, 47, 255, 74, 2, 97, 0, 1, 0, 22, 16, 17, 17, 39, 21, 19, 22, 55, 23,
    19, 26, 23, 30, 213, 31, 19, 37, 12, 41, 23, 43, 26, 43, 232, 44, 247, 45, 237, 48, 224, 54, 23, 55, 28, 55, 243,
    57, 235, 59, 238, 65, 231, 69, 28, 97, 0, 3, 0, 1, 22, 232, 97, 1, 1, 0, 17, 2, 28, 15, 39, 17, 215, 17, 241, 19,
    20, 22, 240, 33, 30, 37, 8, 43, 16, 44, 24, 44, 242, 53, 242, 55, 233, 65, 23, 67, 33, 67, 219, 68, 225, 97, 1, 3,
    0, 3, 15, 30, 38, 22, 46, 32, 97, 2, 1, 0, 17, 8, 52, 18, 241, 25, 27, 25, 240, 32, 213, 33, 6, 33, 251, 37, 246,
    38, 13, 41, 245, 44, 53, 53, 231, 54, 11, 56, 243, 61, 234, 66, 234, 74, 21, 97, 2, 2, 0, 1, 22, 11, 2, 0, 0, 0,
    1, 5, 1, 2, 2, 0, 0, 4, 4, 13, 5, 2, 5, 3, 5, 4,
};

static const int16_t window_centres[3] KLT_FLASH = {
    1, 2, 1001,
};

static const uint8_t window_shifts[3] KLT_FLASH = {
    0, 0, 0,
};

static const int32_t bias[3] KLT_FLASH = {
    226227, -112652, -113575,
};

static const int8_t rows_1[516] KLT_FLASH = {
    7, 19, 11, -8, -7, 7, -10, 10, -9, 9, -8, 8, -8, 9, -9, 9, -11, -9, 7, -11, 9, 15, 8, 9, 17, -14, -24, 24, 17,
    -15, 9, 19, -10, -8, 9, 7, -12, -6, 10, -10, -8, 7, -5, -7, 12, 2, -7, 10, -11, 8, -15, -9, -11, 23, 19, 10, 24,
    3, -13, 21, -21, -9, -8, 8, 7, -11, 10, -8, -21, -7, 7, 11, 6, -8, -19, 9, -8, -10, -9, -10, -20, 8, 22, 23, -22,
    20, 20, 14, 18, -6, 17, -18, -17, -10, 14, -15, 12, -11, 26, -21, 23, 33, -36, 51, -45, 47, -31, -58, -31, -25,
    -33, -41, 63, -40, -34, -39, -39, 42, 31, 35, 42, -38, -42, 35, 39, 34, 38, -39, 110, 17, -52, 54, 29, -40, 37,
    -37, -30, -44, -43, 30, 26, 45, -38, -47, 45, 45, -71, -81, -127, -110, 40, -40, 40, 32, -40, 31, 33, -37, 31,
    -63, 36, -34, 35, 36, 35, -32, -58, -33, -4, -26, -25, -22, -35, 14, -39, 37, 33, -33, 48, -47, 42, -36, 35, -46,
    38, -38, 54, -33, 44, 36, -34, 56, -40, 14, -34, -43, -61, 67, -7, 8, -68, 56, -49, -23, 39, 34, -38, -42, 48, 35,
    -35, 39, 37, -44, 31, 33, -39, -46, 36, -38, 40, -33, 56, 59, 47, 11, 18, -45, 11, -52, 57, 15, -13, 48, 35, -51,
    -37, 47, -43, 43, -11, 36, -36, -41, -38, 44, -11, -47, 39, 47, 39, 54, -17, -45, 13, 14, -12, 12, 12, -59, -88,
    46, 11, 63, -14, 50, -64, 68, -55, 55, 15, -13, 14, 11, 127, 6, -25, 14, -17, -25, -3, 48, 22, 21, 37, 4, 13, -20,
    23, -18, -11, 21, -28, 18, 3, -14, -18, 23, -17, 5, -17, -3, -32, -15, -6, -4, -8, 25, 5, 10, -15, -8, -16, -20,
    20, -4, 25, -21, 32, -21, 34, -49, -10, 13, -17, -45, 6, -5, -16, 14, 13, -47, -19, 12, -13, -21, -15, 13, 13, 0,
    28, 7, 4, -3, 12, -25, 10, -12, -10, 10, -16, 15, -13, 11, -11, 17, -12, 12, -20, 9, -13, -10, 11, -19, 13, -21,
    10, 13, 16, -22, 26, -27, 20, -16, 17, -6, -11, -10, 12, 16, -14, -12, 9, -11, -12, 16, -11, -10, 9, 22, -12, 11,
    -11, 10, -15, -22, -14, -27, -27, 14, -28, 24, -18, -27, 26, -17, -10, 19, 12, -15, 13, -15, 26, -12, 13, 11, 14,
    -16, 24, 16, -13, -15, -12, -19, 28, 16, -28, -29, 27, -25, -25, 18, 29, -18, -22, -16, 23, -17, 20, -21, 18, -18,
    -31, 26, -29, -36, -32, -50, 54, -51, 38, 67, 31, -2, 20, 27, -78, 35, 25, 46, 25, -30, -23, -43, -24, 26, 37,
    -25, -27, -43, -26, 34, -93, -14, 65, -42, -24, 39, -30, 21, 25, 35, 47, -24, -16, -32, 25, 45, -55, -31, 49, 85,
    100, 127, -32, 30, -29, -6, 34, -26, -23, 27, -36, 83, -24, 25, -26, -23, -25, 23, 47, 31, -11, 21, 21, 22,
};

static const uint32_t rescales_1[6] KLT_FLASH = {
    252141308u, 4284343507u, 252209741u, 16295463u, 252143260u, 1385601u,
};

#if defined(KLT_DSP)
static const int8_t head_1[9] KLT_FLASH = {
    67, -10, -57, -59, 127, -68, -54, -11, 65,
};
#else
static const int8_t head_1[9] KLT_FLASH = {
    67, -10, -57, -59, 127, -68, -54, -11, 65,
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
