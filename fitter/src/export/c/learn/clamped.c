#include "../core/config.h"
/* Calls core/positive. */

/* A number within +-limit; its distance from there must fit 32 bits. */
KLT_LOCAL int32_t clamped(int32_t x, int32_t limit)
{
    return x - positive(x - limit) + positive(-limit - x);
}
