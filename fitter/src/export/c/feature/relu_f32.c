#include "../core/config_f32.h"

/* Nothing below zero. */
KLT_LOCAL feature relu(float dot, const rescale_word *parameters)
{
    float t = dot + KLT_READ_F32(parameters);
    return t > 0.0f ? t : 0.0f;
}
