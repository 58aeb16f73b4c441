#include "../core/config.h"
/* Calls core/sign. */

/* (2^32 - 1) / sum, rounded down, for a sum from 2^15 to 2^31 - 1, bit by bit. */
KLT_LOCAL uint32_t reciprocal(uint32_t sum)
{
    uint32_t rest = 32767, quotient = 0;
    for (uint8_t bit = 0; bit < 17; bit++) {
        uint32_t difference = 2 * rest + 1 - sum;
        uint32_t less = (uint32_t)sign((int32_t)difference);
        rest = difference + (sum & less);
        quotient = 2 * quotient + 1 + less;
    }
    return quotient;
}
