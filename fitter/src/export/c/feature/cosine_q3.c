#include "../core/config_q3.h"
/* Calls feature/angle, feature/scale. */

/* cos(dot * scale + phase), the phase in units of 2^-8 of a full turn. */
KLT_LOCAL feature cosine(uint32_t dot, const scale_phase_word *parameters)
{
    return cosine_of(dot * short_scale(KLT_READ_U8(parameters)) + ((uint32_t)KLT_READ_U8(parameters + 1) << 24));
}
