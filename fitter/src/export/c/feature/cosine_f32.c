#include "../core/config_f32.h"
/* Calls feature/angle. */

/* cos(dot + phase), in full turns. */
KLT_LOCAL feature cosine(float dot, const scale_phase_word *parameters)
{
    return cosine_of(dot + KLT_READ_F32(parameters));
}
