#include "../core/config.h"
/* Calls core/sign. */

/* The scores below and above one by a half width, kept to 32 bits; without a branch. */
KLT_LOCAL void around(score one, score half, score *low, score *high)
{
    uint32_t a = (uint32_t)one, b = (uint32_t)half, lower = a - b, upper = a + b;
    uint32_t limit = (a >> 31) + 0x7fffffffu; /* what the score saturates to, by its sign */
    uint32_t beyond = (uint32_t)sign((int32_t)((a ^ b) & (a ^ lower)));
    *low = (score)((lower & ~beyond) | (limit & beyond));
    beyond = (uint32_t)sign((int32_t)(~(a ^ b) & (a ^ upper)));
    *high = (score)((upper & ~beyond) | (limit & beyond));
}
