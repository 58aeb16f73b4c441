#include "../core/config.h"
/* Calls core/sign. */

/*
 * log2 of a reading counted from the lowest one, less 8, along straight lines between the powers of
 * two; 2048 for one.
 */
static int16_t logarithm(int16_t reading)
{
    uint32_t number = (uint32_t)hidden((int32_t)reading + 32768);
    int32_t octave = 15;
    number -= (uint32_t)sign((int32_t)(number - 1));
    for (uint8_t octaves = 8; octaves > 0; octaves = (uint8_t)(octaves >> 1)) {
        int32_t small = sign((int32_t)(number - ((uint32_t)65536 >> octaves)));
        number += ((number << octaves) - number) & (uint32_t)small;
        octave -= octaves & small;
    }
    return (int16_t)(octave * 2048 + (int32_t)((number - 32768) >> 4) - 16384);
}

/* Puts logarithms in the place of readings. */
KLT_LOCAL void take_logarithms(input *x)
{
    for (uint16_t i = 0; i < KLT_LOGARITHMS; i++) {
        int16_t *reading = x + KLT_READ_U16(logarithm_inputs + i);
        *reading = logarithm(*reading);
    }
}
