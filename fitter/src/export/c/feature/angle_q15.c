#include "../core/config_q15.h"

/*
 * C99 leaves open how negative numbers are shifted down. Here the sign must come in, as with every
 * known compiler.
 */
typedef char shifts_must_keep_the_sign[(-1 >> 1) == -1 ? 1 : -1];

/*
 * The cosine of an angle in units of 2^-32 of a full turn, 32767 for one, by a polynomial:
 * sin(pi/2 v) = v (c1 + c3 v^2 + c5 v^4 + c7 v^6).
 */
KLT_LOCAL feature cosine_of(uint32_t angle)
{
    int32_t half = (int32_t)(angle ^ (0u - (angle >> 31))); /* cos(-a) = cos(a) */
    int32_t v = ((INT32_C(1) << 30) - half) >> 15; /* from the zero; a quarter turn is 2^15 */
    int32_t v2 = (v * v) >> 15;
    int32_t sum = 2612 + ((-150 * v2) >> 15);
    sum = -21165 + ((sum * v2) >> 15);
    sum = 51470 + ((sum * v2) >> 15);
    return (feature)((v * sum + (1 << 14)) >> 15);
}
