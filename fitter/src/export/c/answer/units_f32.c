#include "../core/config_f32.h"

/*
 * The distance of a score from one that is not larger, in units of 2^-11 octave, at most 65535; NaN
 * is as far as can be.
 */
KLT_INLINE uint32_t units(score one, score other, rescale_word rescale)
{
    float units = (one - other) * rescale;
    if (units != units)
        return 65535;
    if (units < 0.0f)
        return 0;
    return units < 65535.0f ? (uint32_t)units : 65535u;
}
