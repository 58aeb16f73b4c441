#include "../core/config.h"
/* Calls core/sign. */

/*
 * of / by, rounded down, one bit a step: the same instructions for all numbers. `by` is from 1 to
 * 2^31.
 */
KLT_LOCAL uint32_t divide(uint32_t of, uint32_t by)
{
    uint32_t rest = 0, quotient = of;
    for (uint8_t bit = 0; bit < 32; bit++) {
        rest = (rest << 1) | (quotient >> 31);
        uint32_t lacks = (uint32_t)sign((int32_t)(rest - by)); /* all ones where it does not fit */
        rest -= by & ~lacks;
        quotient = (quotient << 1) | (lacks + 1);
    }
    return quotient;
}
