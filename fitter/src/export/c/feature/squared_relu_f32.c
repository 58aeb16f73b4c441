#include "../core/config_f32.h"

/* The square above zero. */
KLT_LOCAL feature squared_relu(float dot, const rescale_word *parameters)
{
    float t = dot + KLT_READ_F32(parameters);
    t = t > 0.0f ? t : 0.0f;
    return t * t;
}
