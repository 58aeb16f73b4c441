#include "../core/config.h"
/* Calls avr/times. */

#if !defined(KLT_AVR)
/* The product of two words. */
KLT_LOCAL int32_t times(int16_t a, int16_t b)
{
    return (int32_t)a * b;
}
#endif
