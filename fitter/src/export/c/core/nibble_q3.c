#include "../core/config_q3.h"

/* One of the two weights of a byte, from -8 to 7: the lower one by a shift of 0, the upper one by 4. */
KLT_INLINE int_fast8_t nibble(uint8_t byte, uint8_t shift)
{
#if defined(__GNUC__) && !defined(__AVR__)
    return (int_fast8_t)((int32_t)((uint32_t)byte << (28 - shift)) >> 28); /* GCC shifts the sign in */
#else
    return (int_fast8_t)((((byte >> shift) & 15) ^ 8) - 8);
#endif
}
