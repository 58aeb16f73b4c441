#include "../core/config_f32.h"

/* The scores below and above one by a half width. */
KLT_LOCAL void around(score one, score half, score *low, score *high)
{
    *low = one - half;
    *high = one + half;
}
