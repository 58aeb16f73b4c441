#include "../core/config.h"
/* Calls core/positive, window/deviation. */

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
