#include "../core/config.h"

/* Makes the class of a window the latest answer. */
KLT_LOCAL void remember(KLT_NAME(window) *window, uint16_t class_)
{
    for (uint8_t i = KLT_STEADY - 1; i > 0; i--)
        window->latest[i] = window->latest[i - 1];
    window->latest[0] = class_;
    window->known = (uint8_t)(window->known + (window->known < KLT_STEADY));
}
