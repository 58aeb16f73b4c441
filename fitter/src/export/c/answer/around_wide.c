#include "../core/config_q15.h"
/* Calls core/sign. */

/* The scores below and above one by a half width, kept to 64 bits; without a branch. */
KLT_LOCAL void around(score one, score half, score *low, score *high)
{
    uint64_t a = (uint64_t)one, b = (uint64_t)half, lower = a - b, upper = a + b;
    uint64_t limit = (a >> 63) + INT64_MAX; /* what the score saturates to, by its sign */
    uint64_t beyond = (uint64_t)(int64_t)sign((int32_t)(uint32_t)(((a ^ b) & (a ^ lower)) >> 32));
    *low = (score)((lower & ~beyond) | (limit & beyond));
    beyond = (uint64_t)(int64_t)sign((int32_t)(uint32_t)((~(a ^ b) & (a ^ upper)) >> 32));
    *high = (score)((upper & ~beyond) | (limit & beyond));
}
