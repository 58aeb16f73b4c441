#include "../core/config.h"
/* Calls feature/offset, feature/magnitude. */

/* The square above zero. */
KLT_LOCAL feature squared_relu(uint32_t dot, const rescale_word *parameters)
{
    int32_t t = with_offset(dot, parameters);
    uint32_t m = (uint32_t)magnitude(t, KLT_READ_U32(parameters));
    return (feature)(((m * m) >> 15) & ~(uint32_t)sign(t));
}
