#include "../core/config.h"
/* Calls core/positive. */

/* The sample of a reading: its difference to the centre, shifted down, in 12 bits. */
KLT_LOCAL uint16_t sample(int16_t reading, uint16_t channel)
{
    int32_t x = (int32_t)reading - KLT_READ_I16(window_centres + channel), below = sign(x);
    x = positive((((x ^ below) >> KLT_READ_U8(window_shifts + channel)) ^ below) + 2048);
    return (uint16_t)(x - positive(x - 4095));
}

/* Makes room for the samples of the next window. */
KLT_LOCAL void slide(KLT_NAME(window) *window)
{
    uint16_t kept = KLT_STRIDE < KLT_LENGTH ? KLT_LENGTH - KLT_STRIDE : 0;
    for (uint16_t channel = 0; channel < KLT_CHANNELS; channel++) {
        uint16_t *samples = window->samples[channel];
        for (uint16_t t = 0; t < kept; t++)
            samples[t] = samples[t + KLT_STRIDE];
    }
    window->filled = kept;
    window->skipped = (uint16_t)(KLT_STRIDE > KLT_LENGTH ? KLT_STRIDE - KLT_LENGTH : 0);
}

/* Adds the readings of all channels at one time; returns 1 where they complete a window, else 0. */
uint8_t KLT_NAME(push)(KLT_NAME(window) *window, const int16_t readings[KLT_CHANNELS])
{
    if (window->filled >= KLT_LENGTH)
        slide(window);
    if (window->skipped > 0) {
        window->skipped--;
        return 0;
    }
    for (uint16_t channel = 0; channel < KLT_CHANNELS; channel++)
        window->samples[channel][window->filled] = sample(readings[channel], channel);
    window->filled++;
    return window->filled >= KLT_LENGTH;
}
