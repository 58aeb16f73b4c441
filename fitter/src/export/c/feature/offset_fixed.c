#include "../core/config.h"

/* The dot product and its offset. */
KLT_LOCAL int32_t with_offset(uint32_t dot, const rescale_word *parameters)
{
    return (int32_t)(dot + KLT_READ_U32(parameters + 1));
}
