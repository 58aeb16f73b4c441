#include "../core/config.h"
/* Calls core/divide, core/positive, core/times, learn/clamped. */

/*
 * Replaces features z, of which the last one stands before the bias, by the direction of a step,
 * z - V V' z; a row of V is a direction. Returns 2^45 by the product of both.
 */
KLT_LOCAL uint32_t turn(feature *z)
{
    int32_t length = 0;
#if KLT_DIRECTIONS > 0
    int16_t shares[KLT_DIRECTIONS];
    for (uint8_t j = 0; j < KLT_DIRECTIONS; j++) {
        int32_t sum = 2048;
        for (uint16_t i = 0; i <= KLT_FEATURES; i++)
            sum += times(KLT_READ_I8(directions + j * KLT_ROOM + i), z[i]);
        shares[j] = (int16_t)clamped(sum >> 12, 32767);
    }
#endif
    for (uint16_t i = 0; i <= KLT_FEATURES; i++) {
        int32_t shared = 2;
#if KLT_DIRECTIONS > 0
        for (uint8_t j = 0; j < KLT_DIRECTIONS; j++)
            shared += times(KLT_READ_I8(directions + j * KLT_ROOM + i), shares[j]);
#endif
        int32_t turned = clamped(z[i] - (shared >> 2), 32767);
        length += times(z[i], (int16_t)turned) >> 8;
        z[i] = (feature)turned;
    }
    return divide(UINT32_C(1) << 31, ((uint32_t)positive(length) >> 6) + (UINT32_C(1) << 15));
}
