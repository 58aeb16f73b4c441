#include "../core/config.h"
/* Calls feature/angle. */

/* cos(dot * scale + phase). */
KLT_LOCAL feature cosine(uint32_t dot, const scale_phase_word *parameters)
{
    return cosine_of(dot * KLT_READ_U32(parameters) + KLT_READ_U32(parameters + 1));
}
