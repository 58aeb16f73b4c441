#include "../core/config.h"
/* Calls answer/frequency, answer/remember. */

/* The answer before, until all of the latest ones are another class. */
uint16_t KLT_NAME(steady)(KLT_NAME(window) *window, uint16_t class_)
{
    remember(window, class_);
    uint16_t needed = window->known == 1 ? 1 : KLT_STEADY;
    uint16_t changes = (uint16_t)((uint16_t)(needed - 1 - frequency(window, class_)) >> 15);
    changes = (uint16_t)(0 - changes);
    window->steady = (uint16_t)(window->steady ^ ((window->steady ^ class_) & changes));
    return window->steady;
}
