#include "../core/config.h"

/* The number of the latest answers that are a class; without a branch on them. */
KLT_LOCAL uint8_t frequency(const KLT_NAME(window) *window, uint16_t class_)
{
    uint8_t count = 0;
    for (uint8_t i = 0; i < window->known; i++)
        count = (uint8_t)(count + (((uint32_t)(window->latest[i] ^ class_) - 1) >> 31));
    return count;
}
