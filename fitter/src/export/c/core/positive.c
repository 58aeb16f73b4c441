#include "../core/config.h"
/* Calls core/sign. */

/* x above zero, else 0. */
KLT_LOCAL int32_t positive(int32_t x)
{
    return x & ~sign(x);
}
