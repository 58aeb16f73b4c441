#include "../core/config.h"
/* Calls core/sign, window/segment. */

/* A sum of products, shifted down and squared. */
KLT_INLINE uint32_t squared_down(int32_t sum, uint8_t shift)
{
    int32_t below = sign(sum);
    uint32_t down = (uint32_t)(((sum ^ below) >> shift) ^ below);
    return down * down;
}

/*
 * log2 of the energy of a frequency, along straight lines; 1024 for one. The segment is transformed in
 * pieces of 2^power samples.
 */
KLT_LOCAL uint32_t band(const uint16_t *samples, uint8_t power, uint8_t frequency, uint8_t segment)
{
    uint16_t first, count = (uint16_t)(segment_count(segment, &first) >> power);
    uint8_t at = 0, step = (uint8_t)((uint16_t)frequency * 128u >> power), bits = 0;
    int32_t octave = 31;
    uint32_t sum = 0;
    samples += first;
    while ((uint32_t)1 << bits < count)
        bits++;
    for (uint16_t piece = 0; piece < count; piece++) {
        int32_t re = 0, im = 0;
        for (uint8_t t = 0; t < 1u << power; t++) {
            int16_t x = (int16_t)*samples++;
            re += (int32_t)x * KLT_READ_I8(wave + at);
            im += (int32_t)x * KLT_READ_I8(wave + at + 32);
            at = (uint8_t)((at + step) & 127);
        }
        sum += (squared_down(re, (uint8_t)(power + 2)) + squared_down(im, (uint8_t)(power + 2))) >> bits;
    }
    sum += (uint32_t)sign((int32_t)(sum >> 1 | (sum & 1)) - 1) & 1;
    for (uint8_t octaves = 16; octaves > 0; octaves = (uint8_t)(octaves >> 1)) {
        int32_t small = sign((int32_t)(sum >> (32 - octaves)) - 1);
        sum += ((sum << octaves) - sum) & (uint32_t)small;
        octave -= octaves & small;
    }
    return ((uint32_t)octave << 10) + (sum << 1 >> 22);
}
