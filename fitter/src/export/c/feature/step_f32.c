#include "../core/config_f32.h"

/* One above zero, else zero. */
KLT_LOCAL feature step(float dot, const rescale_word *parameters)
{
    return dot + KLT_READ_F32(parameters) > 0.0f ? 1.0f : 0.0f;
}
