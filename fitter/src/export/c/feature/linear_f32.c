#include "../core/config_f32.h"

/* The dot product itself. */
KLT_LOCAL feature linear(float dot, const rescale_word *parameters)
{
    return dot + KLT_READ_F32(parameters);
}
