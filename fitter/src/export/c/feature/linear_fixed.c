#include "../core/config.h"
/* Calls feature/offset, feature/magnitude. */

/* The dot product itself. */
KLT_LOCAL feature linear(uint32_t dot, const rescale_word *parameters)
{
    int32_t t = with_offset(dot, parameters);
    uint32_t below = (uint32_t)sign(t);
    return (feature)(((uint32_t)magnitude(t, KLT_READ_U32(parameters)) ^ below) - below);
}
