#include "../core/config_f32.h"
/* Calls feature/angle. */

/*
 * cos(v * scale + phase), in full turns; of the phase the upper 24 bits, which a float holds
 * exactly.
 */
KLT_LOCAL feature rotated(lane v, scale_word scale, uint32_t phase)
{
    return cosine_of(v * scale + (float)(phase >> 8) * (1.0f / 16777216.0f));
}
