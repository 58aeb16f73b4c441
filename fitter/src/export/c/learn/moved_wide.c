#include "../core/config_q15.h"

/* The sum of a score and a number. */
KLT_LOCAL score moved(score from, int64_t by)
{
    return (score)((uint64_t)from + (uint64_t)by);
}
