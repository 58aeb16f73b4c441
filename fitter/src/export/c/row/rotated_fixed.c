#include "../core/config.h"
/* Calls feature/angle, feature/scale. */

/* cos(v * scale + phase). */
KLT_LOCAL feature rotated(lane v, scale_word scale, uint32_t phase)
{
    return cosine_of(v * KLT_WHOLE(scale) + phase);
}
