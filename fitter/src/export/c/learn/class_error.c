#include "../core/config.h"
/* Calls learn/wide_positive. */

/*
 * The error of a score: what it lacks to lead by the margin, where it is that of the row's own class,
 * else what it has too much; nothing where it is beyond its target.
 */
KLT_LOCAL int64_t class_error(int64_t own, int64_t other, int64_t of, uint8_t is_own)
{
    uint64_t target = (uint64_t)(int64_t)KLT_READ_SCORE(levels, 0), margin = (uint64_t)(int64_t)KLT_READ_SCORE(levels, 1);
    uint64_t lead = (uint64_t)other + margin, mask = 0u - (uint64_t)is_own;
    uint64_t wanted = target - (uint64_t)wide_positive((int64_t)(target - lead));
    uint64_t lacks = (uint64_t)wide_positive((int64_t)(wanted - (uint64_t)own));
    uint64_t allowed = (uint64_t)wide_positive((int64_t)((uint64_t)own - margin + target)) - target;
    uint64_t exceeds = (uint64_t)wide_positive((int64_t)((uint64_t)of - allowed));
    return (int64_t)((lacks & mask) - (exceeds & ~mask));
}
