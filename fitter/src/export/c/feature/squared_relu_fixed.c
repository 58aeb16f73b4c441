#include "../core/config.h"
/* Calls feature/offset, feature/magnitude. */

/* The square above zero. */
KLT_LOCAL feature squared_relu(uint32_t dot, const rescale_word *parameters)
{
    int32_t t = with_offset(dot, parameters);
    int32_t m = magnitude(t, KLT_READ_U32(parameters));
    return (feature)(((m * m) >> 15) & ~sign(t));
}
