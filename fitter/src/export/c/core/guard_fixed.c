#include "../core/config.h"
/* Calls core/positive. */

/* (clamp(reading, low, high) - centre) << shift, and 0 where the reading is missing. */
static int16_t guarded(int16_t reading, int32_t low, int32_t high, int32_t centre, uint8_t shift)
{
    int32_t x = hidden(reading);
    uint32_t present = ~(uint32_t)sign(x + 32767);
    x += positive(low - x);
    x -= positive(x - high);
    return (int16_t)(uint16_t)(((uint32_t)(x - centre) << shift) & present);
}

/*
 * Guards the inputs that may be missing or out of range: each is kept within the limits that the
 * fit saw and counted from its centre, and a missing one is taken to be there.
 */
KLT_LOCAL void guard(input *x)
{
    for (uint16_t i = 0; i < KLT_GUARDS; i++) {
        const int16_t *words = guard_words + 3 * i;
        int16_t *reading = x + KLT_READ_U16(guard_inputs + i);
        *reading = guarded(*reading, KLT_READ_I16(words), KLT_READ_I16(words + 1), KLT_READ_I16(words + 2),
                           KLT_READ_U8(guard_shifts + i));
    }
}
