#include "../core/config.h"
/* Calls core/sign. */

/* -1 where a score is above the other, else 0, without a branch. */
KLT_LOCAL int32_t above(score one, score other)
{
    uint32_t a = (uint32_t)one, b = (uint32_t)other, difference = b - a;
    return sign((int32_t)(difference ^ ((b ^ a) & (b ^ difference))));
}
