#include "../core/config_f32.h"

/* clamp(reading, low, high) - centre, and 0 where the reading is missing. */
static float guarded(float x, float low, float high, float centre)
{
    if (x != x)
        return 0.0f;
    x = x < low ? low : x;
    return (x > high ? high : x) - centre;
}

/*
 * Guards the inputs that may be missing or out of range: each is kept within the limits that the
 * fit saw and counted from its centre, and a missing one is taken to be there.
 */
KLT_LOCAL void guard(input *x)
{
    for (uint16_t i = 0; i < KLT_GUARDS; i++) {
        const float *words = guard_words + 3 * i;
        float *reading = x + KLT_READ_U16(guard_inputs + i);
        *reading = guarded(*reading, KLT_READ_F32(words), KLT_READ_F32(words + 1), KLT_READ_F32(words + 2));
    }
}
