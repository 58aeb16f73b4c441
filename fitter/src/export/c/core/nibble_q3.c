#include "../core/config_q3.h"

/* One of the two weights of a byte, from -8 to 7. */
KLT_INLINE int8_t nibble(uint8_t byte, uint8_t shift)
{
    return (int8_t)((((byte >> shift) & 15) ^ 8) - 8);
}
