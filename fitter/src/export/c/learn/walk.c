#include "../core/config.h"
/* Calls learn/clamped. */

/* Moves the weights of a score along a direction; all forget a little before. */
KLT_LOCAL void walk(int32_t *weights, const feature *direction, int32_t by)
{
    int32_t high = by >> 8, low = by & 255;
    for (uint16_t i = 0; i <= KLT_FEATURES; i++) {
        int32_t g = direction[i], kept = weights[i];
        int32_t fine = high * g * 16 + ((low * g) >> 4);
#if KLT_FORGET > 0
        kept -= (kept + (INT32_C(1) << (KLT_FORGET - 1))) >> KLT_FORGET;
#endif
        weights[i] = clamped(kept + ((fine + 1024) >> 11), (INT32_C(1) << 23) - 128);
    }
}
