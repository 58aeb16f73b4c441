#include "../core/config.h"
/* Calls core/sign. */

/* All ones where a number is not zero, else zero. */
KLT_LOCAL uint32_t nonzero(uint32_t number)
{
    return (uint32_t)sign(hidden((int32_t)(number | (0u - number))));
}
