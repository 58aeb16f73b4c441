#include "../core/config.h"
/* Calls window/deviation, window/share, window/statistic. */

/* The bytes of a group before its features. */
#define KLT_GROUP 5

/* The inputs of a window: its features, then those of other sensors, which are missing. */
void KLT_NAME(inputs)(const KLT_NAME(window) *window, input inputs[KLT_INPUTS])
{
    const uint8_t *group = window_groups;
    uint16_t first = 0;
    while (first < KLT_WINDOW_FEATURES) {
        uint8_t kind = KLT_READ_U8(group), count = KLT_READ_U8(group + 4);
        uint16_t dilation = (uint16_t)(KLT_READ_U8(group + 2) | KLT_READ_U8(group + 3) << 8);
        const uint16_t *samples = window->samples[KLT_READ_U8(group + 1)];
        const uint8_t *records = group + KLT_GROUP;
        if ((kind & 15) < 2) {
            int32_t spread = (kind & 15) == 0 ? -1 : (int32_t)deviation(samples, KLT_LENGTH);
            shares(samples, dilation, kind >> 4, spread, records, count, inputs + first);
        }
        for (uint8_t i = 0; (kind & 15) >= 2 && i < count; i++) {
            uint8_t low = KLT_READ_U8(records + 2 * i), high = KLT_READ_U8(records + 2 * i + 1);
            uint32_t found = 0;
            if ((kind & 15) == 2)
                found = statistic(samples, low, high);
            if ((kind & 15) == 3)
                found = 8u * samples[(uint16_t)(low | high << 8)];
#if KLT_PAIRS_OF_CHANNELS
            if ((kind & 15) == 4)
                found = pair_statistic(samples, window->samples[low], high);
#endif
#if KLT_BANDS
            if ((kind & 15) == 5)
                found = band(samples, kind >> 4, low, high);
#endif
            inputs[first + i] = (input)found;
        }
        first = (uint16_t)(first + count);
        group = records + 2 * count;
    }
    for (; first < KLT_INPUTS; first++)
        inputs[first] = KLT_MISSING;
}
