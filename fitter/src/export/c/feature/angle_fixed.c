#include "../core/config.h"
/* Calls avr/angle. */

#if !defined(KLT_AVR)
/* The cosine of an angle in units of 2^-32 of a full turn, 32767 for one, from a table. */
KLT_LOCAL feature cosine_of(uint32_t angle)
{
    uint32_t half = (angle ^ (0u - (angle >> 31))) >> 24; /* cos(-a) = cos(a) */
    uint32_t second = 0u - (half >> 6); /* the second quarter runs backwards, negated */
    uint32_t value = (uint32_t)(int32_t)KLT_READ_I16(quarter + ((half ^ second) & 63));
    return (feature)(int32_t)((value ^ second) - second);
}
#endif
