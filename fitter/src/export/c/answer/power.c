#include "../core/config.h"
/* Calls core/sign. */

/* 2^(15 - units / 2048), along straight lines between the powers of the table. */
KLT_LOCAL uint16_t power(uint32_t units)
{
    const uint16_t *entry = powers + ((units >> 6) & 31);
    uint32_t low = KLT_READ_U16(entry), high = KLT_READ_U16(entry + 1);
    uint32_t line = low - (((low - high) * (units & 63)) >> 6);
    for (uint8_t octaves = 16; octaves > 0; octaves = (uint8_t)(octaves >> 1))
        line ^= (line ^ (line >> octaves)) & (uint32_t)sign(hidden(-(int32_t)((units >> 11) & octaves)));
    return (uint16_t)line;
}
