#include "../core/config_f32.h"

/* -1 where a score is above the other, else 0. NaN is below all others. */
KLT_LOCAL int32_t above(score one, score other)
{
    return one > other || (other != other && one == one) ? -1 : 0;
}
