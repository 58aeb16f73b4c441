#include "../core/config_q15.h"
/* Calls core/sign. */

/* -1 where a score is above the other, else 0, without a branch. */
KLT_LOCAL int32_t above(score one, score other)
{
    uint64_t a = (uint64_t)one, b = (uint64_t)other, difference = b - a;
    return sign((int32_t)(uint32_t)((difference ^ ((b ^ a) & (b ^ difference))) >> 32));
}
