#include "../core/config.h"
/* Calls learn/saturated. */

/* The sum of a score and a number; it saturates. */
KLT_LOCAL score moved(score from, int64_t by)
{
    return saturated(from + by, 31);
}
