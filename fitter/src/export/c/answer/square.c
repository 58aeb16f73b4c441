#include "../core/config.h"
/* Calls answer/above, answer/units. */

/* The squared distance of two scores, in units of 2^-22 squared target. */
KLT_LOCAL uint64_t square(score one, score other)
{
    score both[2];
    both[0] = one;
    both[1] = other;
    uint8_t larger = (uint8_t)(above(other, one) & 1);
    uint32_t apart = units(both[larger], both[larger ^ 1], KLT_NOVELTY_RESCALE);
    return apart * apart; /* of 16 bits each */
}
