#include "../core/config.h"
/* Calls feature/offset, feature/magnitude. */

/* Nothing below zero. */
KLT_LOCAL feature relu(uint32_t dot, const rescale_word *parameters)
{
    int32_t t = with_offset(dot, parameters);
    return (feature)(magnitude(t, KLT_READ_U32(parameters)) & ~sign(t));
}
