#include "../core/config.h"
/* Calls answer/frequency, answer/remember. */

/* The most frequent one of the latest answers, of equally frequent ones the one that came last. */
uint16_t KLT_NAME(steady)(KLT_NAME(window) *window, uint16_t class_)
{
    uint16_t most = 0;
    remember(window, class_);
    for (uint8_t i = 0; i < window->known; i++) {
        uint16_t answer = window->latest[i], count = frequency(window, answer);
        uint16_t more = (uint16_t)(0 - (uint16_t)((uint16_t)(most - count) >> 15));
        window->steady = (uint16_t)(window->steady ^ ((window->steady ^ answer) & more));
        most = (uint16_t)(most ^ ((most ^ count) & more));
    }
    return window->steady;
}
