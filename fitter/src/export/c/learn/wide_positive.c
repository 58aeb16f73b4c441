#include "../core/config.h"
/* Calls core/sign. */

/* x above zero, else 0. */
KLT_LOCAL int64_t wide_positive(int64_t x)
{
    return x & ~(int64_t)sign((int32_t)(x >> 32));
}
