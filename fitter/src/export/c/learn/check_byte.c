#include "../core/config.h"

/* One byte of CRC-32. */
KLT_LOCAL uint32_t check_byte(uint32_t state, uint8_t byte)
{
    state ^= byte;
    for (uint8_t bit = 0; bit < 8; bit++)
        state = (state >> 1) ^ (UINT32_C(0xedb88320) & (0u - (state & 1)));
    return state;
}
