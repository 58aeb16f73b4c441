#include "../core/config.h"
/* Calls feature/offset, core/sign. */

/* One above zero, else zero. */
KLT_LOCAL feature step(uint32_t dot, const rescale_word *parameters)
{
    return (feature)(32767 & sign((int32_t)(0u - (uint32_t)with_offset(dot, parameters))));
}
