#include "../core/config.h"

#if defined(KLT_AVR)
/* The cosine of an angle in units of 2^-32 of a full turn, 32767 for one, from a table. */
KLT_LOCAL feature cosine_of(uint32_t angle)
{
    uint8_t entry = (uint8_t)(angle >> 24);
    uint8_t half = (uint8_t)(entry ^ (uint8_t)-(entry >> 7)); /* cos(-a) = cos(a) */
    int16_t second = (int16_t)-(half >> 6); /* the second quarter runs backwards, negated */
    int16_t value = KLT_READ_I16(quarter + ((half ^ second) & 63));
    return (feature)((value ^ second) - second);
}
#endif
